#include "core/wire/file_cursor.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace tidemark {
namespace {

using namespace test;

TEST(Bytes, RefuseRangesPastTheEndBeforeAllocatingMemory)
{
    const TempFolder folder;
    const auto file = *File::open(folder.write("file", "abc"));
    for (const std::uint64_t size : {4ULL, 1ULL << 60, ~0ULL})
        EXPECT_EQ(Bytes::read(*file, 0, size).error().kind, ErrorKind::Truncated);
    EXPECT_EQ(Bytes::read(*file, ~0ULL, 1).error().kind, ErrorKind::Truncated);
    EXPECT_EQ((*Bytes::read(*file, 1, 2))->view(), "bc");
    EXPECT_EQ((*Bytes::read(*file, 3, 0))->view(), "");
}

TEST(ByteRanges, AreReadOneAfterTheOther)
{
    const TempFolder folder;
    const auto first = *File::open(folder.write("first", "0123456789"));
    const auto second = *File::open(folder.write("second", "abcdef"));
    const ByteRanges ranges = {{first, {7, 2}}, {second, {0, 0}}, {second, {1, 3}}, {first, {0, 1}}};
    EXPECT_EQ(sizeOf(ranges), 6U);
    EXPECT_EQ((*Bytes::read(ranges))->view(), "78bcd0");
    EXPECT_EQ((*Bytes::read(ByteRanges{}))->view(), "");
    const FilePiece read{first, {2, 6}, *Bytes::read(*first, 2, 6)};
    EXPECT_EQ((*Bytes::read(ByteRanges{read}))->view().data(), read.bytes->view().data()) << "without a copy";
    EXPECT_EQ(read.part({3, 2}).bytes->view().data(), read.bytes->view().data() + 1);
    EXPECT_EQ((*Bytes::read(ByteRanges{read.part({3, 2}), {second, {1, 1}}, read.part({7, 1})}))->view(), "34b7");
    const auto behind = Bytes::read({{first, {0, 1}}, {second, {5, 2}}});
    ASSERT_FALSE(behind);
    EXPECT_EQ(behind.error().kind, ErrorKind::Truncated);
    EXPECT_NE(behind.error().message.find(second->path()), std::string::npos);
}

TEST(FileWindow, ReadsTheBytesHeldInMemoryFromThere)
{
    const TempFolder folder;
    const auto first = *File::open(folder.write("first", "0123456789"));
    const FilePiece read{first, {2, 6}, *Bytes::read(*first, 2, 6)};
    FileWindow window(read.part({3, 4}));
    EXPECT_EQ(window.at(4, 3), "456") << "from memory";
    EXPECT_EQ(window.at(6, 3), "678") << "from the file";
    EXPECT_EQ(window.at(1, 3), "123");
}

} // namespace
} // namespace tidemark
