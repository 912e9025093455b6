#include "core/files/bytes.h"
#include "core/files/find_inputs.h"
#include "core/files/open_files.h"
#include "tests/support/open_descriptors.h"
#include "tests/support/opened.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace tidemark {
namespace {

using namespace test;
namespace fs = std::filesystem;

/// Root may read everything. During the lifetime of this object the process runs as nobody.
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

TEST(File, RefusesAnythingButARegularFile)
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

TEST(File, DistinguishesAnEmptyFileFromAMissingOne)
{
    const TempFolder folder;
    EXPECT_EQ(File::open(folder.write("empty", "")).error().kind, ErrorKind::Empty);
    EXPECT_EQ(File::open(folder.path("missing")).error().kind, ErrorKind::NotFound);
    EXPECT_EQ(File::open(folder.write("file", "x") + "/below").error().kind, ErrorKind::NotFound);
}

TEST(File, ReportsMissingPermissions)
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

std::string start(const File& file)
{
    const auto bytes = Bytes::read(file, 0, 1);
    return bytes ? std::string((*bytes)->view()) : bytes.error().message;
}

TEST(OpenFiles, KeepsNoMoreOpenThanItsLimit)
{
    const TempFolder folder;
    const std::size_t before = openDescriptors();
    {
        const auto openFiles = std::make_shared<OpenFiles>(3);
        std::vector<std::shared_ptr<const File>> files;
        for (char name = 'a'; name <= 'j'; ++name)
            files.push_back(*File::open(folder.write({&name, 1}, std::string_view(&name, 1)), openFiles));
        EXPECT_EQ(openDescriptors(), before + 3);
        for (int round = 0; round < 2; ++round)
            for (std::size_t i = 0; i < files.size(); ++i)
                EXPECT_EQ(start(*files[i]), std::string(1, static_cast<char>('a' + i)));
        EXPECT_EQ(openDescriptors(), before + 3);
        files.resize(8);
        EXPECT_EQ(openDescriptors(), before + 1) << "the last three were open";
    }
    EXPECT_EQ(openDescriptors(), before);
}

/// The system reuses the number of a closed descriptor for the next open file.
TEST(OpenFiles, DoesNotTouchADescriptorItHasClosed)
{
    const TempFolder folder;
    const auto openFiles = std::make_shared<OpenFiles>(1);
    File::open(folder.write("gone", "g"), openFiles)->reset();
    const int stranger = ::open(folder.path("gone").c_str(), O_RDONLY | O_CLOEXEC);
    const auto first = *File::open(folder.write("first", "1"), openFiles);
    const auto second = *File::open(folder.write("second", "2"), openFiles);
    EXPECT_EQ(start(*first), "1");
    EXPECT_EQ(start(*second), "2");
    EXPECT_EQ(::close(stranger), 0);
}

TEST(OpenFiles, ClosesTheLeastRecentlyReadFile)
{
    const TempFolder folder;
    const auto openFiles = std::make_shared<OpenFiles>(2);
    const std::string first = folder.write("first", "1");
    const std::string second = folder.write("second", "2");
    const auto kept = *File::open(first, openFiles);
    const auto closed = *File::open(second, openFiles);
    EXPECT_EQ(start(*kept), "1");
    const auto third = *File::open(folder.write("third", "3"), openFiles);
    fs::remove(first);
    fs::remove(second);
    EXPECT_EQ(start(*kept), "1") << "it is still open";
    EXPECT_NE(start(*closed).find("cannot open"), std::string::npos);
}

TEST(OpenFiles, AFileReplacedBeforeReopeningIsAnError)
{
    const TempFolder folder;
    const std::string path = folder.write("file", "old");
    const fs::file_time_type time = fs::last_write_time(path);
    const auto openFiles = std::make_shared<OpenFiles>(1);
    const auto file = *File::open(path, openFiles);
    const auto other = *File::open(folder.write("other", "x"), openFiles);
    const auto changed = [&] {
        EXPECT_EQ(start(*other), "x"); // closes the file
        return start(*file).find("changed") != std::string::npos;
    };
    EXPECT_FALSE(changed());
    folder.write("file", "longer");
    fs::last_write_time(path, time);
    EXPECT_TRUE(changed()) << "another size";
    folder.write("file", "new");
    fs::last_write_time(path, time + std::chrono::nanoseconds(1));
    EXPECT_TRUE(changed()) << "another time";
    fs::last_write_time(path, time);
    EXPECT_FALSE(changed());
    fs::rename(folder.write("beside", "new"), path);
    fs::last_write_time(path, time);
    EXPECT_TRUE(changed()) << "another file of that name";
    folder.write("file", "");
    EXPECT_EQ(start(*other), "x");
    EXPECT_NE(start(*file).find("empty"), std::string::npos);
}

TEST(OpenFiles, WorksWithFewFreeDescriptors)
{
    if (test::kSanitizerNeedsDescriptors)
        GTEST_SKIP() << "the sanitizer itself needs descriptors";
    const TempFolder folder;
    std::vector<std::shared_ptr<const File>> files;
    const auto openFiles = std::make_shared<OpenFiles>(20);
    for (int i = 0; i < 5; ++i)
        files.push_back(*File::open(folder.write(std::to_string(i), std::to_string(i)), openFiles));
    rlimit limit = {};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    const rlimit full = {openDescriptors() - 1, limit.rlim_max}; // one descriptor was used to list the others
    ::setrlimit(RLIMIT_NOFILE, &full);
    std::vector<int> others; // fill the free descriptors below the limit
    for (int other = ::dup(0); other >= 0; other = ::dup(0))
        others.push_back(other);
    const auto more = File::open(folder.path("0"), openFiles);
    const std::string text = more ? start(**more) : more.error().message;
    const auto none = File::open(folder.path("0"), std::make_shared<OpenFiles>(20)); // which has no file to close
    ::setrlimit(RLIMIT_NOFILE, &limit);
    std::ranges::for_each(others, ::close);
    EXPECT_EQ(text, "0");
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("cannot open"), std::string::npos) << none.error().message;
    for (std::size_t i = 0; i < files.size(); ++i)
        EXPECT_EQ(start(*files[i]), std::to_string(i));
}

