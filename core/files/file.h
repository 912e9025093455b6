#pragma once

#include "core/files/spool.h"
#include "core/include/tidemark/result.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace tidemark {

class OpenFiles;

/// A regular file that is read at any offset. Threads may share it. It is read, not mapped, so a file that shrinks is
/// an ordinary error. Its descriptor may be closed between two reads. A file that is written while it is read, or that
/// another one has replaced (by device, inode, size or time) when it is opened again, is an error too.
///
/// A file of compressed data is unpacked when it is opened: offsets and size() count unpacked bytes. The path "-"
/// is standard input, which is read to its end when it is first opened.
class File
{
public:
    /// Refuses folders, devices, pipes and files of 0 bytes, each with its own message. Other errors: the file
    /// cannot be unpacked.
    static Result<std::shared_ptr<const File>> open(const std::string& path);
    /// Opens one of many files of which only a few are open at a time.
    static Result<std::shared_ptr<const File>> open(const std::string& path, std::shared_ptr<OpenFiles> openFiles);
    /// Opens a file that belongs to this one, or its compressed form, as `path`.gz. Both share the limit of
    /// descriptors.
    Result<std::shared_ptr<const File>> openRelated(const std::string& path) const;
    ~File();
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    const std::string& path() const { return m_path; }
    /// Size in bytes when the file was opened.
    std::uint64_t size() const { return m_unpacked ? m_unpacked->size : m_identity.size; }

    /// Whether a file may grow while it is read. A log grows at its end.
    enum class Growth { Refused, Allowed };
    /// Reads up to `into.size()` bytes; fewer only at the end that the file had when it was opened. Error Truncated if
    /// the file ends before that. Cost: two system calls.
    Result<std::size_t> readAt(std::uint64_t offset, std::span<char> into, Growth growth = Growth::Refused) const;
    /// The first read error. A caller that took unreadable content for something else can check it afterwards.
    std::optional<Error> failure() const;

private:
    struct Identity {
        std::uint64_t device = 0;
        std::uint64_t inode = 0;
        std::uint64_t size = 0;
        std::int64_t seconds = 0; // time of the last change
        std::int64_t nanoseconds = 0;
        friend bool operator==(const Identity&, const Identity&) = default;
    };

    File(std::string path, std::shared_ptr<OpenFiles> openFiles);
    Result<Identity> identityOf(int descriptor) const;
    Result<void> identify(int descriptor);
    Result<void> unpack(int descriptor);
    Result<void> takeStandardInput();
    Result<std::size_t> readUnpacked(std::uint64_t offset, std::span<char> into) const;
    Result<void> checkSame(int descriptor, Growth growth) const;
    Result<std::size_t> read(std::uint64_t offset, std::span<char> into, Growth growth) const;
    Error becameShorter(std::uint64_t size) const;

    std::string m_path;
    std::shared_ptr<OpenFiles> m_openFiles;
    Identity m_identity;
    Spool* m_spool = nullptr; // holds m_unpacked
    std::optional<Spool::Part> m_unpacked; // the bytes, if they are not those of the file itself
    mutable std::mutex m_mutex;
    mutable std::optional<Error> m_failure; // guarded by m_mutex
};

} // namespace tidemark
