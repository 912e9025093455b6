#include "core/files/atomic_file.h"
#include "core/files/file.h"
#include "core/files/find_inputs.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <ostream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace tidemark {
namespace {

using namespace test;
namespace fs = std::filesystem;

/// Root may read everything: while this lives, it is nobody.
class AsNobody
{
public:
    AsNobody()
    {
        if (::geteuid() == 0)
            m_wasRoot = ::seteuid(65534) == 0;
    }
    ~AsNobody()
    {
        if (m_wasRoot && ::seteuid(0) != 0)
            std::abort();
    }
    AsNobody(const AsNobody&) = delete;
    AsNobody& operator=(const AsNobody&) = delete;

private:
    bool m_wasRoot = false;
};

constexpr auto kForAll = fs::perms::owner_all | fs::perms::group_read | fs::perms::group_exec | fs::perms::others_read
    | fs::perms::others_exec;

TEST(File, RefusesWhatIsNoRegularFile)
{
    const TempFolder folder;
    const std::string pipe = folder.path("pipe.xplane.pb");
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    for (const std::string& path : {pipe, std::string("/dev/zero"), std::string("/dev/null"), folder.path()}) {
        const auto file = File::open(path);
        ASSERT_FALSE(file) << path;
        EXPECT_EQ(file.error().kind, ErrorKind::Unsupported) << path;
        EXPECT_NE(file.error().message.find(path), std::string::npos);
    }
}

TEST(File, TellsAnEmptyFileFromAMissingOne)
{
    const TempFolder folder;
    EXPECT_EQ(File::open(folder.write("empty", "")).error().kind, ErrorKind::Empty);
    EXPECT_EQ(File::open(folder.path("missing")).error().kind, ErrorKind::NotFound);
    EXPECT_EQ(File::open(folder.write("file", "x") + "/below").error().kind, ErrorKind::NotFound);
}

TEST(File, SaysWhoseThePermissionIs)
{
    const TempFolder folder;
    const std::string path = folder.write("secret", "x");
    fs::permissions(path, fs::perms::none);
    fs::permissions(folder.path(), kForAll);
    const AsNobody nobody;
    const auto file = File::open(path);
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().kind, ErrorKind::Io);
    EXPECT_NE(file.error().message.find("permission"), std::string::npos);
}

std::vector<std::string> found(const std::vector<std::string>& paths, const TempFolder& folder)
{
    std::vector<std::string> result;
    const auto inputs = findInputs(paths);
    EXPECT_TRUE(inputs) << inputs.error().message;
    for (const InputFile& file : inputs->files)
        result.push_back(fs::path(file.path).lexically_relative(folder.path()).string() + " " + file.host + " "
                         + file.session);
    return result;
}

using Names = std::vector<std::string>;

TEST(FindInputs, ReadsLogDirectoriesAtAnyDepth)
{
    const TempFolder folder;
    folder.write("log/plugins/profile/s1/w-0.xplane.pb", "x");
    folder.write("log/plugins/profile/s1/w-1.xplane.pb", "x");
    folder.write("log/plugins/profile/s1/jit_f(1).hlo_proto.pb", "x");
    folder.write("log/plugins/profile/s1/.cached_tools.json", "x");
    folder.write("log/train/run 2/plugins/profile/s2/w-0.xplane.pb", "x");
    folder.write("log/dump/module_0001.jit_f.after_optimizations.hlo.pb", "x");
    folder.write("log/dump/module_0001.jit_f.txt", "x");
    folder.write("log/caches/jit_f(1).hlo_proto.pb", "x");
    const Names all = {"log/caches/jit_f(1).hlo_proto.pb  ", "log/dump/module_0001.jit_f.after_optimizations.hlo.pb  ",
                       "log/plugins/profile/s1/w-0.xplane.pb w-0 s1", "log/plugins/profile/s1/w-1.xplane.pb w-1 s1",
                       "log/train/run 2/plugins/profile/s2/w-0.xplane.pb w-0 train/run 2/s2"};
    EXPECT_EQ(found({folder.path("log")}, folder), all);
    EXPECT_EQ(found({folder.path("log/")}, folder), (Names(all)));
    EXPECT_EQ(found({folder.path("log/plugins/profile/s1")}, folder),
              (Names{"log/plugins/profile/s1/w-0.xplane.pb w-0 s1", "log/plugins/profile/s1/w-1.xplane.pb w-1 s1"}));
    EXPECT_EQ(found({folder.path("log"), folder.path("log/plugins")}, folder).size(), all.size()) << "each file once";
}

TEST(FindInputs, AFileCountsWhateverItsName)
{
    const TempFolder folder;
    const std::string path = folder.write("odd name", "x");
    EXPECT_EQ(found({path}, folder), Names{"odd name  "});
    EXPECT_EQ(found({path, path, folder.path() + "/./odd name"}, folder).size(), 1U);
}

TEST(FindInputs, DoesNotFollowLinksToFolders)
{
    const TempFolder folder;
    folder.write("a/w.xplane.pb", "x");
    fs::create_directory_symlink(folder.path("a"), folder.path("a/loop"));
    fs::create_directory_symlink(folder.path("a"), folder.path("link"));
    EXPECT_EQ(found({folder.path()}, folder), Names{"a/w.xplane.pb w a"});
    EXPECT_EQ(found({folder.path("link")}, folder).size(), 1U) << "but the link itself may be named";
}