/// Other parts of the process need descriptors too.
TEST(OpenFiles, UsesHalfOfTheDescriptorLimitAndAtMost64)
{
    if (test::kSanitizerNeedsDescriptors)
        GTEST_SKIP() << "the sanitizer itself needs descriptors";
    const TempFolder folder;
    for (int i = 0; i < 70; ++i)
        folder.write(std::to_string(i), "x");
    rlimit limit = {};
    ::getrlimit(RLIMIT_NOFILE, &limit);
    const auto opensOf = [&](rlim_t may) {
        const rlimit some = {may, limit.rlim_max};
        ::setrlimit(RLIMIT_NOFILE, &some);
        const auto openFiles = std::make_shared<OpenFiles>();
        ::setrlimit(RLIMIT_NOFILE, &limit);
        const std::size_t before = openDescriptors();
        std::vector<std::shared_ptr<const File>> files;
        for (int i = 0; i < 70; ++i)
            files.push_back(*File::open(folder.path(std::to_string(i)), openFiles));
        return openDescriptors() - before;
    };
    EXPECT_EQ(opensOf(0), 1U);
    EXPECT_EQ(opensOf(20), 10U);
    EXPECT_EQ(opensOf(127), 63U);
    EXPECT_EQ(opensOf(128), 64U);
    EXPECT_EQ(opensOf(200), 64U);
}

TEST(OpenFiles, ServesManyThreads)
{
    const TempFolder folder;
    const auto openFiles = std::make_shared<OpenFiles>(2);
    std::vector<std::shared_ptr<const File>> files;
    for (char name = 'a'; name <= 'h'; ++name)
        files.push_back(*File::open(folder.write({&name, 1}, std::string_view(&name, 1)), openFiles));
    std::atomic<int> wrong = 0;
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < 6; ++thread)
        threads.emplace_back([&, thread] {
            for (std::size_t i = 0; i < 500; ++i) {
                const std::size_t which = (i * (thread + 1)) % files.size();
                wrong += start(*files[which]) == std::string(1, static_cast<char>('a' + which)) ? 0 : 1;
            }
        });
    threads.clear();
    EXPECT_EQ(wrong, 0);
}

TEST(OpenFiles, LendsNoMoreAtOnceThanItsLimit)
{
    const TempFolder folder;
    const std::string path = folder.write("file", "x");
    OpenFiles openFiles(2);
    const auto lend
        = [&](const int& owner) { return *openFiles.lend(&owner, path, [](int) { return Result<void>(); }); };
    const std::array<int, 4> owners = {};
    std::atomic<int> lent = 0;
    std::atomic<int> most = 0;
    std::vector<std::jthread> threads;
    for (const int& owner : owners)
        threads.emplace_back([&] {
            for (int i = 0; i < 200; ++i) {
                const auto lease = lend(owner);
                const int now = ++lent;
                for (int seen = most; seen < now && !most.compare_exchange_weak(seen, now);) { }
                std::this_thread::yield();
                --lent;
            }
        });
    threads.clear();
    EXPECT_LE(most, 2);
    const auto twice = lend(owners[0]);
    EXPECT_EQ(lend(owners[0]).descriptor(), twice.descriptor()) << "one owner, one descriptor";
}

/// Large contents are allocated differently.
TEST(Bytes, HoldTheContentOfAFileOfAnySize)
{
    const TempFolder folder;
    constexpr std::size_t kHuge = std::size_t{1} << 21;
    for (const std::size_t size : {std::size_t{1}, kHuge - 1, kHuge, kHuge + 1, 2 * kHuge + 5}) {
        std::string content(size, '\0');
        for (std::size_t i = 0; i < size; ++i)
            content[i] = static_cast<char>(i * 31 + i / 251);
        const auto file = *File::open(folder.write("file", content));
        EXPECT_TRUE((*Bytes::read(*file, 0, size))->view() == content) << size;
        EXPECT_TRUE(Bytes::copy(content)->view() == content) << size;
        EXPECT_EQ((*Bytes::read(*file, size - 1, 1))->view(), content.substr(size - 1));
    }
}

