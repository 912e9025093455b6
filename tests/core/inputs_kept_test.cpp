#include "core/files/inputs_kept.h"

#include "core/files/atomic_file.h"
#include "core/files/byte_stream.h"
#include "core/files/file.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <sys/stat.h>

namespace tidemark {
namespace {

namespace fs = std::filesystem;

class InputsKept : public testing::Test
{
protected:
    static Result<void> writeTo(const std::string& path)
    {
        return writeAtomically(path, [](std::ostream& out) { out << "new"; });
    }
    static std::uint32_t modeOf(const std::string& path)
    {
        struct stat status = {};
        return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 0777 : 0;
    }
    test::TempFolder m_folder;
};

TEST_F(InputsKept, AFileThatWasReadIsNotReplacedUnderAnyName)
{
    const std::string input = m_folder.write("a/in.pb", "precious");
    ASSERT_TRUE(File::open(input));
    fs::create_symlink(input, m_folder.path("link"));
    fs::create_hard_link(input, m_folder.path("hard"));
    fs::create_symlink(m_folder.path("link"), m_folder.path("second"));
    for (const std::string& name : {input, m_folder.path("a/../a/./in.pb"), m_folder.path("link"),
                                    m_folder.path("hard"), m_folder.path("second")}) {
        const auto done = writeTo(name);
        ASSERT_FALSE(done) << name;
        EXPECT_EQ(done.error().kind, ErrorKind::Io);
        EXPECT_EQ(done.error().message,
                  name + " was read as an input; writing there would destroy it. Choose another file.");
        EXPECT_EQ(test::readFile(name), "precious");
    }
    EXPECT_TRUE(writeTo(m_folder.path("a/new")));
    EXPECT_TRUE(writeTo(m_folder.path("a/new"))) << "what this process wrote may be replaced";
}

TEST_F(InputsKept, AFileThatIsReadWhileTheOutputIsWrittenIsNotReplaced)
{
    const std::string input = m_folder.write("in.log", "precious");
    const auto done = writeAtomically(input, [&](std::ostream& out) {
        ASSERT_TRUE(ByteStream::open(input));
        out << "new";
    });
    EXPECT_FALSE(done);
    EXPECT_EQ(test::readFile(input), "precious");
}

TEST_F(InputsKept, FilesOfAGivenFolderAreNotReplaced)
{
    const std::string stage = m_folder.write("dump/deep/stage.txt", "precious");
    const std::string outside = m_folder.write("outside.txt", "precious");
    inputsKept::remove(outside); // a file that another test read and removed may have had the same inode
    inputsKept::addFolder(m_folder.path("dump"));
    inputsKept::addFolder(outside); // no folder
    fs::create_directory_symlink(m_folder.path("dump/deep"), m_folder.path("link"));
    fs::create_symlink(outside, m_folder.path("dump/out.txt"));
    for (const std::string& name : {stage, m_folder.path("link/stage.txt"), m_folder.path("dump/out.txt")}) {
        EXPECT_FALSE(writeTo(name)) << name;
        EXPECT_EQ(test::readFile(name), "precious");
    }
    EXPECT_TRUE(writeTo(m_folder.path("dump/new.txt")));
    EXPECT_TRUE(writeTo(outside));
}

TEST_F(InputsKept, AFileMayBeRemovedAndFilesOfTheProgramMayBeReplaced)
{
    const std::string rules = m_folder.write("rules.json", "old");
    ASSERT_TRUE(File::open(rules));
    EXPECT_TRUE(writeOwnFile(rules, [](std::ostream& out) { out << "own"; }));
    EXPECT_EQ(test::readFile(rules), "own");
    ASSERT_TRUE(File::open(rules));
    EXPECT_FALSE(writeTo(rules));
    inputsKept::remove(rules);
    EXPECT_TRUE(writeTo(rules));
}

TEST_F(InputsKept, OnlyTheOwnerCanReadFilesOfTheProgram)
{
    const std::string folder = m_folder.path("a/pasted");
    EXPECT_TRUE(makeOwnFolder(folder));
    EXPECT_TRUE(makeOwnFolder(folder)) << "it may be there";
    EXPECT_EQ(modeOf(folder), 0700U);
    EXPECT_TRUE(writeOwnFile(folder + "/text", [](std::ostream& out) { out << "secret"; }));
    EXPECT_EQ(modeOf(folder + "/text"), 0600U);
}

} // namespace
} // namespace tidemark
