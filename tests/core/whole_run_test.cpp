// Tests of session folders of one run whose times are a second apart.

#include "core/files/whole_run.h"
#include "tests/support/opened.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tidemark {
namespace {

using namespace test;
namespace fs = std::filesystem;

using Paths = std::vector<std::string>;

/// Creates a profile folder with unreadable files of these hosts: only their names matter.
class WholeRunTest : public testing::Test
{
protected:
    std::string add(const std::string& session, const Paths& hosts) const
    {
        fs::create_directories(m_folder.path(session));
        for (const std::string& host : hosts)
            m_folder.write(session + "/" + host + ".xplane.pb", "");
        return m_folder.path(session);
    }
    /// Returns "6 hosts in _00 _01; _01 has 2" or "nothing".
    std::string found(const Paths& paths) const
    {
        const auto run = findWholeRun(paths, allEndings());
        if (!run)
            return "nothing";
        const auto ends = [](const Paths& folders) {
            std::string text;
            for (const std::string& folder : folders)
                text += " " + folder.substr(folder.size() - 3);
            return text;
        };
        return std::to_string(run->hosts) + " hosts in" + ends(run->folders) + ";" + ends(run->others) + " has "
            + std::to_string(run->otherHosts);
    }

    TempFolder m_folder;
};

constexpr const char* kMinute = "p/2026_11_20_09_00";

TEST_F(WholeRunTest, ConsistsOfFoldersAtMostTwoSecondsApart)
{
    const std::string first = add(std::string(kMinute) + "_00", {"w-0", "w-1"});
    const std::string second = add(std::string(kMinute) + "_01", {"w-2"});
    const std::string third = add(std::string(kMinute) + "_03", {"w-3", "w-4"});
    add(std::string(kMinute) + "_06", {"w-5"});
    EXPECT_EQ(found({first}), "5 hosts in _00 _01 _03; _01 _03 has 3");
    EXPECT_EQ(found({second + "/"}), "5 hosts in _00 _01 _03; _00 _03 has 4");
    EXPECT_EQ(found({third, first}), "5 hosts in _00 _01 _03; _01 has 1");
    EXPECT_EQ(found({first, second, third}), "nothing");
    const auto run = findWholeRun({second}, allEndings());
    EXPECT_EQ(run->folders, (Paths{first, second, third}));
    EXPECT_EQ(run->others, (Paths{first, third}));
}

TEST_F(WholeRunTest, CrossesMidnight)
{
    const std::string last = add("p/2026_12_31_23_59_59", {"w-0"});
    add("p/2027_01_01_00_00_00", {"w-1"});
    EXPECT_EQ(found({last}), "2 hosts in _59 _00; _00 has 1");
}

TEST_F(WholeRunTest, DoesNotTakeTheSameHostTwice)
{
    const std::string first = add(std::string(kMinute) + "_00", {"w-0", "w-1"});
    const std::string again = add(std::string(kMinute) + "_01", {"w-0"});
    const std::string rest = add(std::string(kMinute) + "_02", {"w-1"});
    EXPECT_EQ(found({first}), "nothing");
    EXPECT_EQ(found({again}), "2 hosts in _01 _02; _02 has 1");
    EXPECT_EQ(found({rest}), "2 hosts in _01 _02; _01 has 1");
}

TEST_F(WholeRunTest, IsOfferedForAllFilesOfAFolderAndNotForSome)
{
    const std::string first = add(std::string(kMinute) + "_00", {"w-0", "w-1"});
    add(std::string(kMinute) + "_01", {"w-2"});
    EXPECT_EQ(found({first + "/w-1.xplane.pb", first + "/w-0.xplane.pb"}), "3 hosts in _00 _01; _01 has 1");
    EXPECT_EQ(found({first + "/w-1.xplane.pb"}), "nothing");
    EXPECT_EQ(found({first, m_folder.path("p/x.hlo.pb")}), "nothing");
    EXPECT_EQ(found({m_folder.path("p")}), "nothing");
    EXPECT_EQ(found({m_folder.path("missing")}), "nothing");
    EXPECT_EQ(found({}), "nothing");
}

TEST_F(WholeRunTest, RecognisesTimesByTheirFormat)
{
    for (const char* name : {"2026_11_20_09_00_1", "2026_13_20_09_00_01", "2026_02_30_09_00_01", "2026_11_20_24_00_01",
                             "2026x11_20_09_00_01", "run_of_the_evening_"}) {
        const std::string odd = add(std::string("p/") + name, {"w-0"});
        add("p/2026_11_20_09_00_01", {"w-1"});
        add("p/2026_11_20_09_00_02", {"w-2"});
        EXPECT_EQ(found({odd}), "nothing") << name;
    }
    const std::string dashes = add("q/2026-11-20-09-00-01", {"w-0"});
    add("q/2026-11-20-09-00-02", {"w-1"});
    EXPECT_EQ(found({dashes}), "2 hosts in -01 -02; -02 has 1");
}

TEST_F(WholeRunTest, RecognisesTimesUpToTheLastSecondOfADay)
{
    const std::string last = add("p/2026_12_31_23_59_60", {"w-0"}); // a leap second
    add("p/2027_01_01_00_00_02", {"w-1"});
    EXPECT_EQ(found({last}), "2 hosts in _60 _02; _02 has 1");
    const std::string none = add("q/2026_11_20_23_59_61", {"w-0"});
    add("q/2026_11_21_00_00_01", {"w-1"});
    EXPECT_EQ(found({none}), "nothing");
    const std::string minute = add("r/2026_11_20_22_60_00", {"w-0"});
    add("r/2026_11_20_23_00_00", {"w-1"});
    EXPECT_EQ(found({minute}), "nothing");
}

TEST_F(WholeRunTest, TakesOnlyFoldersWithHosts)
{
    const std::string byEmpty = add("p/2026_11_20_09_00_00", {"w-0"});
    m_folder.write("p/2026_11_20_09_00_01/notes.txt", "x");
    const std::string byFile = add("p/2026_11_20_09_10_00", {"w-0"});
    m_folder.write("p/2026_11_20_09_10_01", "a file");
    const std::string byLink = add("p/2026_11_20_09_20_00", {"w-0"});
    fs::create_directory_symlink(add("elsewhere", {"w-1"}), m_folder.path("p/2026_11_20_09_20_01"));
    const std::string byFolder = add("p/2026_11_20_09_30_00", {"w-0"});
    fs::create_directories(m_folder.path("p/2026_11_20_09_30_01/w-1.xplane.pb"));
    for (const std::string& folder : {byEmpty, byFile, byLink, byFolder})
        EXPECT_EQ(found({folder}), "nothing") << folder;
}

TEST_F(WholeRunTest, IsFoundFromInsideTheFolder)
{
    const std::string first = add(std::string(kMinute) + "_00", {"w-0"});
    add(std::string(kMinute) + "_01", {"w-1"});
    const fs::path before = fs::current_path();
    fs::current_path(first);
    EXPECT_EQ(found({"."}), "2 hosts in _00 _01; _01 has 1");
    EXPECT_EQ(found({"w-0.xplane.pb"}), "2 hosts in _00 _01; _01 has 1");
    fs::current_path("..");
    const auto run = findWholeRun({"2026_11_20_09_00_00"}, allEndings());
    EXPECT_EQ(found({"2026_11_20_09_00_00"}), "2 hosts in _00 _01; _01 has 1");
    EXPECT_EQ(run->others, Paths{"2026_11_20_09_00_01"}) << "as the first is written";
    fs::current_path(before);
}

/// A chain of folders, each a second after the previous one.
TEST_F(WholeRunTest, ManyNeighboursAreListedOnce)
{
    constexpr int kFolders = 1000;
    for (int i = 0; i < kFolders; ++i) {
        char name[32];
        std::snprintf(name, sizeof name, "p/2026_11_20_%02d_%02d_%02d", i / 3600, i / 60 % 60, i % 60);
        add(name, {"w-" + std::to_string(i)});
    }
    EXPECT_TRUE(found({m_folder.path("p/2026_11_20_00_10_00")}).starts_with("1000 hosts in"));
    Progress cancelled;
    cancelled.isCancelled = [] { return true; };
    EXPECT_FALSE(findWholeRun({m_folder.path("p/2026_11_20_00_10_00")}, allEndings(), cancelled));
}

TEST(Windows, AreSessionFoldersAndSinglePaths)
{
    using Documents = std::vector<std::vector<std::string>>;
    const TempFolder folder;
    fs::create_directory(folder.path("log.xplane.pb"));
    const std::string log = folder.path("log.xplane.pb");
    EXPECT_EQ(
        groupIntoWindows({"/s/a.xplane.pb", "/x.hlo.pb", "/s/b.xplane.pb", "/t/a.xplane.pb", "/x.hlo.pb", log},
                         test::allEndings()),
        (Documents{{"/s/a.xplane.pb", "/s/b.xplane.pb"}, {"/x.hlo.pb"}, {"/t/a.xplane.pb"}, {"/x.hlo.pb"}, {log}}));
}

TEST_F(WholeRunTest, OpensALogInTheWindowOfTheOnlyOtherDocument)
{
    const TempFolder folder;
    const std::string log = folder.write("run.log", "");
    const std::string other = folder.write("other.log", "");
    const auto windows = [](const Paths& paths) { return groupIntoWindows(paths, allEndings()); };
    EXPECT_EQ(windows({log, "/run.pickle"}), (std::vector<Paths>{{"/run.pickle", log}}));
    EXPECT_EQ(windows({"/s/a.xplane.pb", log, "/s/b.xplane.pb", other}),
              (std::vector<Paths>{{"/s/a.xplane.pb", "/s/b.xplane.pb", log, other}}));
    EXPECT_EQ(windows({log, other}), (std::vector<Paths>{{log}, {other}}));
    EXPECT_EQ(windows({log, "/a.pickle", "/b.pickle"}), (std::vector<Paths>{{log}, {"/a.pickle"}, {"/b.pickle"}}));
}

TEST_F(WholeRunTest, OpensAWindowForEachGivenPath)
{
    const std::string first = add(std::string(kMinute) + "_00", {"w-0"});
    const std::string second = add(std::string(kMinute) + "_01", {"w-1"});
    EXPECT_EQ(groupIntoWindows({second, first, first}, allEndings()), (std::vector<Paths>{{second}, {first}, {first}}));
}

TEST(Runs, AreSessionFoldersWithNeighboursInTime)
{
    EXPECT_EQ(groupIntoRuns({"p/2026_11_20_09_00_00/w-0.xplane.pb", "other/w-0.xplane.pb",
                             "p/2026_11_20_09_00_01/w-1.xplane.pb", "p/2026_11_20_09_00_00/w-2.xplane.pb",
                             "p/2026_11_20_09_00_02/w-0.xplane.pb", "q/2026_11_20_09_00_00/w-3.xplane.pb"}),
              (std::vector<Paths>{{"p/2026_11_20_09_00_00/w-0.xplane.pb", "p/2026_11_20_09_00_01/w-1.xplane.pb",
                                   "p/2026_11_20_09_00_00/w-2.xplane.pb"},
                                  {"other/w-0.xplane.pb"},
                                  {"p/2026_11_20_09_00_02/w-0.xplane.pb"}, // w-0 was captured again
                                  {"q/2026_11_20_09_00_00/w-3.xplane.pb"}}));
    EXPECT_EQ(groupIntoRuns({"w-0.xplane.pb", "w-1.xplane.pb"}),
              (std::vector<Paths>{{"w-0.xplane.pb", "w-1.xplane.pb"}}));
    EXPECT_TRUE(groupIntoRuns({}).empty());
}

} // namespace
} // namespace tidemark
