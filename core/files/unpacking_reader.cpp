#include "core/files/unpacking_reader.h"

#include "core/base/text.h"

#include <algorithm>
#include <optional>
#include <vector>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

namespace tidemark {
namespace {

/// One format of compressed data. A part is a member of gzip data or a frame of zstd data.
class Codec
{
public:
    Codec() = default;
    Codec(const Codec&) = delete;
    Codec& operator=(const Codec&) = delete;
    virtual ~Codec() = default;

    enum class Outcome { Goes, PartEnds, Damaged, NeedsMemory, NeedsDictionary, OutOfMemory };
    struct Step {
        std::size_t consumed = 0;
        std::size_t produced = 0;
        Outcome outcome = Outcome::Goes;
    };
    /// Returns false if there is no memory for it.
    virtual bool isReady() const = 0;
    /// Unpacks some of the bytes. It makes progress unless it needs more of them.
    virtual Step unpack(std::span<const char> in, std::span<char> out) = 0;
    virtual void beginPart() = 0;
    /// Whether a byte between two parts is padding. gzip data on tapes end with zeros.
    virtual bool isPadding(char byte) const = 0;
    virtual const char* name() const = 0; // of the format, and of its tool
};

class GzipCodec : public Codec
{
public:
    GzipCodec()
    {
        constexpr int kGzip = 16; // zlib's flag for the gzip format
        m_isReady = inflateInit2(&m_stream, kGzip + MAX_WBITS) == Z_OK;
    }
    ~GzipCodec() override { inflateEnd(&m_stream); }

    bool isReady() const override { return m_isReady; }
    Step unpack(std::span<const char> in, std::span<char> out) override
    {
        // zlib does not change the input. Its interface is older than const.
        m_stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
        m_stream.avail_in = static_cast<uInt>(in.size());
        m_stream.next_out = reinterpret_cast<Bytef*>(out.data());
        m_stream.avail_out = static_cast<uInt>(out.size());
        const int status = inflate(&m_stream, Z_NO_FLUSH);
        Step step{in.size() - m_stream.avail_in, out.size() - m_stream.avail_out};
        if (status == Z_STREAM_END)
            step.outcome = Outcome::PartEnds;
        else if (status == Z_MEM_ERROR)
            step.outcome = Outcome::OutOfMemory;
        else if (status != Z_OK && status != Z_BUF_ERROR)
            step.outcome = Outcome::Damaged;
        return step;
    }
    void beginPart() override { inflateReset(&m_stream); }
    bool isPadding(char byte) const override { return byte == 0; }
    const char* name() const override { return "gzip"; }

private:
    z_stream m_stream = {};
    bool m_isReady = false;
};

class ZstdCodec : public Codec
{
public:
    ~ZstdCodec() override { ZSTD_freeDCtx(m_context); }

    bool isReady() const override { return m_context != nullptr; }
    Step unpack(std::span<const char> in, std::span<char> out) override
    {
        ZSTD_inBuffer from = {in.data(), in.size(), 0};
        ZSTD_outBuffer to = {out.data(), out.size(), 0};
        const std::size_t left = ZSTD_decompressStream(m_context, &to, &from);
        Step step{from.pos, to.pos};
        if (left == 0)
            step.outcome = Outcome::PartEnds;
        else if (ZSTD_isError(left))
            step.outcome = outcomeOf(ZSTD_getErrorCode(left));
        return step;
    }
    void beginPart() override { } // the library begins the next frame by itself
    bool isPadding(char /*byte*/) const override { return false; }
    const char* name() const override { return "zstd"; }

private:
    static Outcome outcomeOf(ZSTD_ErrorCode error)
    {
        switch (error) {
        case ZSTD_error_frameParameter_windowTooLarge:
            return Outcome::NeedsMemory;
        case ZSTD_error_dictionary_wrong:
            return Outcome::NeedsDictionary;
        case ZSTD_error_memory_allocation:
            return Outcome::OutOfMemory;
        default:
            return Outcome::Damaged;
        }
    }

    ZSTD_DCtx* m_context = ZSTD_createDCtx();
};

std::unique_ptr<Codec> codecFor(Packing packing)
{
    if (packing == Packing::Zstd)
        return std::make_unique<ZstdCodec>();
    return std::make_unique<GzipCodec>();
}

std::string sizeText(std::uint64_t bytes)
{
    return bytesText(static_cast<std::int64_t>(bytes));
}

} // namespace

struct UnpackingReader::State {
    std::string path;
    ByteSource source;
    UnpackingLimits limits;
    std::unique_ptr<Codec> codec;
    std::vector<char> block = std::vector<char>(std::size_t{1} << 18);
    std::span<const char> in; // bytes of the block that are not unpacked yet
    std::uint64_t packed = 0; // bytes that were read
    std::uint64_t unpacked = 0;
    bool isEnd = false; // of the source
    bool isBetween = false; // a part has ended

