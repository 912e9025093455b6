#include "core/files/file.h"

#include "core/files/open_files.h"
#include "core/files/system_error.h"

#include <algorithm>
#include <cerrno>
#include <sys/stat.h>
#include <unistd.h>

namespace tidemark {
namespace {

std::optional<Error> refuseUnreadable(const std::string& path, int descriptor)
{
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0)
        return systemError(path, "cannot read its size");
    if (S_ISDIR(status.st_mode))
        return Error{ErrorKind::Unsupported, path + " is a folder.", std::nullopt};
    if (!S_ISREG(status.st_mode))
        return Error{ErrorKind::Unsupported, path + " is no regular file. Save what it gives to a file and open that.",
                     std::nullopt};
    if (status.st_size == 0)
        return emptyError(path, 0);
    return std::nullopt;
}

} // namespace

Result<std::shared_ptr<const File>> File::open(const std::string& path)
{
    return open(path, std::make_shared<OpenFiles>(1));
}

Result<std::shared_ptr<const File>> File::open(const std::string& path, std::shared_ptr<OpenFiles> openFiles)
{
    std::shared_ptr<File> file(new File(path, std::move(openFiles)));
    const auto lease
        = file->m_openFiles->lend(file.get(), path, [&](int descriptor) { return file->identify(descriptor); });
    if (!lease)
        return lease.error();
    return std::shared_ptr<const File>(std::move(file));
}

File::File(std::string path, std::shared_ptr<OpenFiles> openFiles)
    : m_path(std::move(path))
    , m_openFiles(std::move(openFiles))
{ }

File::~File()
{
    m_openFiles->forget(this);
}

Result<File::Identity> File::identityOf(int descriptor) const
{
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0)
        return systemError(m_path, "cannot read its size");
    return Identity{status.st_dev, status.st_ino, static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec,
                    status.st_mtim.tv_nsec};
}

std::optional<Error> File::identify(int descriptor)
{
    if (auto refusal = refuseUnreadable(m_path, descriptor))
        return refusal;
    const auto identity = identityOf(descriptor);
    if (!identity)
        return identity.error();
    m_identity = *identity;
    return std::nullopt;
}

std::optional<Error> File::checkSame(int descriptor, Growth growth) const
{
    const auto now = identityOf(descriptor);
    if (!now)
        return now.error();
    const bool isThere = now->device == m_identity.device && now->inode == m_identity.inode;
    if (isThere && now->size < m_identity.size)
        return becameShorter(now->size);
    if (*now == m_identity || (isThere && growth == Growth::Allowed && now->size > m_identity.size))
        return std::nullopt;
    return Error{ErrorKind::Io, m_path + " was changed or replaced while it was read. Open it again.", std::nullopt};
}

Error File::becameShorter(std::uint64_t size) const
{
    return shorterError(m_path, size, m_identity.size, "Open it again, or copy or capture it again if it stays so.");
}

Result<std::size_t> File::readAt(std::uint64_t offset, std::span<char> into, Growth growth) const
{
    const std::uint64_t left = offset < m_identity.size ? m_identity.size - offset : 0;
    auto count = read(offset, into.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, into.size()))), growth);
    if (!count) {
        const std::lock_guard lock(m_mutex);
        if (!m_failure)
            m_failure = count.error();
    }
    return count;
}

Result<std::size_t> File::read(std::uint64_t offset, std::span<char> into, Growth growth) const
{
    const auto lease = m_openFiles->lend(this, m_path, [&](int descriptor) {
        auto refusal = refuseUnreadable(m_path, descriptor); // when opened again, the path may lead to anything
        return refusal ? refusal : checkSame(descriptor, growth);
    });
    if (!lease)
        return lease.error();
    std::size_t done = 0;
    while (done < into.size()) {
        const ssize_t count
            = ::pread(lease->descriptor(), into.data() + done, into.size() - done, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemError(m_path, "cannot read");
        if (count == 0)
            return becameShorter(offset + done);
        done += static_cast<std::size_t>(count);
    }
    if (const auto error = checkSame(lease->descriptor(), growth))
        return *error;
    return done;
}

std::optional<Error> File::failure() const
{
    const std::lock_guard lock(m_mutex);
    return m_failure;
}

} // namespace tidemark
