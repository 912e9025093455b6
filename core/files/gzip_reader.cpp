#include "core/files/gzip_reader.h"

#include "core/base/text.h"

#include <optional>
#include <vector>
#include <zlib.h>

namespace tidemark {
namespace {

Error gzipError(const std::string& path, const std::string& what, std::uint64_t at)
{
    return {ErrorKind::Malformed,
            path + ": " + what + " at byte " + groupedNumber(static_cast<std::int64_t>(at))
                + ". Copy the file again, or unpack the readable part with gzip -dc and open that.",
            at};
}

} // namespace

struct GzipReader::State {
    std::string path;
    Source source;
    std::vector<char> in = std::vector<char>(std::size_t{1} << 18);
    z_stream stream = {};
    std::uint64_t done = 0; // packed bytes that were read
    bool isReady = false;
    bool isEnd = false; // of the source
    bool isBetween = false; // a member has ended

    Result<void> refill()
    {
        const auto count = source(in);
        if (!count)
            return count.error();
        done += *count;
        isEnd = *count == 0;
        stream.next_in = reinterpret_cast<Bytef*>(in.data());
        stream.avail_in = static_cast<uInt>(*count);
        return {};
    }
};

GzipReader::GzipReader(std::string path, Source source)
    : m_state(std::make_unique<State>())
{
    m_state->path = std::move(path);
    m_state->source = std::move(source);
    constexpr int kGzip = 16; // zlib's flag for the gzip format
    m_state->isReady = inflateInit2(&m_state->stream, kGzip + MAX_WBITS) == Z_OK;
}

GzipReader::GzipReader(GzipReader&&) noexcept = default;

GzipReader::~GzipReader()
{
    if (m_state)
        inflateEnd(&m_state->stream);
}

Result<std::size_t> GzipReader::read(std::span<char> into)
{
    State& state = *m_state;
    z_stream& stream = state.stream;
    if (!state.isReady)
        return Error{ErrorKind::TooLarge, state.path + ": not enough memory to unpack it.", std::nullopt};
    stream.next_out = reinterpret_cast<Bytef*>(into.data());
    stream.avail_out = static_cast<uInt>(into.size());
    while (stream.avail_out == into.size()) {
        if (stream.avail_in == 0 && !state.isEnd)
            if (const auto done = state.refill(); !done)
                return done.error();
        if (state.isBetween) {
            if (stream.avail_in == 0)
                break;
            if (*stream.next_in == 0) { // padding, as on tapes
                ++stream.next_in;
                --stream.avail_in;
                continue;
            }
            inflateReset(&stream);
            state.isBetween = false;
        }
        if (stream.avail_in == 0)
            return gzipError(state.path, "the gzip data are cut off", state.done);
        const int status = inflate(&stream, Z_NO_FLUSH);
        state.isBetween = status == Z_STREAM_END;
        if (status != Z_OK && status != Z_STREAM_END)
            return gzipError(state.path, "the gzip data are damaged", state.done - stream.avail_in);
    }
    return into.size() - stream.avail_out;
}

std::uint64_t GzipReader::packedBytes() const
{
    return m_state->done;
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
