#pragma once

#include "core/files/unpacking_reader.h"
#include "core/include/tidemark/result.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string>

namespace tidemark {

/// Contents that are not a file on disk: unpacked files and standard input. They follow each other in one
/// temporary file without a name, which takes one descriptor for all of them. The file is in the folder that
/// TMPDIR names, only its owner can read it, and the system removes it when the process ends. Thread-safe.
class Spool
{
public:
    Spool() = default;
    ~Spool();
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;

    struct Part {
        std::uint64_t offset = 0;
        std::uint64_t size = 0;
    };

    /// Adds all bytes of a source. `path` is for messages. Errors: those of the source, a full disk.
    Result<Part> add(const std::string& path, const ByteSource& source);
    /// Unpacks the data of a source and adds the result. Errors: those of add() and of UnpackingReader. All data of
    /// a spool share the bytes beyond the ratio that UnpackingLimits allows.
    Result<Part> addUnpacked(const std::string& path, Packing packing, ByteSource source);
    /// Reads bytes that were added. Returns fewer than asked for only at the end of the file.
    Result<std::size_t> readAt(const std::string& path, std::uint64_t offset, std::span<char> into) const;

private:
    Result<void> open(const std::string& path); // REQUIRES: the mutex is held
    Result<void> write(const std::string& path, std::span<const char> bytes);

    std::mutex m_mutex;
    std::atomic<std::uint64_t> m_beyondRatio = 0; // unpacked bytes of all data so far
    int m_descriptor = -1; // set once, under the mutex
    std::uint64_t m_end = 0; // under the mutex
};

} // namespace tidemark