    Result<void> refill()
    {
        const auto count = source(block);
        if (!count)
            return count.error();
        in = std::span(block).first(*count);
        packed += *count;
        isEnd = *count == 0;
        return {};
    }

    Error damage(const char* what, std::uint64_t at) const
    {
        const std::string name = codec->name();
        return {ErrorKind::Malformed,
                path + ": the " + name + " data are " + what + " at byte "
                    + groupedNumber(static_cast<std::int64_t>(at))
                    + ". Copy the file again, or unpack the readable part with " + name + " -dc and open that.",
                at};
    }

    Error outOfMemory() const
    {
        return {ErrorKind::TooLarge, path + ": not enough memory to unpack it.", std::nullopt};
    }

    /// Begins the next part if one has ended. Returns false at the end of the data.
    bool goOn()
    {
        if (!isBetween)
            return true;
        while (!in.empty() && codec->isPadding(in.front()))
            in = in.subspan(1);
        if (in.empty())
            return !isEnd;
        codec->beginPart();
        isBetween = false;
        return true;
    }

    Result<std::size_t> step(std::span<char> into)
    {
        const Codec::Step step = codec->unpack(in, into);
        in = in.subspan(step.consumed);
        isBetween = step.outcome == Codec::Outcome::PartEnds;
        if (step.outcome == Codec::Outcome::NeedsMemory)
            return Error{ErrorKind::TooLarge,
                         path + " needs more than 128 MiB of memory to be unpacked. Unpack it with zstd -d --long=31.",
                         std::nullopt};
        if (step.outcome == Codec::Outcome::NeedsDictionary)
            return Error{ErrorKind::Unsupported,
                         path + " needs a dictionary to be unpacked. Unpack it with zstd -d -D DICTIONARY.",
                         std::nullopt};
        if (step.outcome == Codec::Outcome::OutOfMemory)
            return outOfMemory();
        if (step.outcome == Codec::Outcome::Damaged)
            return damage("damaged", packed - in.size());
        if (step.produced == 0 && step.consumed == 0 && !isBetween && isEnd)
            return damage("cut off", packed);
        return step.produced;
    }

    Result<void> checkLimits() const
    {
        const std::uint64_t most = std::min(limits.most, std::max(limits.small, packed * limits.ratio));
        if (unpacked <= most)
            return {};
        return Error{ErrorKind::TooLarge,
                     path + " unpacks to more than " + sizeText(most) + " from " + sizeText(packed)
                         + ": Tidemark unpacks at most " + sizeText(limits.most) + " and, beyond "
                         + sizeText(limits.small) + ", " + std::to_string(limits.ratio)
                         + " times the compressed size. Unpack it with " + codec->name() + " -dc.",
                     std::nullopt};
    }
};

UnpackingReader::UnpackingReader(std::string path, Packing packing, ByteSource source, const UnpackingLimits& limits)
    : m_state(std::make_unique<State>())
{
    m_state->path = std::move(path);
    m_state->source = std::move(source);
    m_state->limits = limits;
    m_state->codec = codecFor(packing);
}

UnpackingReader::UnpackingReader(UnpackingReader&&) noexcept = default;
UnpackingReader::~UnpackingReader() = default;

Result<std::size_t> UnpackingReader::read(std::span<char> into)
{
    State& state = *m_state;
    if (!state.codec->isReady())
        return state.outOfMemory();
    while (true) {
        if (state.in.empty() && !state.isEnd)
            if (const auto done = state.refill(); !done)
                return done.error();
        if (!state.goOn())
            return std::size_t{0};
        if (state.isBetween) // only padding was left
            continue;
        const auto count = state.step(into);
        if (!count || *count == 0) {
            if (!count)
                return count;
            continue;
        }
        state.unpacked += *count;
        if (const auto allowed = state.checkLimits(); !allowed)
            return allowed.error();
        return count;
    }
}

std::uint64_t UnpackingReader::beyondRatio() const
{
    return m_state->unpacked - std::min(m_state->unpacked, m_state->packed * m_state->limits.ratio);
}

Packing packingOf(std::string_view start)
{
    if (start.starts_with("\x1f\x8b\x08"))
        return Packing::Gzip;
    if (start.starts_with("\x28\xb5\x2f\xfd"))
        return Packing::Zstd;
    // A frame that is skipped. The parallel tool of zstd writes one first.
    const bool isSkipped = start.size() >= kPackingBytes && start.substr(1).starts_with("\x2a\x4d\x18")
        && (static_cast<unsigned char>(start[0]) & 0xF0U) == 0x50;
    return isSkipped ? Packing::Zstd : Packing::None;
}

std::string_view withoutPackedEnding(std::string_view name)
{
    for (const std::string_view ending : kPackedEndings)
        if (name.ends_with(ending))
            return name.substr(0, name.size() - ending.size());
    return name;
}

} // namespace tidemark
