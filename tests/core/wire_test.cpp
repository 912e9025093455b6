#include "core/wire/file_cursor.h"
#include "core/wire/wire_reader.h"
#include "tests/support/exact_buffer.h"
#include "tests/support/temp_folder.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

#include <filesystem>
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

TEST(Varint, KeepsEveryBit)
{
    for (int bit = 0; bit < 64; ++bit)
        for (const std::uint64_t value : {1ULL << bit, (1ULL << bit) - 1, ~0ULL << bit, 0x123456789abcdefULL >> bit})
            for (const std::size_t behind : {1U, 2U, 3U, 8U}) { // varints with enough bytes after them are read at once
                const ExactBuffer bytes(varint(value) + std::string(behind, '\xff'));
                const Varint read = readVarint(bytes.view().data(), bytes.view().data() + bytes.view().size());
                ASSERT_EQ(read.next, bytes.view().data() + bytes.view().size() - behind) << value;
                EXPECT_EQ(read.value, value);
            }
}

TEST(Varint, MayBeWrittenLongerThanNeeded)
{
    const ExactBuffer bytes("\x85\x80\x80\x80\x80\x80\x80\x80\x80" + std::string(1, '\0'));
    const Varint read = readVarint(bytes.view().data(), bytes.view().data() + 10);
    EXPECT_EQ(read.next, bytes.view().data() + 10);
    EXPECT_EQ(read.value, 5U);
}

/// Reads the varints one by one.
bool areVarints(const ExactBuffer& bytes)
{
    const char* at = bytes.view().data();
    const char* const end = at + bytes.view().size();
    while (at && at != end)
        at = readVarint(at, end).next;
    return at != nullptr;
}

TEST(PackedVarints, EqualThoseReadOneByOne)
{
    for (std::size_t before = 0; before < 26; ++before)
        for (std::size_t going = 0; going < 13; ++going)
            for (std::size_t after = 0; after < 12; ++after) {
                const ExactBuffer bytes(std::string(before, '\x01') + std::string(going, '\xff')
                                        + std::string(after, '\x01'));
                ASSERT_EQ(arePackedVarints(bytes.view()), areVarints(bytes)) << before << ' ' << going << ' ' << after;
            }
}

TEST(FieldHead, TakesTheLargestFieldAndNoMore)
{
    const auto head = [](std::string_view text) {
        const ExactBuffer bytes(text);
        return readFieldHead(bytes.view().data(), bytes.view().data() + bytes.view().size());
    };
    EXPECT_EQ(head(numberField(1, 7))->field, 1U);
    EXPECT_EQ(head(numberField(1, 7))->value, 7U);
    EXPECT_EQ(head(numberField(0x1fffffff, 7))->field, 0x1fffffffU);
    EXPECT_FALSE(head(varint(std::uint64_t{0x20000000} << 3) + varint(7)));
    EXPECT_FALSE(head(varint(0) + varint(7))) << "field 0";
    EXPECT_EQ(head(fixed64Field(3, 1))->size, 8U);
    EXPECT_EQ(head(fixed32Field(3, 1))->size, 4U);
    EXPECT_EQ(head(bytesField(3, "abc"))->size, 3U);
    EXPECT_EQ(head(bytesField(3, "abc"))->value, 0U);
    for (const char* unknown : {"\x0e", "\x0f"})
        EXPECT_FALSE(head(unknown)) << "types 6 and 7";
    EXPECT_FALSE(head(""));
    EXPECT_FALSE(head("\x08")) << "a number that is not there";
}

TEST(WireReader, ReadsEveryWireType)
{
    const ExactBuffer bytes(numberField(1, 300) + fixed64Field(2, 7) + bytesField(3, "abc") + fixed32Field(4, 9)
                            + numberField(536870911, static_cast<std::uint64_t>(-5)));
    Damage damage(bytes.view());
    WireReader reader(bytes.view(), damage);
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
    EXPECT_FALSE(damage);
}

