#include "core/files/file.h"

#include "core/files/inputs_kept.h"
#include "core/files/open_files.h"
#include "core/files/read_descriptor.h"
#include "core/files/system_error.h"
#include "core/system/file_time.h"

#include <algorithm>
#include <array>
#include <sys/stat.h>
#include <unistd.h>

namespace tidemark {
namespace {

Result<void> checkReadable(const std::string& path, int descriptor)
{
    struct stat status = {};
    if (::fstat(descriptor, &status) != 0)
        return systemError(path, "cannot read its size");
    if (S_ISDIR(status.st_mode))
        return Error{ErrorKind::Unsupported, path + " is a folder. Name a file in it.", std::nullopt};
    if (!S_ISREG(status.st_mode))
        return Error{ErrorKind::Unsupported,
                     path + " is no regular file. Save its content to a file and open that file.", std::nullopt};
    if (status.st_size == 0)
        return emptyError(path, 0);
    return {};
}

} // namespace

Result<std::shared_ptr<const File>> File::open(const std::string& path)
{
    return open(path, std::make_shared<OpenFiles>(1));
}

Result<std::shared_ptr<const File>> File::open(const std::string& path, std::shared_ptr<OpenFiles> openFiles)
{
    std::shared_ptr<File> file(new File(path, std::move(openFiles)));
    if (path == "-") {
        if (const auto done = file->takeStandardInput(); !done)
            return done.error();
        return std::shared_ptr<const File>(std::move(file));
    }
    const auto lease
        = file->m_openFiles->lend(file.get(), path, [&](int descriptor) { return file->identify(descriptor); });
    if (!lease)
        return lease.error();
    if (const auto done = file->unpack(lease->descriptor()); !done)
        return done.error();
    return std::shared_ptr<const File>(std::move(file));
}

/// Unpacks compressed data; leaves any other content.
Result<void> File::unpack(int descriptor)
{
    std::uint64_t offset = 0;
    const auto source = [&](std::span<char> into) -> Result<std::size_t> {
        auto count = readFullyAt(m_path, descriptor, offset, into);
        offset += count ? *count : 0;
        return count;
    };
    std::array<char, kPackingBytes> start = {};
    const auto count = source(start);
    const Packing packing = packingOf({start.data(), count ? *count : 0});
    if (packing == Packing::None) // an error shows when the file is read
        return {};
    offset = 0;
    auto part = m_openFiles->spool().addUnpacked(m_path, packing, source);
    if (!part)
        return part.error();
    if (part->size == 0)
        return emptyError(m_path, 0);
    m_spool = &m_openFiles->spool();
    m_unpacked = *part;
    return {};
}

/// Standard input can be read once, so its bytes stay for all that opens it.
Result<void> File::takeStandardInput()
{
    struct Input {
        Spool spool;
        Result<Spool::Part> part = Spool::Part();
        Input()
        {
            inputsKept::add(STDIN_FILENO);
            part = spool.add("-", [](std::span<char> into) { return readNext("-", STDIN_FILENO, into); });
            std::array<char, kPackingBytes> start = {};
            const auto count = part ? spool.readAt("-", part->offset, start) : Result<std::size_t>(std::size_t{0});
            const Packing packing = packingOf({start.data(), count ? *count : 0});
            if (packing == Packing::None)
                return;
            std::uint64_t done = 0;
            const Spool::Part packed = *part;
            part = spool.addUnpacked("-", packing, [&](std::span<char> into) -> Result<std::size_t> {
                const std::uint64_t left = std::min<std::uint64_t>(into.size(), packed.size - done);
                auto read = spool.readAt("-", packed.offset + done, into.first(static_cast<std::size_t>(left)));
                done += read ? *read : 0;
                return read;
            });
        }
    };
    static Input input;
    if (!input.part)
        return input.part.error();
    if (input.part->size == 0)
        return emptyError("-", 0);
    m_spool = &input.spool;
    m_unpacked = *input.part;
    return {};
}

Result<std::size_t> File::readUnpacked(std::uint64_t offset, std::span<char> into) const
{
    return m_spool->readAt(m_path, m_unpacked->offset + offset, into);
}

Result<std::shared_ptr<const File>> File::openRelated(const std::string& path) const
{
    auto file = open(path, m_openFiles);
    if (file || file.error().kind != ErrorKind::NotFound)
        return file;
    for (const std::string_view ending : kPackedEndings)
        if (auto packed = open(path + std::string(ending), m_openFiles))
            return packed;
    return file;
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
    const timespec change = sys::lastChange(status);
    return Identity{static_cast<std::uint64_t>(status.st_dev), status.st_ino,
                    static_cast<std::uint64_t>(status.st_size), change.tv_sec, change.tv_nsec};
}

Result<void> File::identify(int descriptor)
{
    if (auto readable = checkReadable(m_path, descriptor); !readable)
        return readable;
    const auto identity = identityOf(descriptor);
    if (!identity)
        return identity.error();
    m_identity = *identity;
    inputsKept::add(descriptor);
    return {};
}

Result<void> File::checkSame(int descriptor, Growth growth) const
{
    const auto now = identityOf(descriptor);
    if (!now)
        return now.error();
    const bool isThere = now->device == m_identity.device && now->inode == m_identity.inode;
    if (isThere && now->size < m_identity.size)
        return becameShorter(now->size);
    if (*now == m_identity || (isThere && growth == Growth::Allowed && now->size > m_identity.size))
        return {};
    return Error{ErrorKind::Io, m_path + " was changed or replaced while it was read. Open it again.", std::nullopt};
}

Error File::becameShorter(std::uint64_t size) const
{
    return shorterError(m_path, size, m_identity.size, "Open it again, or copy or capture it again if it stays so.");
}

Result<std::size_t> File::readAt(std::uint64_t offset, std::span<char> into, Growth growth) const
{
    const std::uint64_t left = offset < size() ? size() - offset : 0;
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
    if (m_unpacked)
        return readUnpacked(offset, into);
    const auto lease = m_openFiles->lend(this, m_path, [&](int descriptor) {
        auto readable = checkReadable(m_path, descriptor); // when opened again, the path may lead to anything
        return readable ? checkSame(descriptor, growth) : readable;
    });
    if (!lease)
        return lease.error();
    auto count = readFullyAt(m_path, lease->descriptor(), offset, into);
    if (!count)
        return count;
    if (*count < into.size())
        return becameShorter(offset + *count);
    if (const auto same = checkSame(lease->descriptor(), growth); !same)
        return same.error();
    return count;
}

std::optional<Error> File::failure() const
{
    const std::lock_guard lock(m_mutex);
    return m_failure;
}

} // namespace tidemark
