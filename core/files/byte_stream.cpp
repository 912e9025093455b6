#include "core/files/byte_stream.h"

#include "core/files/inputs_kept.h"
#include "core/files/read_descriptor.h"
#include "core/files/system_error.h"

#include <array>
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
        return systemError(path, "cannot open");
    if (S_ISDIR(status.st_mode))
        return Error{ErrorKind::Unsupported, path + " is a folder. Name the log files in it.", std::nullopt};
    inputsKept::add(stream.m_descriptor);
    if (S_ISREG(status.st_mode) && !isInput)
        stream.m_size = static_cast<std::uint64_t>(status.st_size);
    if (const auto done = stream.unpack(); !done)
        return done.error();
    return stream;
}

/// Reads the first bytes, to find out whether the data are compressed. read() then unpacks them.
Result<void> ByteStream::unpack()
{
    std::string start;
    while (start.size() < kPackingBytes) {
        std::array<char, kPackingBytes> block = {};
        const auto count = readNext(m_path, m_descriptor, std::span(block).first(kPackingBytes - start.size()));
        if (!count)
            return count.error();
        if (*count == 0)
            break;
        start.append(block.data(), *count);
    }
    const Packing packing = packingOf(start);
    if (packing == Packing::None) {
        if (m_size) { // a file, whose bytes can be read again
            ::lseek(m_descriptor, 0, SEEK_SET);
            start.clear();
        }
        m_start = std::move(start);
        return {};
    }
    m_size.reset();
    m_unpacked.emplace(m_path, packing,
                       [path = m_path, descriptor = m_descriptor,
                        start = std::move(start)](std::span<char> into) mutable -> Result<std::size_t> {
                           if (!start.empty()) {
                               const std::size_t count = start.copy(into.data(), into.size());
                               start.erase(0, count);
                               return count;
                           }
                           return readNext(path, descriptor, into);
                       });
    return {};
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
    , m_unpacked(std::move(other.m_unpacked))
{ }

ByteStream::~ByteStream()
{
    if (m_descriptor > STDIN_FILENO)
        ::close(m_descriptor);
}

Result<std::size_t> ByteStream::read(std::span<char> into)
{
    if (m_unpacked)
        return m_unpacked->read(into);
    if (!m_start.empty()) {
        const std::size_t count = m_start.copy(into.data(), into.size());
        m_start.erase(0, count);
        m_done += count;
        return count;
    }
    auto count = readNext(m_path, m_descriptor, into);
    if (!count)
        return count;
    if (*count == 0 && m_done < m_size.value_or(0))
        return shorterError(m_path, m_done, *m_size, "Open it again.");
    m_done += *count;
    return count;
}

} // namespace tidemark
