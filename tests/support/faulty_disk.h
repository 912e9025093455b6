#pragma once

#include <cstdint>
#include <string>

namespace tidemark::test {

/// The system call that fails.
enum class DiskCall { Open, Read, Write, Sync, Rename, MakeFolder };

/// Describes which calls fail and how.
struct DiskFault {
    DiskCall call = DiskCall::Read;
    std::string path; // a part of the paths that fail
    int error = 0; // errno; 0: reading ends, as if the file had become shorter
    std::uint64_t after = 0; // readable bytes by offset, writable bytes, or successful calls before the failure
    std::string action = {}; // a shell command that is run instead of the failure
};

/// Makes system calls fail during its lifetime, as on a full disk or a lost network. Only one may exist at a time. It
/// works only in programs linked with faulty_disk.cpp, which intercepts the calls of all libraries.
class FaultyDisk
{
public:
    explicit FaultyDisk(const DiskFault& fault);
    ~FaultyDisk();
    FaultyDisk(const FaultyDisk&) = delete;
    FaultyDisk& operator=(const FaultyDisk&) = delete;

    /// The number of failed calls so far.
    int failures() const;
};

} // namespace tidemark::test
