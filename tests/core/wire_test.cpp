#include "core/wire/file_cursor.h"
#include "core/wire/wire_reader.h"
#include "tests/support/exact_buffer.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace tidemark {
namespace {

using namespace test;

const std::vector<std::uint64_t> kValues = {
    0, 1, 127, 128, 300, 16383, 16384, 1ULL << 31, 1ULL << 35, 1ULL << 63, std::numeric_limits<std::uint64_t>::max()};

TEST(Varint, ReadsEveryLength)
{
    for (const std::uint64_t value : kValues) {
        const ExactBuffer bytes(varint(value));
        const char* const end = bytes.view().data() + bytes.view().size();
        const Varint read = readVarint(bytes.view().data(), end);
        ASSERT_EQ(read.next, end) << value;
        EXPECT_EQ(read.value, value);
    }
}

TEST(Varint, RefusesEveryTruncation)
{
    for (const std::uint64_t value : kValues) {
        const std::string whole = varint(value);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const ExactBuffer bytes(whole.substr(0, size));
            EXPECT_FALSE(readVarint(bytes.view().data(), bytes.view().data() + size).next)
                << value << " cut to " << size;
        }
    }
}

TEST(Varint, RefusesElevenBytes)
{
    const ExactBuffer bytes(std::string(10, '\x80') + '\x01');
    EXPECT_FALSE(readVarint(bytes.view().data(), bytes.view().data() + bytes.view().size()).next);
}

TEST(WireReader, ReadsEveryWireType)
{
    const ExactBuffer bytes(numberField(1, 300) + fixed64Field(2, 7) + bytesField(3, "abc") + fixed32Field(4, 9)
                            + numberField(536870911, static_cast<std::uint64_t>(-5)));
    WireReader reader(bytes.view());
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.field(), 1U);
    EXPECT_EQ(reader.int64(), 300);
    EXPECT_TRUE(reader.bytes().empty());
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.type(), WireType::Fixed64);
    EXPECT_EQ(reader.uint64(), 0U) << "a field of an unexpected type counts as missing";
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.bytes(), "abc");
    EXPECT_EQ(reader.uint64(), 0U);
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.type(), WireType::Fixed32);
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.field(), 536870911U);
    EXPECT_EQ(reader.int64(), -5);
    EXPECT_FALSE(reader.next());
    EXPECT_TRUE(reader.ok());
}

TEST(WireReader, StopsAtEveryTruncationWithoutReadingOn)
{
    const std::string whole = numberField(1, 300) + fixed64Field(2, 7) + bytesField(3, "abcdef") + fixed32Field(4, 9);
    const std::vector<std::size_t> ends = {0, 3, 12, 20, 25};
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const ExactBuffer bytes(whole.substr(0, size));
        WireReader reader(bytes.view());
        while (reader.next()) { }
        EXPECT_EQ(reader.ok(), std::ranges::find(ends, size) != ends.end()) << size;
    }
}

TEST(WireReader, StepsOverGroups)
{
    const std::string group = "\x0b" + numberField(2, 300) + "\x1b" + bytesField(1, "abc") + "\x1c" + fixed64Field(5, 1)
        + fixed32Field(6, 1) + "\x0c";
    const ExactBuffer exact(group + numberField(7, 42));
    WireReader reader(exact.view());
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.field(), 1U);
    EXPECT_FALSE(reader.isBytes() || reader.isVarint());
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.uint64(), 42U);
    EXPECT_FALSE(reader.next());
    EXPECT_TRUE(reader.ok());
    for (std::size_t size = 1; size < group.size(); ++size) {
        const ExactBuffer cut(std::string_view(group).substr(0, size));
        WireReader damaged(cut.view());
        EXPECT_FALSE(damaged.next()) << size;
        EXPECT_FALSE(damaged.ok()) << size;
    }
    const ExactBuffer deep(std::string(200, '\x0b') + std::string(200, '\x0c'));
    EXPECT_FALSE(WireReader(deep.view()).next());
}

TEST(WireReader, RefusesLooseEndsOfGroupsUnknownTypesAndFieldZero)
{
    for (const std::string& bytes : {std::string("\x0b\x14"), std::string("\x0c"), std::string("\x0e"),
                                     std::string("\x0f"), std::string("\x00\x01", 2)}) {
        const ExactBuffer exact(bytes);
        WireReader reader(exact.view());
        EXPECT_FALSE(reader.next());
        EXPECT_FALSE(reader.ok());
        EXPECT_EQ(reader.offset(), 0U);
    }
}

TEST(WireReader, RefusesLengthsBeyondTheEnd)
{
    for (const std::uint64_t size : {4ULL, 1ULL << 31, 1ULL << 32, 1ULL << 63, ~0ULL}) {
        const ExactBuffer bytes(bytesHead(1, size) + "abc");
        WireReader reader(bytes.view());
        EXPECT_FALSE(reader.next()) << size;
        EXPECT_FALSE(reader.ok());
    }
}

