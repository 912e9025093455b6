#include "core/files/byte_stream.h"
#include "core/files/find_inputs.h"
#include "core/files/whole_run.h"
#include "core/oom/log_reader.h"
#include "tests/support/opened.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <array>

namespace tidemark {
namespace {

using test::allEndings;
using test::TempFolder;
namespace fs = std::filesystem;

/// Reading from its start fails, because nothing is mapped at address 0.
constexpr const char* kUnreadable = "/proc/self/mem";

TEST(ByteStreams, ReportWhyTheyCannotBeRead)
{
    auto stream = ByteStream::open(kUnreadable);
    if (!stream)
        GTEST_SKIP() << stream.error().message;
    std::array<char, 8> bytes{};
    const auto count = stream->read(bytes);
    ASSERT_FALSE(count);
    EXPECT_EQ(count.error().kind, ErrorKind::Io);
    EXPECT_TRUE(count.error().message.starts_with("/proc/self/mem: cannot read")) << count.error().message;
    auto again = ByteStream::open(kUnreadable);
    const auto error = oom::readMessages(*again, {}, [](const oom::Message&) { FAIL(); });
    ASSERT_FALSE(error);
    EXPECT_EQ(error.error().message, count.error().message);
}

TEST(ByteStreams, KnowTheSizeOnlyOfAFile)
{
    const TempFolder folder;
    const std::string path = folder.write("a.log", "12345");
    auto stream = ByteStream::open(path);
    ASSERT_TRUE(stream);
    EXPECT_EQ(stream->size(), 5U);
    EXPECT_EQ(stream->path(), path);
    std::array<char, 3> bytes{};
    EXPECT_EQ(*stream->read(bytes), 3U);
    EXPECT_EQ(*stream->read(bytes), 2U);
    EXPECT_EQ(*stream->read(bytes), 0U);
    EXPECT_FALSE(ByteStream::open("/dev/null")->size());
    const auto none = ByteStream::open(folder.path("none.log"));
    ASSERT_FALSE(none);
    EXPECT_TRUE(none.error().message.starts_with(folder.path("none.log") + ": cannot open")) << none.error().message;
    const auto whole = ByteStream::open(folder.path());
    ASSERT_FALSE(whole);
    EXPECT_EQ(whole.error().message, folder.path() + " is a folder. Name the log files in it.");
}

/// Returns "SESSION" of each file found.
std::string sessionsIn(const std::vector<std::string>& paths)
{
    const auto found = findInputs(paths, allEndings());
    std::string text;
    for (const InputFile& file : found ? found->files : std::vector<InputFile>())
        text += file.host + "@" + file.session + " ";
    return text;
}

TEST(SessionsOfFiles, AreNamedByRunAndFolder)
{
    const TempFolder folder;
    for (const char* const name :
         {"log/a/plugins/profile/s1/h.xplane.pb", "log/b/plugins/other/s2/h.xplane.pb",
          "log/c/others/profile/s3/h.xplane.pb", "log/plugins/profile/s4/h.xplane.pb", "log/d/s5/h.xplane.pb"})
        folder.write(name, "x");
    EXPECT_EQ(sessionsIn({folder.path("log")}), "h@a/s1 h@s2 h@s3 h@s5 h@s4 ");
    EXPECT_EQ(sessionsIn({folder.path("log/a/plugins/profile/s1/h.xplane.pb")}), "h@s1 ") << "of a single file";
    EXPECT_EQ(sessionsIn({folder.path("log/a/plugins")}), "h@s1 ");
    EXPECT_EQ(sessionsIn({folder.path("log/a")}), "h@s1 ");
}

TEST(SessionsOfFiles, AreCancelledBetweenFolders)
{
    const TempFolder folder;
    folder.write("log/a.xplane.pb", "x");
    Progress cancelled;
    cancelled.isCancelled = [] { return true; };
    const auto found = findInputs({folder.path("log")}, allEndings(), cancelled);
    ASSERT_FALSE(found);
    EXPECT_EQ(found.error().kind, ErrorKind::Cancelled);
}

TEST(EndingsInWords, AreListedAndTextsAreNamedByTheirContent)
{
    const auto ending = [](const char* name, bool isCommon) {
        FileEnding each;
        each.ending = name;
        each.isCommon = isCommon;
        if (isCommon)
            each.texts = "texts with a known error message";
        return each;
    };
    EXPECT_EQ(endingsText({ending(".a", false)}), "*.a");
    EXPECT_EQ(endingsText({ending(".a", false), ending(".b", false)}), "*.a and *.b");
    EXPECT_EQ(endingsText({ending(".a", false), ending(".b", false), ending(".c", false)}), "*.a, *.b and *.c");
    EXPECT_EQ(endingsText({ending(".a", false), ending(".log", true)}), "*.a, and texts with a known error message");
    EXPECT_EQ(endingsText({ending(".log", true)}), "texts with a known error message");
    FileEnding kept = ending(".json", true);
    kept.inside = "_kept_";
    kept.texts = "logs of a tool";
    EXPECT_EQ(endingsText({ending(".a", false), ending(".log", true), kept, ending("_list.json", true)}),
              "*.a, *_kept_*.json and *_list.json, and texts with a known error message and logs of a tool");
    std::vector<FileEnding> many;
    for (const char* const name : {".a", ".b", ".c", ".d"})
        many.push_back(ending(name, false));
    EXPECT_EQ(shortEndingsText(many), "*.a, *.b, *.c and *.d") << "\"1 other\" is no shorter";
    many.insert(many.end(), {ending(".e", false), ending(".log", true)});
    EXPECT_EQ(shortEndingsText(many), "*.a, *.b, *.c and 2 others, and texts with a known error message");
}

class NeighbouringRuns : public testing::Test
{
protected:
    std::string add(const std::string& second, const std::string& host) const
    {
        m_folder.write("p/2026_11_20_09_00_" + second + "/" + host + ".xplane.pb", "");
        return m_folder.path("p/2026_11_20_09_00_" + second);
    }
    /// Returns the seconds in the names of the folders of the run; "" if there are none.
    std::string run(const std::vector<std::string>& paths, const Progress& progress = {}) const
    {
        std::string text;
        if (const auto whole = findWholeRun(paths, allEndings(), progress))
            for (const std::string& folder : whole->folders)
                text += folder.substr(folder.size() - 2) + " ";
        return text;
    }