TEST(Bytes, PastTheEndAreAnErrorWithItsPlace)
{
    const TempFolder folder;
    const std::string path = folder.write("file", std::string(1500, 'x'));
    const auto file = *File::open(path);
    EXPECT_EQ((*Bytes::read(*file, 1500, 0))->view(), "");
    EXPECT_EQ((*Bytes::read(*file, 1499, 1))->view(), "x");
    for (const auto& [offset, size] : {std::pair{1499U, 2U}, {1500U, 2U}, {1501U, 2U}, {0xffffffffU, 2U}}) {
        const auto bytes = Bytes::read(*file, offset, size);
        ASSERT_FALSE(bytes) << offset;
        EXPECT_EQ(bytes.error().kind, ErrorKind::Truncated);
        EXPECT_EQ(bytes.error().message,
                  path + " ends at byte 1,500, in the middle of a record of 2 bytes. Copy or capture it again.");
        EXPECT_EQ(bytes.error().offset, 1500U);
    }
    EXPECT_FALSE(Bytes::read(*file, 1501, 0));
    // Simulates that the file was cut after it was opened.
    fs::resize_file(path, 1000);
    EXPECT_EQ(
        Bytes::read(*file, 900, 200).error().message,
        path
            + " became shorter while it was read: it ends at byte 1,000 of 1,500. Open it again, or copy or capture "
              "it again if it stays so.");
}

std::vector<std::string> found(const std::vector<std::string>& paths, const TempFolder& folder)
{
    std::vector<std::string> result;
    const auto inputs = findInputs(paths, test::allEndings());
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
    const Names all = {"log/caches/jit_f(1).hlo_proto.pb  ",
                       "log/dump/module_0001.jit_f.after_optimizations.hlo.pb  ",
                       "log/dump/module_0001.jit_f.txt  ",
                       "log/plugins/profile/s1/w-0.xplane.pb w-0 s1",
                       "log/plugins/profile/s1/w-1.xplane.pb w-1 s1",
                       "log/train/run 2/plugins/profile/s2/w-0.xplane.pb w-0 train/run 2/s2"};
    EXPECT_EQ(found({folder.path("log")}, folder), all);
    EXPECT_EQ(found({folder.path("log/")}, folder), (Names(all)));
    EXPECT_EQ(found({folder.path("log/plugins/profile/s1")}, folder),
              (Names{"log/plugins/profile/s1/w-0.xplane.pb w-0 s1", "log/plugins/profile/s1/w-1.xplane.pb w-1 s1"}));
    EXPECT_EQ(found({folder.path("log"), folder.path("log/plugins")}, folder).size(), all.size()) << "each file once";
}

TEST(FindInputs, AFileCountsWithAnyName)
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

/// The listed name of a file with several names must not depend on the order of the file system.
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

TEST(FindInputs, ListsOtherFilesIfNothingIsFound)
{
    const TempFolder folder;
    folder.write("events.out.tfevents", "x");
    const auto inputs = findInputs({folder.path()}, test::allEndings());
    ASSERT_FALSE(inputs);
    EXPECT_EQ(inputs.error().kind, ErrorKind::NotFound);
    EXPECT_NE(inputs.error().message.find("events.out.tfevents"), std::string::npos);
}

TEST(FindInputs, NamesThreeOtherFiles)
{
    const TempFolder folder;
    for (const auto& [name, expected] : std::vector<std::pair<std::string, std::string>>{{"a", "found a."},
                                                                                         {"b", "found a, b."},
                                                                                         {"c", "found a, b, c."},
                                                                                         {"d", "found a, b, c, …."},
                                                                                         {"e", "found a, b, c, …."}}) {
        folder.write(name, "x");
        EXPECT_TRUE(findInputs({folder.path()}, test::allEndings()).error().message.find(expected + " Looked for")
                    != std::string::npos)
            << name;
    }
}

TEST(FindInputs, ContinuesAfterAnUnreadableFolder)
{
    const TempFolder folder;
    folder.write("a/w.xplane.pb", "x");
    folder.write("closed/w.xplane.pb", "x");
    fs::permissions(folder.path(), kForAll);
    fs::permissions(folder.path("a"), kForAll);
    fs::permissions(folder.path("closed"), fs::perms::none);
    const AsNobody nobody;
    const auto inputs = findInputs({folder.path()}, test::allEndings());
    ASSERT_TRUE(inputs);
    EXPECT_EQ(findInputs({folder.path("closed")}, test::allEndings()).error().kind, ErrorKind::NotFound);
    EXPECT_NE(findInputs({folder.path("closed")}, test::allEndings()).error().message.find("cannot be read"),
              std::string::npos);
    EXPECT_EQ(inputs->files.size(), 1U);
    ASSERT_EQ(inputs->warnings.list().size(), 1U);
    EXPECT_EQ(inputs->warnings.list()[0].code, "unreadable-folder");
}

} // namespace
} // namespace tidemark
