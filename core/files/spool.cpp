#include "core/files/spool.h"

#include "core/base/text.h"
#include "core/files/system_error.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>
#include <zlib.h>

namespace tidemark {
namespace {

constexpr std::size_t kBlock = std::size_t{1} << 18;

Error gzipError(const std::string& path, const std::string& what, std::uint64_t at)
{
    return {ErrorKind::Malformed,
            path + ": " + what + " at byte " + groupedNumber(static_cast<std::int64_t>(at))
                + ". Copy the file again, or unpack what is left with gzip -dc and open that.",
            at};
}

/// Inflates a source block by block.
class Inflater
{
public:
    Inflater(const std::string& path, const Spool::Source& source)
        : m_path(path)
        , m_source(source)
        , m_in(kBlock)
    {
        constexpr int kGzip = 16; // zlib's flag for the gzip format
        m_isReady = inflateInit2(&m_stream, kGzip + MAX_WBITS) == Z_OK;
    }
    ~Inflater() { inflateEnd(&m_stream); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// The next unpacked bytes; 0 at the end.
    Result<std::size_t> read(std::span<char> into)
    {
        if (!m_isReady)
            return Error{ErrorKind::TooLarge, m_path + ": not enough memory to unpack it.", std::nullopt};
        m_stream.next_out = reinterpret_cast<Bytef*>(into.data());
        m_stream.avail_out = static_cast<uInt>(into.size());
        while (m_stream.avail_out == into.size()) {
            if (m_stream.avail_in == 0 && !m_isEnd)
                if (const auto error = refill())
                    return *error;
            if (m_isBetween) {
                if (m_stream.avail_in == 0)
                    break;
                if (*m_stream.next_in == 0) { // padding, as on tapes
                    ++m_stream.next_in;
                    --m_stream.avail_in;
                    continue;
                }
                inflateReset(&m_stream);
                m_isBetween = false;
            }
            if (m_stream.avail_in == 0)
                return gzipError(m_path, "the gzip data are cut off", m_done);
            const int status = inflate(&m_stream, Z_NO_FLUSH);
            m_isBetween = status == Z_STREAM_END;
            if (status != Z_OK && status != Z_STREAM_END)
                return gzipError(m_path, "the gzip data are damaged", m_done - m_stream.avail_in);
        }
        return into.size() - m_stream.avail_out;
    }
    std::uint64_t packedBytes() const { return m_done; }

private:
    std::optional<Error> refill()
    {
        const auto count = m_source(m_in);
        if (!count)
            return count.error();
        m_done += *count;
        m_isEnd = *count == 0;
        m_stream.next_in = reinterpret_cast<Bytef*>(m_in.data());
        m_stream.avail_in = static_cast<uInt>(*count);
        return std::nullopt;
    }

    const std::string& m_path;
    const Spool::Source& m_source;
    std::vector<char> m_in;
    z_stream m_stream = {};
    std::uint64_t m_done = 0; // packed bytes that were read
    bool m_isReady = false;
    bool m_isEnd = false; // of the source
    bool m_isBetween = false; // a member has ended
};

} // namespace

Spool::~Spool()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

std::optional<Error> Spool::open(const std::string& path)
{
    if (m_descriptor >= 0)
        return std::nullopt;
    std::error_code error;
    std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error)
        folder = "/tmp";
    std::string name = (folder / "tidemark-XXXXXX").string();
    m_descriptor = ::mkostemp(name.data(), O_CLOEXEC); // mode 0600
    if (m_descriptor < 0)
        return systemError(path, ("cannot unpack into " + folder.string()).c_str());
    ::unlink(name.c_str());
    return std::nullopt;
}

std::optional<Error> Spool::write(const std::string& path, std::span<const char> bytes)
{
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t count = ::pwrite(m_descriptor, bytes.data() + done, bytes.size() - done,
                                       static_cast<off_t>(m_end + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemError(path, "cannot unpack into the temporary folder");
        done += static_cast<std::size_t>(count);
    }
    m_end += done;
    return std::nullopt;
}

Result<Spool::Part> Spool::add(const std::string& path, const Source& source)
{
    const std::lock_guard lock(m_mutex);
    if (const auto error = open(path))
        return *error;
    const std::uint64_t begin = m_end;
    std::vector<char> block(kBlock);
    while (true) {
        const auto count = source(block);
        if (!count || *count == 0) {
            if (count)
                return Part{begin, m_end - begin};
            m_end = begin;
            return count.error();
        }
        if (const auto error = write(path, std::span(block).first(*count))) {
            m_end = begin;
            return *error;
        }
    }
}

Result<Spool::Part> Spool::addUnpacked(const std::string& path, const Source& source)
{
    Inflater inflater(path, source);
    std::uint64_t unpacked = 0;
    return add(path, [&](std::span<char> into) -> Result<std::size_t> {
        auto count = inflater.read(into);
        unpacked += count ? *count : 0;
        const std::uint64_t most
            = std::min(kMostUnpacked, std::max(kSmall, inflater.packedBytes() * kMostRatio));
        if (count && unpacked > most)
            return Error{ErrorKind::TooLarge,
                         path + " unpacks to more than " + bytesText(static_cast<std::int64_t>(most))
                             + ": Tidemark unpacks at most " + bytesText(static_cast<std::int64_t>(kMostUnpacked))
                             + " and, beyond " + bytesText(static_cast<std::int64_t>(kSmall)) + ", "
                             + std::to_string(kMostRatio) + " times the compressed size. Unpack it with gzip -dc.",
                         std::nullopt};
        return count;
    });
}

Result<std::size_t> Spool::readAt(const std::string& path, std::uint64_t offset, std::span<char> into) const
{
    std::size_t done = 0;
    while (done < into.size()) {
        const ssize_t count = ::pread(m_descriptor, into.data() + done, into.size() - done,
                                      static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemError(path, "cannot read");
        if (count == 0)
            break;
        done += static_cast<std::size_t>(count);
    }
    return done;
}

bool isGzip(std::string_view start)
{
    return start.starts_with("\x1f\x8b\x08");
}

std::string_view withoutGz(std::string_view name)
{
    constexpr std::string_view kEnding = ".gz";
    return name.ends_with(kEnding) ? name.substr(0, name.size() - kEnding.size()) : name;
}

} // namespace tidemark
