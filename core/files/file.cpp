#include "core/files/file.h"

#include "core/base/text.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tidemark {
namespace {

Error systemError(const std::string& path, const char* action)
{
    const int code = errno;
    const bool missing = code == ENOENT || code == ENOTDIR;
    std::string message = path + ": " + action + ": " + std::strerror(code) + ".";
    if (code == EACCES)
        message += " Ask its owner for read permission, or copy it to a folder of your own.";
    return {missing ? ErrorKind::NotFound : ErrorKind::Io, std::move(message), std::nullopt};
}

} // namespace

Result<std::shared_ptr<const File>> File::open(const std::string& path)
{
    // O_NONBLOCK: opening a pipe without a writer must not hang.
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (descriptor < 0)
        return systemError(path, "cannot open");
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0) {
        const Error error = systemError(path, "cannot read its size");
        ::close(descriptor);
        return error;
    }
    std::shared_ptr<const File> file(new File(path, descriptor, static_cast<std::uint64_t>(status.st_size)));
    if (S_ISDIR(status.st_mode))
        return Error{ErrorKind::Unsupported, path + " is a folder.", std::nullopt};
    if (!S_ISREG(status.st_mode))
        return Error{ErrorKind::Unsupported, path + " is no regular file. Save the profile to a file and open that.",
                     std::nullopt};
    if (status.st_size == 0)
        return Error{ErrorKind::Empty,
                     path
                         + " is empty (0 B). Captures above 2 GiB are often written empty: capture fewer "
                           "steps or hosts.",
                     std::nullopt};
    return file;
}

File::File(std::string path, int descriptor, std::uint64_t size)
    : m_path(std::move(path))
    , m_descriptor(descriptor)
    , m_size(size)
{ }

File::~File()
{
    ::close(m_descriptor);
}

Result<std::size_t> File::readAt(std::uint64_t offset, std::span<char> into) const
{
    std::size_t done = 0;
    while (done < into.size()) {
        const ssize_t count
            = ::pread(m_descriptor, into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemError(m_path, "cannot read");
        if (count == 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

Result<std::shared_ptr<const Bytes>> Bytes::read(const File& file, std::uint64_t offset, std::uint64_t size)
{
    const auto truncated = [&](std::uint64_t end) {
        return Error{ErrorKind::Truncated,
                     file.path() + " ends at byte " + groupedNumber(static_cast<std::int64_t>(end))
                         + ", in the middle of a record of " + groupedNumber(static_cast<std::int64_t>(size))
                         + " bytes. Copy or capture it again.",
                     end};
    };
    if (offset > file.size() || size > file.size() - offset)
        return truncated(file.size());
    auto bytes = std::make_shared<Bytes>();
    bytes->m_size = static_cast<std::size_t>(size);
    bytes->m_data.reset(new char[bytes->m_size]);
    const auto count = file.readAt(offset, {bytes->m_data.get(), bytes->m_size});
    if (!count)
        return count.error();
    if (*count < size) // the file shrank after it was opened
        return truncated(offset + *count);
    return std::shared_ptr<const Bytes>(std::move(bytes));
}

std::shared_ptr<const Bytes> Bytes::copy(std::string_view bytes)
{
    auto copy = std::make_shared<Bytes>();
    copy->m_size = bytes.size();
    copy->m_data.reset(new char[bytes.size()]);
    std::ranges::copy(bytes, copy->m_data.get());
    return copy;
}

} // namespace tidemark