TEST(WireReader, StopsAtEveryTruncation)
{
    const std::string whole = numberField(1, 300) + fixed64Field(2, 7) + bytesField(3, "abcdef") + fixed32Field(4, 9);
    const std::vector<std::size_t> ends = {0, 3, 12, 20, 25};
    for (std::size_t size = 0; size < whole.size(); ++size) {
        const ExactBuffer bytes(whole.substr(0, size));
        Damage damage(bytes.view(), 1000);
        WireReader reader(bytes.view(), damage);
        while (reader.next()) { }
        const bool isEnd = std::ranges::find(ends, size) != ends.end();
        EXPECT_EQ(reader.ok(), isEnd) << size;
        EXPECT_EQ(!damage, isEnd) << size;
        if (damage) {
            EXPECT_EQ(*damage.at(), 1000 + *std::prev(std::ranges::upper_bound(ends, size))) << size;
        }
    }
}

TEST(WireReader, StepsOverGroups)
{
    const std::string group = "\x0b" + numberField(2, 300) + "\x1b" + bytesField(1, "abc") + "\x1c" + fixed64Field(5, 1)
        + fixed32Field(6, 1) + "\x0c";
    const ExactBuffer exact(group + numberField(7, 42));
    Damage damage(exact.view());
    WireReader reader(exact.view(), damage);
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.field(), 1U);
    EXPECT_FALSE(reader.isBytes() || reader.isVarint());
    ASSERT_TRUE(reader.next());
    EXPECT_EQ(reader.uint64(), 42U);
    EXPECT_FALSE(reader.next());
    EXPECT_TRUE(reader.ok());
    for (std::size_t size = 1; size < group.size(); ++size) {
        const ExactBuffer cut(std::string_view(group).substr(0, size));
        Damage inGroup(cut.view());
        WireReader damaged(cut.view(), inGroup);
        EXPECT_FALSE(damaged.next()) << size;
        EXPECT_FALSE(damaged.ok()) << size;
        EXPECT_EQ(inGroup.at(), 0U) << size;
    }
}

bool readsGroupsOfDepth(std::size_t depth)
{
    const ExactBuffer bytes(std::string(depth, '\x0b') + std::string(depth, '\x0c'));
    Damage damage(bytes.view());
    return WireReader(bytes.view(), damage).next() && !damage;
}

TEST(WireReader, EntersGroupsAsDeepAsProtobuf)
{
    EXPECT_TRUE(readsGroupsOfDepth(100));
    EXPECT_FALSE(readsGroupsOfDepth(101));
}

TEST(WireReader, RefusesLooseEndsOfGroupsUnknownTypesAndFieldZero)
{
    for (const std::string& bytes : {std::string("\x0b\x14"), std::string("\x0c"), std::string("\x0e"),
                                     std::string("\x0f"), std::string("\x00\x01", 2)}) {
        const ExactBuffer exact(bytes);
        Damage damage(exact.view());
        WireReader reader(exact.view(), damage);
        EXPECT_FALSE(reader.next());
        EXPECT_FALSE(reader.ok());
        EXPECT_EQ(reader.offset(), 0U);
        EXPECT_EQ(damage.at(), 0U);
    }
}

TEST(WireReader, RefusesLengthsBeyondTheEnd)
{
    for (const std::uint64_t size : {4ULL, 1ULL << 31, 1ULL << 32, 1ULL << 63, ~0ULL}) {
        const ExactBuffer bytes(bytesHead(1, size) + "abc");
        Damage damage(bytes.view());
        WireReader reader(bytes.view(), damage);
        EXPECT_FALSE(reader.next()) << size;
        EXPECT_TRUE(damage);
    }
}

