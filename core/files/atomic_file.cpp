#include "core/files/atomic_file.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <ostream>
#include <streambuf>
#include <sys/stat.h>
#include <unistd.h>

namespace tidemark {
namespace {

/// An output stream over a descriptor that remembers why a write failed.
class DescriptorBuffer : public std::streambuf
{
public:
    explicit DescriptorBuffer(int descriptor)
        : m_descriptor(descriptor)
    {
        setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
    }
    int failure() const { return m_errno; }

protected:
    int overflow(int c) override
    {
        if (sync() != 0)
            return traits_type::eof();
        if (c != traits_type::eof()) {
            *pptr() = traits_type::to_char_type(c);
            pbump(1);
        }
        return traits_type::not_eof(c);
    }
    int sync() override
    {
        const char* at = pbase();
        while (at < pptr() && m_errno == 0) {
            const ssize_t count = ::write(m_descriptor, at, static_cast<std::size_t>(pptr() - at));
            if (count > 0)
                at += count;
            else if (count == 0)
                m_errno = EIO;
            else if (errno != EINTR)
                m_errno = errno;
        }
        setp(m_buffer.data(), m_buffer.data() + m_buffer.size());
        return m_errno == 0 ? 0 : -1;
    }

private:
    int m_descriptor;
    int m_errno = 0;
    std::array<char, 1 << 16> m_buffer{};
};

Error cannotWrite(const std::string& path, int code)
{
    return {ErrorKind::Io,
            path + ": cannot write: " + std::strerror(code) + ". An older file of this name is unchanged.",
            std::nullopt};
}

/// What `write` wrote through the descriptor, flushed and closed: 0 or the errno of the first failure.
int writeAndClose(int descriptor, const std::function<void(std::ostream&)>& write)
{
    DescriptorBuffer buffer(descriptor);
    std::ostream stream(&buffer);
    write(stream);
    stream.flush();
    int failure = buffer.failure();
    if (failure == 0 && (::fsync(descriptor) != 0 && errno != EINVAL))
        failure = errno;
    if (::close(descriptor) != 0 && failure == 0)
        failure = errno;
    return failure;
}

/// Pipes and devices have no old content to keep, and renaming over /dev/null would replace it for everybody.
std::optional<Error> writeThrough(const std::string& path, const std::function<void(std::ostream&)>& write)
{
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | O_NOCTTY);
    const int failure = descriptor < 0 ? errno : writeAndClose(descriptor, write);
    return failure == 0 ? std::nullopt : std::optional(cannotWrite(path, failure));
}

} // namespace

std::optional<Error> writeAtomically(const std::string& path, const std::function<void(std::ostream&)>& write)
{
    struct stat status = {};
    const bool exists = ::stat(path.c_str(), &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return cannotWrite(path, EISDIR);
    if (exists && !S_ISREG(status.st_mode))
        return writeThrough(path, write);
    std::error_code unresolved; // a link stays one: what it points to is replaced
    const auto resolved = std::filesystem::weakly_canonical(path, unresolved);
    const std::string target = unresolved ? path : resolved.string();
    std::string temporary = target + ".XXXXXX";
    const int descriptor = ::mkstemp(temporary.data());
    if (descriptor < 0)
        return cannotWrite(path, errno);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    ::fchmod(descriptor, exists ? status.st_mode & 07777 : 0666 & ~mask);
    int failure = writeAndClose(descriptor, write);
    if (failure == 0 && ::rename(temporary.c_str(), target.c_str()) != 0)
        failure = errno;
    if (failure == 0)
        return std::nullopt;
    ::unlink(temporary.c_str());
    return cannotWrite(path, failure);
}

} // namespace tidemark
