#include "core/files/atomic_file.h"
#include "core/files/inputs_kept.h"
#include "tests/support/open_descriptors.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <ostream>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace tidemark {
namespace {

using namespace test;
namespace fs = std::filesystem;

class AtomicFile : public testing::Test
{
protected:
    // The folder and its files may have the inodes of inputs that an earlier test opened and removed.
    AtomicFile() { inputsKept::remove(m_folder.path()); }
    std::string write(std::string_view name, std::string_view bytes) const
    {
        const std::string path = m_folder.write(name, bytes);
        inputsKept::remove(path);
        return path;
    }
    static void writeText(std::ostream& out) { out << "new"; }
    std::size_t entries() const
    {
        return static_cast<std::size_t>(std::distance(fs::directory_iterator(m_folder.path()), {}));
    }
    TempFolder m_folder;
};

TEST_F(AtomicFile, ReplacesTheOldFile)
{
    const std::string path = write("out", "old");
    fs::permissions(path, fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_TRUE(writeAtomically(path, writeText));
    EXPECT_EQ(readFile(path), "new");
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFile, KeepsTheOldFileIfTheWriterCancels)
{
    const std::string path = write("out", "old");
    const auto give = [](std::ostream& out) { (out << "new").setstate(std::ios::badbit); };
    EXPECT_TRUE(writeAtomically(path, give));
    EXPECT_TRUE(writeAtomically(m_folder.path("other"), give));
    EXPECT_EQ(readFile(path), "old");
    EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFile, WritesASingleByte)
{
    EXPECT_TRUE(writeAtomically(m_folder.path("out"), [](std::ostream& out) { out << 'x'; }));
    EXPECT_EQ(readFile(m_folder.path("out")), "x");
}

TEST_F(AtomicFile, KeepsTheOldFileWhenTheDiskIsFull)
{
    const std::string path = write("out", "old");
    const auto before = std::signal(SIGXFSZ, SIG_IGN);
    rlimit limit = {};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit small = {100000, limit.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    const auto done = writeAtomically(path, [](std::ostream& out) { out << std::string(1000000, 'x'); });
    ::setrlimit(RLIMIT_FSIZE, &limit);
    std::signal(SIGXFSZ, before);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().kind, ErrorKind::Io);
    EXPECT_NE(done.error().message.find(path), std::string::npos);
    EXPECT_EQ(readFile(path), "old");
    EXPECT_EQ(entries(), 1U);
}

TEST_F(AtomicFile, LeavesNoFileIfItCannotWrite)
{
    EXPECT_FALSE(writeAtomically(m_folder.path("no/such/folder/out"), writeText));
    EXPECT_FALSE(writeAtomically(m_folder.path(), writeText)) << "a folder";
    EXPECT_EQ(entries(), 0U);
}

TEST_F(AtomicFile, WritesThroughALinkAndKeepsIt)
{
    const std::string target = write("target", "old");
    const std::string link = m_folder.path("link");
    fs::create_symlink(target, link);
    EXPECT_TRUE(writeAtomically(link, writeText));
    EXPECT_TRUE(fs::is_symlink(link));
    EXPECT_EQ(readFile(target), "new");
}

TEST_F(AtomicFile, CreatesTheTargetOfALink)
{
    fs::create_directory(m_folder.path("folder"));
    fs::create_symlink("folder/second", m_folder.path("first"));
    fs::create_symlink("../target", m_folder.path("folder/second"));
    EXPECT_TRUE(writeAtomically(m_folder.path("first"), writeText));
    EXPECT_TRUE(fs::is_symlink(m_folder.path("first")));
    EXPECT_TRUE(fs::is_symlink(m_folder.path("folder/second")));
    EXPECT_EQ(readFile(m_folder.path("target")), "new");
    EXPECT_EQ(entries(), 3U);
    fs::create_symlink("round", m_folder.path("round"));
    fs::create_symlink("no/such/folder", m_folder.path("lost"));
    for (const char* const link : {"round", "lost"}) {
        EXPECT_FALSE(writeAtomically(m_folder.path(link), writeText)) << link;
        EXPECT_TRUE(fs::is_symlink(m_folder.path(link))) << link;
    }
    EXPECT_EQ(entries(), 5U);
}

/// Covers "-o /dev/stdout >> notes.txt".
TEST_F(AtomicFile, WritesToItsOwnDescriptorPath)
{
    const std::string path = write("notes", "old,");
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_APPEND);
    ASSERT_GE(descriptor, 0);
    const std::string number = std::to_string(descriptor);
    fs::create_symlink("/dev/fd/" + number, m_folder.path("link"));
    for (const std::string& name : {"/dev/fd/" + number, "/proc/self/fd/" + number, m_folder.path("link"),
                                    "/proc/" + std::to_string(::getpid()) + "/fd/" + number})
        EXPECT_TRUE(writeAtomically(name, writeText)) << name;
    ASSERT_EQ(::write(descriptor, ",more", 5), 5) << "it is still open";
    ::close(descriptor);
    EXPECT_EQ(readFile(path), "old,newnewnewnew,more");
    EXPECT_EQ(entries(), 2U);
    const auto done = writeAtomically("/dev/fd/" + number, writeText);
    ASSERT_FALSE(done) << "it is closed";
    EXPECT_NE(done.error().message.find(std::strerror(EBADF)), std::string::npos) << done.error().message;
}

TEST_F(AtomicFile, AcceptsAnyNameThatTheSystemAccepts)
{
    const std::string path = m_folder.path(std::string(255, 'x'));
    EXPECT_TRUE(writeAtomically(path, writeText));
    EXPECT_EQ(readFile(path), "new");
    EXPECT_EQ(entries(), 1U);
    EXPECT_FALSE(writeAtomically(path + "x", writeText));
}

/// For root, a rename onto /dev/null would replace it for all users.
TEST_F(AtomicFile, WritesIntoAPipeInsteadOfReplacingIt)
{
    const std::string path = m_folder.path("pipe");
    ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
    const int reader = ::open(path.c_str(), O_RDONLY | O_NONBLOCK);
    ASSERT_GE(reader, 0);
    EXPECT_TRUE(writeAtomically(path, writeText));
    char text[8] = {};
    EXPECT_EQ(::read(reader, text, sizeof(text)), 3);
    ::close(reader);
    EXPECT_TRUE(fs::is_fifo(path));
    EXPECT_EQ(entries(), 1U);
}

/// Nothing reads the pipe, so the system refuses to open it.
TEST_F(AtomicFile, ReportsATargetThatCannotBeOpened)
{
    const std::string path = m_folder.path("socket");
    const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    ASSERT_LT(path.size(), sizeof(address.sun_path));
    path.copy(address.sun_path, path.size());
    ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
    bool isCalled = false;
    const auto done = writeAtomically(path, [&](std::ostream&) { isCalled = true; });
    ::close(socket);
    ASSERT_FALSE(done);
    EXPECT_NE(done.error().message.find(std::strerror(ENXIO)), std::string::npos) << done.error().message;
    EXPECT_FALSE(isCalled);
}

TEST_F(AtomicFile, LeavesNothingWhenTheWriterThrows)
{
    const std::string path = write("out", "old");
    const auto fail = [](std::ostream& out) {
        out << std::string(100000, 'x');
        throw std::runtime_error("no more");
    };
    const std::size_t before = openDescriptors();
    EXPECT_THROW(static_cast<void>(writeAtomically(path, fail)), std::runtime_error);
    EXPECT_THROW(static_cast<void>(writeAtomically(m_folder.path("new"), fail)), std::runtime_error);
    EXPECT_EQ(readFile(path), "old");
    EXPECT_EQ(entries(), 1U);
    EXPECT_EQ(openDescriptors(), before);
}

/// Descriptor 0 is valid, because a process may be started without a standard input.
TEST_F(AtomicFile, ClosesItsFileWithAnyDescriptorNumber)
{
    const int input = ::dup(STDIN_FILENO);
    ASSERT_GT(input, STDIN_FILENO);
    ::close(STDIN_FILENO);
    const auto done = writeAtomically(m_folder.path("out"), writeText);
    const bool isClosed = ::fcntl(STDIN_FILENO, F_GETFD) < 0;
    ::dup2(input, STDIN_FILENO);
    ::close(input);
    EXPECT_TRUE(done);
    EXPECT_TRUE(isClosed);
    EXPECT_EQ(readFile(m_folder.path("out")), "new");
}

TEST_F(AtomicFile, ANewFileHasTheUsualPermissions)
{
    const mode_t old = ::umask(027);
    EXPECT_TRUE(writeAtomically(m_folder.path("out"), writeText));
    EXPECT_EQ(::umask(old), 027U) << "the mask is the process's own";
    struct stat status = {};
    ::stat(m_folder.path("out").c_str(), &status);
    EXPECT_EQ(status.st_mode & 0777, 0640U);
}

TEST_F(AtomicFile, HoldsAllThatWasWrittenInAnyPieces)
{
    std::string all;
    EXPECT_TRUE(writeAtomically(m_folder.path("out"), [&](std::ostream& out) {
        for (int i = 0; i < 40000; ++i) {
            const std::string piece = std::to_string(i) + (i % 7 == 0 ? "\n" : ",");
            all += piece;
            out << piece;
        }
        for (int i = 0; i < 70000; ++i) {
            all += static_cast<char>(i * 31);
            out.put(static_cast<char>(i * 31));
        }
    }));
    EXPECT_TRUE(readFile(m_folder.path("out")) == all);
}

/// Temporary files of a killed process do not block others.
TEST_F(AtomicFile, TakesAnotherTemporaryNameIfOneIsTaken)
{
    write("out." + std::to_string(::getpid()) + "-0", "left");
    EXPECT_TRUE(writeAtomically(m_folder.path("out"), writeText));
    EXPECT_EQ(readFile(m_folder.path("out")), "new");
    EXPECT_EQ(readFile(m_folder.path("out." + std::to_string(::getpid()) + "-0")), "left");
    EXPECT_EQ(entries(), 2U);
}

} // namespace
} // namespace tidemark
