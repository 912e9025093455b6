#pragma once

#include <cstdint>
#include <string>

namespace tidemark::test {

/// What a disk is made to fail at.
enum class DiskCall { Open, Read, Write, Sync, Rename, MakeFolder };

/// What goes wrong.
struct DiskFault {
    DiskCall call = DiskCall::Read;
    std::string path; // of all whose path has this in it
    int error = 0; // errno; 0: reading ends there, as of a file that became shorter
    std::uint64_t after = 0; // bytes that can still be read, by their offset, or written; other calls that succeed
    std::string action = {}; // a command of the shell that is run when it is reached, instead of the failure
};

/// Makes the system's calls fail like a full disk or a lost network, for as long as it is there. One at a time. Only in
/// programs that have faulty_disk.cpp linked into them: the calls of all libraries then come there first.
class FaultyDisk
{
public:
    explicit FaultyDisk(const DiskFault& fault);
    ~FaultyDisk();
    FaultyDisk(const FaultyDisk&) = delete;
    FaultyDisk& operator=(const FaultyDisk&) = delete;

    /// How often it has failed.
    int failures() const;
};

} // namespace tidemark::test
