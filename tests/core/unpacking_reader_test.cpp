#include "core/files/unpacking_reader.h"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <random>
#include <zlib.h>
#include <zstd.h>

namespace tidemark {
namespace {

std::string gzipped(std::string_view data)
{
    z_stream stream = {};
    EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string packed(deflateBound(&stream, static_cast<uLong>(data.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(data.data()));
    stream.avail_in = static_cast<uInt>(data.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

std::string zstdPacked(std::string_view data, bool hasChecksum = true)
{
    ZSTD_CCtx* const context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, hasChecksum ? 1 : 0);
    std::string packed(ZSTD_compressBound(data.size()), '\0');
    const std::size_t size = ZSTD_compress2(context, packed.data(), packed.size(), data.data(), data.size());
    EXPECT_FALSE(ZSTD_isError(size));
    packed.resize(size);
    ZSTD_freeCCtx(context);
    return packed;
}

/// A source that gives at most `most` bytes at a time.
ByteSource sourceOf(std::string_view data, std::size_t most)
{
    return [data, most](std::span<char> into) mutable -> Result<std::size_t> {
        const std::size_t count = data.copy(into.data(), std::min(most, into.size()));
        data.remove_prefix(count);
        return count;
    };
}

/// Everything that data unpack to.
Result<std::string> unpacked(std::string_view data, std::size_t most = 1 << 16, const UnpackingLimits& limits = {})
{
    UnpackingReader reader("a.bin", packingOf(data), sourceOf(data, most), limits);
    std::string all;
    std::array<char, 1000> block = {};
    while (true) {
        const auto count = reader.read(block);
        if (!count)
            return count.error();
        if (*count == 0)
            return all;
        all.append(block.data(), *count);
    }
}

/// The data, or the text of the error.
std::string dataOrError(std::string_view data, std::size_t most = 1 << 16, const UnpackingLimits& limits = {})
{
    auto result = unpacked(data, most, limits);
    return result ? std::move(*result) : result.error().message;
}

std::string someText(std::size_t size)
{
    std::mt19937 random(7);
    std::string text;
    while (text.size() < size)
        text += "buffer " + std::to_string(random() % 1000) + " of fusion\n";
    return text;
}

class Unpacking : public testing::TestWithParam<std::string (*)(std::string_view)>
{
protected:
    std::string packed(std::string_view data) const { return GetParam()(data); }
};

INSTANTIATE_TEST_SUITE_P(Formats, Unpacking,
                         testing::Values(
                             +[](std::string_view data) { return gzipped(data); },
                             +[](std::string_view data) { return zstdPacked(data); },
                             +[](std::string_view data) { return zstdPacked(data, false); }));

TEST_P(Unpacking, GivesTheDataInBlocksOfAnySize)
{
    for (const std::size_t size : {0U, 1U, 999U, 1000U, 1001U, 300'000U}) {
        const std::string text = someText(size).substr(0, size);
        for (const std::size_t most : {std::size_t{1}, std::size_t{1000}, std::size_t{1} << 20})
            EXPECT_EQ(dataOrError(packed(text), most), text) << size << " " << most;
    }
}

TEST_P(Unpacking, PartsFollowOneAnother)
{
    EXPECT_EQ(dataOrError(packed("one ") + packed("") + packed("two")), "one two");
    EXPECT_EQ(dataOrError(packed("one ") + packed("two"), 1), "one two");
}

TEST_P(Unpacking, CutDataAreAnErrorWithTheByte)
{
    const std::string data = packed(someText(3000));
    for (std::size_t size = kPackingBytes; size < data.size(); ++size) {
        const auto part = unpacked(std::string_view(data).substr(0, size), 7);
        ASSERT_FALSE(part) << size;
        EXPECT_EQ(part.error().offset, size);
        EXPECT_NE(part.error().message.find("data are cut off at byte"), std::string::npos) << part.error().message;
    }
}

TEST_P(Unpacking, OtherDataBehindThemAreDamage)
{
    const auto result = unpacked(packed("one") + "rest of the file");
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("are damaged at byte"), std::string::npos);
    EXPECT_NE(result.error().message.find("Copy the file again"), std::string::npos);
}

TEST_P(Unpacking, DataBeyondTheLimitsAreRefusedWithSizeAndRatio)
{
    const std::string zeros(1 << 20, '\0');
    UnpackingLimits limits;
    limits.small = 100'000;
    const auto result = unpacked(packed(zeros), 1 << 16, limits);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::TooLarge);
    EXPECT_NE(result.error().message.find("at most 64 GiB and, beyond 97.66 KiB, 300 times the compressed size"),
              std::string::npos)
        << result.error().message;
    limits.ratio = 100'000;
    EXPECT_EQ(dataOrError(packed(zeros), 1 << 16, limits), zeros);
    limits.most = 200'000;
    EXPECT_FALSE(unpacked(packed(zeros), 1 << 16, limits));
}

TEST_P(Unpacking, AnErrorOfTheSourceIsItsOwn)
{
    const std::string data = packed(someText(3000));
    UnpackingReader reader("a.bin", packingOf(data), [&](std::span<char> into) -> Result<std::size_t> {
        if (into.size() > data.size())
            return Error{ErrorKind::Io, "the disk", std::nullopt};
        return std::size_t{0};
    });
    std::array<char, 10> block = {};
    const auto count = reader.read(block);
    ASSERT_FALSE(count);
    EXPECT_EQ(count.error().message, "the disk");
}

TEST(UnpackingReader, AFlippedBitIsAnErrorOrChangesNothingWhereThereIsAChecksum)
{
    const std::string text = someText(2000);
    for (const std::string& data : {gzipped(text), zstdPacked(text)})
        for (std::size_t bit = kPackingBytes * 8; bit < data.size() * 8; ++bit) {
            std::string damaged = data;
            damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << bit % 8));
            const auto result = unpacked(damaged);
            EXPECT_TRUE(!result || *result == text) << bit;
        }
}

TEST(UnpackingReader, FramesThatAreSkippedHaveNoData)
{
    const std::string skipped("\x5e\x2a\x4d\x18\x03\0\0\0abc", 11);
    EXPECT_EQ(packingOf(skipped), Packing::Zstd);
    EXPECT_EQ(dataOrError(skipped + zstdPacked("one") + skipped), "one");
    EXPECT_EQ(dataOrError(gzipped("one") + std::string(1000, '\0')), "one") << "padding, as on tapes";
}

TEST(UnpackingReader, AFrameThatClaimsMuchMemoryIsRefused)
{
    const std::string frame("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00", 9); // a window of 2 GiB
    const auto result = unpacked(frame);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().kind, ErrorKind::TooLarge);
    EXPECT_NE(result.error().message.find("zstd -d --long=31"), std::string::npos);
}

TEST(UnpackingReader, ContentDecidesAndNamesLoseTheirEnding)
{
    EXPECT_EQ(packingOf("\x1f\x8b\x08"), Packing::Gzip);
    EXPECT_EQ(packingOf("\x28\xb5\x2f"), Packing::None);
    EXPECT_EQ(packingOf(""), Packing::None);
    EXPECT_EQ(withoutPackedEnding("a.hlo.pb.gz"), "a.hlo.pb");
    EXPECT_EQ(withoutPackedEnding("a.hlo.pb.zst"), "a.hlo.pb");
    EXPECT_EQ(withoutPackedEnding("a.zst.pb"), "a.zst.pb");
}

} // namespace
} // namespace tidemark
