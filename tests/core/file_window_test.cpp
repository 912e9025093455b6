#include "core/wire/file_cursor.h"

#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace tidemark {
namespace {

using namespace test;

constexpr std::uint64_t kOneKiB = 1024;

/// A file of one letter that is overwritten in place with the next letter, so that a byte shows when it was read.
class FileWindowTest : public testing::Test
{
protected:
    /// Expects that the byte at `offset` is read now, together with `size` bytes.
    void expectRead(std::uint64_t offset, std::uint64_t size, std::size_t wanted = 1)
    {
        ++m_letter;
        overwrite();
        const char now = m_letter;
        EXPECT_EQ(m_window.at(offset, wanted), std::string(wanted, now))
            << "the byte at " << offset << " was read before";
        ++m_letter;
        overwrite();
        EXPECT_EQ(m_window.at(offset + size - 1, 1), std::string(1, now)) << size << " bytes at " << offset;
    }

private:
    /// Overwrites the file and keeps its modification time, because a modified file is not read further.
    void overwrite()
    {
        const auto time = std::filesystem::last_write_time(m_path);
        m_out.seekp(0) << std::string(kSize, m_letter) << std::flush;
        std::filesystem::last_write_time(m_path, time);
    }

    static constexpr std::size_t kSize = 1024 * kOneKiB;
    char m_letter = 'A';
    TempFolder m_folder;
    std::string m_path = m_folder.write("x", std::string(kSize, m_letter));
    std::shared_ptr<const File> m_file = *File::open(m_path);
    std::fstream m_out{m_path, std::ios::in | std::ios::out | std::ios::binary};
    FileWindow m_window{*m_file};
};

TEST_F(FileWindowTest, DoublesReadAheadUpTo256KiBForSequentialReads)
{
    expectRead(0, 32 * kOneKiB);
    expectRead(32 * kOneKiB, 64 * kOneKiB);
    expectRead(96 * kOneKiB, 128 * kOneKiB);
    expectRead(224 * kOneKiB, 256 * kOneKiB);
    expectRead(480 * kOneKiB, 256 * kOneKiB);
    expectRead(736 * kOneKiB, 256 * kOneKiB);
}

TEST_F(FileWindowTest, ReadsLittleAfterAJump)
{
    expectRead(0, 32 * kOneKiB);
    expectRead(32 * kOneKiB, 64 * kOneKiB);
    const std::uint64_t ahead = 96 * kOneKiB + 1; // one byte after the buffered range
    expectRead(ahead, 16 * kOneKiB);
    expectRead(ahead + 16 * kOneKiB, 32 * kOneKiB);
    const std::uint64_t back = ahead + 16 * kOneKiB - 1; // one byte before the buffered range
    expectRead(back, 16 * kOneKiB);
    expectRead(back + 16 * kOneKiB, 32 * kOneKiB);
}

TEST_F(FileWindowTest, ALongerReadAtTheSamePlaceFollows)
{
    expectRead(100, 16 * kOneKiB);
    expectRead(100, 32 * kOneKiB, 16 * kOneKiB + 1);
    expectRead(100, 200 * kOneKiB, 200 * kOneKiB);
    expectRead(100 + 200 * kOneKiB, 128 * kOneKiB);
}

} // namespace
} // namespace tidemark
