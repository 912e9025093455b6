#include "core/files/spool.h"

#include "core/files/read_descriptor.h"
#include "core/files/system_error.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

namespace tidemark {
namespace {

constexpr std::size_t kSpoolBlock = std::size_t{1} << 18;

} // namespace

Spool::~Spool()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<void> Spool::open(const std::string& path)
{
    if (m_descriptor >= 0)
        return {};
    std::error_code error;
    std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error)
        folder = "/tmp";
    std::string name = (folder / "tidemark-XXXXXX").string();
    m_descriptor = ::mkostemp(name.data(), O_CLOEXEC); // mode 0600
    if (m_descriptor < 0)
        return systemError(path, ("cannot unpack into " + folder.string()).c_str());
    ::unlink(name.c_str());
    return {};
}

Result<void> Spool::write(const std::string& path, std::span<const char> bytes)
{
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count
            = ::pwrite(m_descriptor, bytes.data() + done, bytes.size() - done, static_cast<off_t>(m_end + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemError(path, "cannot unpack into the temporary folder");
        done += static_cast<std::size_t>(count);
    }
    m_end += done;
    return {};
}

Result<Spool::Part> Spool::add(const std::string& path, const ByteSource& source)
{
    const std::lock_guard lock(m_mutex);
    if (const auto done = open(path); !done)
        return done.error();
    const std::uint64_t begin = m_end;
    std::vector<char> block(kSpoolBlock);
    while (true) {
        const auto count = source(block);
        if (!count || *count == 0) {
            if (count)
                return Part{begin, m_end - begin};
            m_end = begin;
            return count.error();
        }
        if (const auto done = write(path, std::span(block).first(*count)); !done) {
            m_end = begin;
            return done.error();
        }
    }
}

Result<Spool::Part> Spool::addUnpacked(const std::string& path, Packing packing, ByteSource source)
{
    UnpackingLimits limits;
    limits.small -= std::min(limits.small, m_beyondRatio.load());
    UnpackingReader reader(path, packing, std::move(source), limits);
    auto part = add(path, [&](std::span<char> into) { return reader.read(into); });
    if (part)
        m_beyondRatio += reader.beyondRatio();
    return part;
}

Result<std::size_t> Spool::readAt(const std::string& path, std::uint64_t offset, std::span<char> into) const
{
    return readFullyAt(path, m_descriptor, offset, into);
}

} // namespace tidemark
