#include "core/files/byte_stream.h"

#include "core/files/inputs_kept.h"
#include "core/files/system_error.h"

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
    return stream;
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
{ }

ByteStream::~ByteStream()
{
    if (m_descriptor > STDIN_FILENO)
        ::close(m_descriptor);
}

Result<std::size_t> ByteStream::read(std::span<char> into)
{
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