/// Which of several names of a file is listed must not depend on the order in which a file system lists them.
TEST(FindInputs, ListsAFileWithLinksUnderItsFirstName)
{
    const TempFolder folder;
    folder.write("s/m.xplane.pb", "x");
    for (const char* name : {"z", "b", "q", "a", "c", "y"})
        fs::create_symlink("m.xplane.pb", folder.path("s/" + std::string(name) + ".xplane.pb"));
    EXPECT_EQ(found({folder.path("s")}, folder), Names{"s/a.xplane.pb a s"});
    for (const char* name : {"d", "c", "b"}) {
        fs::create_directory(folder.path(name));
        fs::create_symlink(folder.path("s/m.xplane.pb"), folder.path(std::string(name) + "/x.xplane.pb"));
    }
    EXPECT_EQ(found({folder.path()}, folder), Names{"b/x.xplane.pb x b"});
}

TEST(FindInputs, SaysWhatIsThereWhenNothingIsFound)
{
    const TempFolder folder;
    folder.write("events.out.tfevents", "x");
    const auto inputs = findInputs({folder.path()});
    ASSERT_FALSE(inputs);
    EXPECT_EQ(inputs.error().kind, ErrorKind::NotFound);
    EXPECT_NE(inputs.error().message.find("events.out.tfevents"), std::string::npos);
}

TEST(FindInputs, ReadsOnBehindAFolderItMayNotRead)
{
    const TempFolder folder;
    folder.write("a/w.xplane.pb", "x");
    folder.write("closed/w.xplane.pb", "x");
    fs::permissions(folder.path(), kForAll);
    fs::permissions(folder.path("a"), kForAll);
    fs::permissions(folder.path("closed"), fs::perms::none);
    const AsNobody nobody;
    const auto inputs = findInputs({folder.path()});
    ASSERT_TRUE(inputs);
    EXPECT_EQ(findInputs({folder.path("closed")}).error().kind, ErrorKind::NotFound);
    EXPECT_NE(findInputs({folder.path("closed")}).error().message.find("cannot be read"), std::string::npos);
    EXPECT_EQ(inputs->files.size(), 1U);
    ASSERT_EQ(inputs->warnings.list().size(), 1U);
    EXPECT_EQ(inputs->warnings.list()[0].code, "unreadable-folder");
}

TEST(Documents, AreSessionFoldersAndSinglePaths)
{
    using Documents = std::vector<std::vector<std::string>>;
    const TempFolder folder;
    fs::create_directory(folder.path("log.xplane.pb"));
    const std::string log = folder.path("log.xplane.pb");
    EXPECT_EQ(
        groupIntoDocuments({"/s/a.xplane.pb", "/x.hlo.pb", "/s/b.xplane.pb", "/t/a.xplane.pb", "/x.hlo.pb", log}),
        (Documents{{"/s/a.xplane.pb", "/s/b.xplane.pb"}, {"/x.hlo.pb"}, {"/t/a.xplane.pb"}, {"/x.hlo.pb"}, {log}}));
}

class AtomicFile : public testing::Test
{
protected:
    static void writeText(std::ostream& out) { out << "new"; }
    std::size_t entries() const
    {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(m_folder.path()), {}));
    }
    TempFolder m_folder;
};

TEST_F(AtomicFile, ReplacesTheOldFile)
{
    const std::string path = m_folder.write("out", "old");
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_FALSE(writeAtomically(path, writeText));
    EXPECT_EQ(readFile(path), "new");
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFile, KeepsTheOldFileWhenTheDiskIsFull)
{
    const std::string path = m_folder.write("out", "old");
    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit = {};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit small = {100000, limit.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const auto error = writeAtomically(path, [](std::ostream& out) { out << std::string(1000000, 'x'); });
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, before);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->kind, ErrorKind::Io);
    EXPECT_NE(error->message.find(path), std::string::npos);
    EXPECT_EQ(readFile(path), "old");
    EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFile, LeavesNothingWhereItCannotWrite)
{
    EXPECT_TRUE(writeAtomically(m_folder.path("no/such/folder/out"), writeText));
    EXPECT_TRUE(writeAtomically(m_folder.path(), writeText)) << "a folder";
    EXPECT_EQ(entries(), 0U);
}

TEST_F(AtomicFile, WritesThroughALinkAndKeepsIt)
{
    const std::string target = m_folder.write("target", "old");
    const std::string link = m_folder.path("link");
    fs::create_symlink(target, link);
    EXPECT_FALSE(writeAtomically(link, writeText));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(readFile(target), "new");
}

/// As root, renaming over /dev/null would replace it for everybody.
TEST_F(AtomicFile, WritesIntoAPipeInsteadOfReplacingIt)
{
    const std::string path = m_folder.path("pipe");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    EXPECT_FALSE(writeAtomically(path, writeText));
    char text[8] = {};
    EXPECT_EQ(::read(reader, text, sizeof(text)), 3);
    ::close(reader);
    EXPECT_TRUE(fs::is_fifo(path));
    EXPECT_EQ(entries(), 1U);
}

} // namespace
} // namespace tidemark