std::vector<std::int64_t> repeated(std::string_view bytes, bool& whole)
{
    std::vector<std::int64_t> values;
    whole = true;
    for (WireReader reader(bytes); reader.next();)
        whole = reader.forEachInt64([&](std::int64_t v) { values.push_back(v); }) && whole;
    return values;
}

TEST(WireReader, TakesPackedAndUnpackedNumbers)
{
    bool whole = false;
    const std::vector<std::int64_t> expected = {1, 300, -1};
    const std::string minusOne = varint(~0ULL);
    EXPECT_EQ(repeated(ExactBuffer(bytesField(1, varint(1) + varint(300) + minusOne)).view(), whole), expected);
    EXPECT_TRUE(whole);
    EXPECT_EQ(repeated(ExactBuffer(numberField(1, 1) + numberField(1, 300) + numberField(1, ~0ULL)).view(), whole),
              expected);
    EXPECT_EQ(repeated(ExactBuffer(numberField(1, 1) + bytesField(1, varint(300) + minusOne)).view(), whole), expected);
    EXPECT_TRUE(whole);
    repeated(ExactBuffer(bytesField(1, "\x01\x80")).view(), whole);
    EXPECT_FALSE(whole);
}

class FileCursorTest : public testing::Test
{
protected:
    std::shared_ptr<const File> open(std::string_view bytes)
    {
        const auto file = File::open(m_folder.write("file", bytes));
        EXPECT_TRUE(file);
        return *file;
    }

private:
    TempFolder m_folder;
};

TEST_F(FileCursorTest, WalksFieldsWithoutReadingBodies)
{
    const std::string body(100000, 'x');
    const auto file = open(numberField(1, 5) + bytesField(2, body) + fixed32Field(3, 1) + fixed64Field(4, 1)
                           + bytesField(5, "end"));
    FileWindow window(*file);
    FileCursor cursor(window, {0, file->size()});
    ASSERT_TRUE(cursor.next());
    EXPECT_EQ(cursor.uint64(), 5U);
    EXPECT_EQ(cursor.body().size, 0U);
    ASSERT_TRUE(cursor.next());
    EXPECT_EQ(cursor.body().size, body.size());
    EXPECT_EQ(cursor.text(3), "xxx");
    ASSERT_TRUE(cursor.next());
    ASSERT_TRUE(cursor.next());
    EXPECT_FALSE(cursor.isBytes());
    ASSERT_TRUE(cursor.next());
    EXPECT_EQ(cursor.text(), "end");
    EXPECT_FALSE(cursor.next());
    EXPECT_TRUE(cursor.ok());
    EXPECT_FALSE(cursor.isCut());
}

TEST_F(FileCursorTest, CutsABodyThatClaimsMoreThanThereIs)
{
    for (const std::uint64_t claimed : {4ULL, 1ULL << 32, ~0ULL}) {
        const auto file = open(bytesHead(1, claimed) + "abc");
        FileWindow window(*file);
        FileCursor cursor(window, {0, file->size()});
        ASSERT_TRUE(cursor.next());
        EXPECT_TRUE(cursor.isCut());
        EXPECT_EQ(cursor.text(), "abc");
        EXPECT_FALSE(cursor.next());
    }
}

TEST_F(FileCursorTest, KeepsInsideItsMessage)
{
    const auto file = open(bytesField(1, bytesHead(2, 9) + "abc") + bytesField(3, "other"));
    FileWindow window(*file);
    FileCursor outer(window, {0, file->size()});
    ASSERT_TRUE(outer.next());
    FileCursor inner(window, outer.body());
    ASSERT_TRUE(inner.next());
    EXPECT_TRUE(inner.isCut());
    EXPECT_EQ(inner.text(), "abc");
    ASSERT_TRUE(outer.next());
    EXPECT_EQ(outer.text(), "other");
}

TEST_F(FileCursorTest, SurvivesAFileThatShrinks)
{
    TempFolder folder;
    const std::string path = folder.write("file", bytesField(1, std::string(200000, 'x')) + bytesField(2, "end"));
    const auto file = *File::open(path);
    FileWindow window(*file);
    FileCursor cursor(window, {0, file->size()});
    ASSERT_TRUE(cursor.next());
    std::filesystem::resize_file(path, 100);
    EXPECT_LE(cursor.text(5000).size(), 5000U);
    EXPECT_FALSE(cursor.next());
    EXPECT_FALSE(cursor.ok());
    const auto bytes = Bytes::read(*file, 0, file->size());
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().kind, ErrorKind::Truncated);
}

TEST_F(FileCursorTest, RefusesRangesBehindTheEndBeforeTakingMemory)
{
    const auto file = open("abc");
    for (const std::uint64_t size : {4ULL, 1ULL << 60, ~0ULL})
        EXPECT_EQ(Bytes::read(*file, 0, size).error().kind, ErrorKind::Truncated);
    EXPECT_EQ(Bytes::read(*file, ~0ULL, 1).error().kind, ErrorKind::Truncated);
    EXPECT_EQ((*Bytes::read(*file, 1, 2))->view(), "bc");
    EXPECT_EQ((*Bytes::read(*file, 3, 0))->view(), "");
}

} // namespace
} // namespace tidemark