std::vector<std::int64_t> repeated(std::string_view bytes, bool& whole)
{
    std::vector<std::int64_t> values;
    Damage damage(bytes);
    for (WireReader reader(bytes, damage); reader.next();)
        reader.forEachInt64([&](std::int64_t v) { values.push_back(v); });
    whole = !damage;
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

TEST(Damage, IsTheFirstOfAllReadersThatShareIt)
{
    const std::string inner = numberField(1, 5) + "\x07";
    const std::string bytes = bytesField(1, inner) + "\x06";
    Damage damage(bytes, 100);
    WireReader outer(bytes, damage);
    ASSERT_TRUE(outer.next());
    EXPECT_FALSE(damage);
    for (WireReader reader(outer.bytes(), damage); reader.next();)
        EXPECT_EQ(reader.uint64(), 5U);
    EXPECT_FALSE(outer.next());
    EXPECT_EQ(damage.at(), 104U) << "two bytes of a head and a number of two before it";
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

/// Names of events contain whole instructions.
TEST_F(FileCursorTest, TextsOfAnyLengthAreReadWhole)
{
    std::string bytes;
    for (std::size_t i = 0; i < 4; ++i) { // characters across the ends of the blocks read at once
        std::string text(i, 'x');
        while (text.size() < (std::size_t{1} << 20) + 1)
            text += "\xf0\x9f\x93\x88";
        bytes += bytesField(1, text) + bytesField(1, text + "\xff") + bytesField(1, text + "\xf0\x9f");
    }
    bytes += bytesField(1, std::string(1 << 20, '\x80')) + bytesField(1, "");
    const auto file = open(bytes);
    FileWindow window(*file);
    Damage damage;
    FileCursor cursor(window, {0, file->size()}, damage);
    for (int i = 0; i < 12; ++i) {
        ASSERT_TRUE(cursor.next());
        EXPECT_EQ(cursor.isUtf8(), i % 3 == 0) << i;
    }
    ASSERT_TRUE(cursor.next());
    EXPECT_FALSE(cursor.isUtf8());
    ASSERT_TRUE(cursor.next());
    EXPECT_TRUE(cursor.isUtf8());

    Damage none;
    FileCursor first(window, {0, file->size()}, none);
    ASSERT_TRUE(first.next());
    EXPECT_TRUE(first.utf8().starts_with("\xf0\x9f"));
    EXPECT_FALSE(none);
    ASSERT_TRUE(first.next());
    first.utf8();
    EXPECT_TRUE(none);
}

TEST_F(FileCursorTest, WalksFieldsWithoutReadingBodies)
{
    const std::string body(100000, 'x');
    const auto file = open(numberField(1, 5) + bytesField(2, body) + fixed32Field(3, 1) + fixed64Field(4, 1)
                           + bytesField(5, "end"));
    FileWindow window(*file);
    Damage damage;
    FileCursor cursor(window, {0, file->size()}, damage);
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
    EXPECT_FALSE(damage);
}

TEST_F(FileCursorTest, ClipsABodyThatIsLongerThanTheFile)
{
    for (const std::uint64_t claimed : {4ULL, 1ULL << 32, ~0ULL}) {
        const auto file = open(bytesHead(1, claimed) + "abc");
        FileWindow window(*file);
        Damage damage;
        FileCursor cursor(window, {0, file->size()}, damage);
        ASSERT_TRUE(cursor.next());
        EXPECT_TRUE(cursor.isCut());
        EXPECT_EQ(damage.at(), 0U) << "a cut is damage";
        EXPECT_EQ(cursor.text(), "abc");
        EXPECT_FALSE(cursor.next());
    }
}

TEST_F(FileCursorTest, StaysInsideItsMessage)
{
    const auto file = open(bytesField(1, bytesHead(2, 9) + "abc") + bytesField(3, "other"));
    FileWindow window(*file);
    Damage damage;
    FileCursor outer(window, {0, file->size()}, damage);
    ASSERT_TRUE(outer.next());
    Damage inside;
    FileCursor inner(window, outer.body(), inside);
    ASSERT_TRUE(inner.next());
    EXPECT_TRUE(inner.isCut());
    EXPECT_EQ(inside.at(), 2U);
    EXPECT_EQ(inner.text(), "abc");
    ASSERT_TRUE(outer.next());
    EXPECT_EQ(outer.text(), "other");
    EXPECT_FALSE(damage);
}

/// Both cursors must find the same error of a message at the same place.
TEST_F(FileCursorTest, AgreesWithTheReaderOfMemory)
{
    const std::string group = "\x0b" + numberField(2, 300) + "\x1b" + bytesField(1, "abc") + "\x1c" + fixed64Field(5, 1)
        + fixed32Field(6, 1) + "\x0c";
    const std::string whole = numberField(1, 300) + group + bytesField(3, "abc") + fixed32Field(4, 9);
    std::vector<std::string> messages = {whole + "\x0c", std::string(101, '\x0b') + std::string(101, '\x0c'),
                                         std::string(100, '\x0b') + std::string(100, '\x0c'), whole + "\x0e\x01"};
    for (std::size_t size = 1; size <= whole.size(); ++size)
        messages.push_back(whole.substr(0, size));
    for (std::size_t at = 0; at < whole.size(); ++at)
        for (int bit = 0; bit < 8; ++bit) {
            messages.push_back(whole);
            messages.back()[at] = static_cast<char>(whole[at] ^ (1 << bit));
        }
    for (std::size_t i = 0; i < messages.size(); ++i) {
        const auto file = open(messages[i]);
        FileWindow window(*file);
        Damage ofFile;
        Damage ofMemory(messages[i]);
        FileCursor cursor(window, {0, file->size()}, ofFile);
        WireReader reader(messages[i], ofMemory);
        while (reader.next()) {
            ASSERT_TRUE(cursor.next()) << i;
            EXPECT_EQ(cursor.field(), reader.field()) << i;
            EXPECT_EQ(cursor.offset(), reader.offset()) << i;
            EXPECT_EQ(cursor.uint64(), reader.uint64()) << i;
            EXPECT_EQ(cursor.text(), reader.bytes()) << i;
        }
        const bool hasMore = cursor.next();
        EXPECT_EQ(hasMore, cursor.isCut() && cursor.ok()) << i << ": a part of a cut body is left";
        EXPECT_EQ(ofFile.at(), ofMemory.at()) << i;
    }
}

/// Bytes that were read once are not read again: many short reads in file order need few system calls.
TEST_F(FileCursorTest, ReadsOnThroughItsWindow)
{
    const TempFolder folder;
    const std::string path = folder.write("file", std::string(80000, 'a'));
    const auto file = *File::open(path);
    FileWindow window(*file);
    EXPECT_EQ(window.at(0, 4), "aaaa");
    const auto time = std::filesystem::last_write_time(path);
    folder.write("file", std::string(80000, 'b'));
    std::filesystem::last_write_time(path, time); // otherwise the file is not read further
    EXPECT_EQ(window.at(32764, 4), "aaaa") << "the last bytes of the first read";
    EXPECT_EQ(window.at(0, 32768), std::string(32768, 'a')) << "all of it";
    EXPECT_EQ(window.at(32765, 4), "bbbb") << "exceeds it";
    EXPECT_EQ(window.at(0, 4), "bbbb") << "before it";
    EXPECT_EQ(window.at(79999, 4), "b");
}

TEST_F(FileCursorTest, SurvivesAFileThatShrinks)
{
    TempFolder folder;
    const std::string path = folder.write("file", bytesField(1, std::string(200000, 'x')) + bytesField(2, "end"));
    const auto file = *File::open(path);
    FileWindow window(*file);
    Damage damage;
    FileCursor cursor(window, {0, file->size()}, damage);
    ASSERT_TRUE(cursor.next());
    std::filesystem::resize_file(path, 100);
    EXPECT_LE(cursor.text(5000).size(), 5000U);
    EXPECT_FALSE(cursor.next());
    EXPECT_FALSE(cursor.ok());
    const auto bytes = Bytes::read(*file, 0, file->size());
    ASSERT_FALSE(bytes);
    EXPECT_EQ(bytes.error().kind, ErrorKind::Truncated);
}

} // namespace
} // namespace tidemark