    const TempFolder m_folder;
};

TEST_F(NeighbouringRuns, LieAtMostTwoSecondsApart)
{
    const std::string first = add("10", "a");
    add("12", "b");
    add("15", "c");
    EXPECT_EQ(run({first}), "10 12 ");
}

TEST_F(NeighbouringRuns, LinksToFoldersAreIgnored)
{
    const std::string first = add("10", "a");
    fs::create_directory_symlink(first, m_folder.path("p/2026_11_20_09_00_11"));
    EXPECT_EQ(run({first}), "") << "the folder has no other file";
    EXPECT_EQ(run({m_folder.path("p/2026_11_20_09_00_11")}), "");
    m_folder.write("p/2026_11_20_09_00_09", "a file");
    EXPECT_EQ(run({first}), "");
    add("12", "b");
    EXPECT_EQ(run({first}), "10 12 ");
}

TEST_F(NeighbouringRuns, GivenFoldersMustBelongToOneRun)
{
    const std::string first = add("10", "a");
    const std::string second = add("11", "b");
    const std::string third = add("12", "a"); // again: another run
    EXPECT_EQ(run({first}), "10 11 ");
    EXPECT_EQ(run({first, third}), "") << "of two runs";
    EXPECT_EQ(run({third}), "") << "it is whole";
    EXPECT_EQ(run({first, second}), "") << "it is whole";
}

TEST_F(NeighbouringRuns, NoneIsFoundWhenCancelled)
{
    const std::string first = add("10", "a");
    add("11", "b");
    for (int after = 0; after < 5; ++after) {
        Progress progress;
        int polls = 0;
        progress.isCancelled = [&] { return polls++ >= after; };
        const std::string found = run({first}, progress);
        EXPECT_EQ(found, polls > after ? "" : "10 11 ") << after;
    }
}

} // namespace
} // namespace tidemark
