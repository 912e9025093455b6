#include "core/files/byte_stream.h"

#include "core/files/inputs_kept.h"
#include "core/files/system_error.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace tidemark {

Result<ByteStream> ByteStream::open(const std::string& path)
{
    const bool isInput = path == "-";
    ByteStream stream(path, isInput ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status = {};
    if (stream.m_descriptor < 0 || ::fstat(stream.m_descriptor, &status) != 0)
        return systemError(isInput ? "standard input" : path, "cannot open");
    if (S_ISDIR(status.st_mode))
        return Error{ErrorKind::Unsupported, path + " is a folder. Name the log files in it.", std::nullopt};
    inputsKept::add(stream.m_descriptor);
    if (S_ISREG(status.st_mode) && !isInput)
        stream.m_size = static_cast<std::uint64_t>(status.st_size);
    if (const auto error = stream.unpackGzip())
        return *error;
    return stream;
}

/// Reads the first bytes. If they are those of gzip data, all bytes are unpacked.
std::optional<Error> ByteStream::unpackGzip()
{
    constexpr std::size_t kMagic = 3;
    std::string start;
    const off_t at = ::lseek(m_descriptor, 0, SEEK_CUR); // negative for pipes, whose bytes can be read once
    while (start.size() < kMagic) {
        std::array<char, kMagic> block = {};
        const std::size_t wanted = kMagic - start.size();
        const ssize_t count = at < 0 ? ::read(m_descriptor, block.data(), wanted)
                                     : ::pread(m_descriptor, block.data(), wanted,
                                               at + static_cast<off_t>(start.size()));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemError(m_path == "-" ? "standard input" : m_path, "cannot read");
        if (count == 0)
            break;
        start.append(block.data(), static_cast<std::size_t>(count));
    }
    const bool isPacked = isGzip(start);
    if (at >= 0)
        start.clear(); // read again
    if (!isPacked) {
        m_start = std::move(start);
        return std::nullopt;
    }
    m_size.reset();
    m_gzip.emplace(m_path, [path = m_path, descriptor = m_descriptor,
                            start = std::move(start)](std::span<char> into) mutable -> Result<std::size_t> {
        if (!start.empty()) {
            const std::size_t count = start.copy(into.data(), into.size());
            start.erase(0, count);
            return count;
        }
        for (;;) {
            const ssize_t count = ::read(descriptor, into.data(), into.size());
            if (count >= 0)
                return static_cast<std::size_t>(count);
            if (errno != EINTR)
                return systemError(path == "-" ? "standard input" : path, "cannot read");
        }
    });
    return std::nullopt;
}

ByteStream::ByteStream(std::string path, int descriptor)
    : m_path(std::move(path))
    , m_descriptor(descriptor)
{ }

ByteStream::ByteStream(ByteStream&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_size(other.m_size)
    , m_done(other.m_done)
    , m_start(std::move(other.m_start))
    , m_gzip(std::move(other.m_gzip))
{ }

ByteStream::~ByteStream()
{
    if (m_descriptor > STDIN_FILENO)
        ::close(m_descriptor);
}

Result<std::size_t> ByteStream::read(std::span<char> into)
{
    if (m_gzip)
        return m_gzip->read(into);
    if (!m_start.empty()) {
        const std::size_t count = m_start.copy(into.data(), into.size());
        m_start.erase(0, count);
        m_done += count;
        return count;
    }
    for (;;) {
        const ssize_t count = ::read(m_descriptor, into.data(), into.size());
        if (count == 0 && m_done < m_size.value_or(0))
            return shorterError(m_path, m_done, *m_size, "Open it again.");
        if (count >= 0) {
            m_done += static_cast<std::uint64_t>(count);
            return static_cast<std::size_t>(count);
        }
        if (errno != EINTR)
            return systemError(m_path == "-" ? "standard input" : m_path, "cannot read");
    }
}

} // namespace tidemark
