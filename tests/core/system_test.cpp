#include "core/system/file_time.h"
#include "core/system/find_last.h"
#include "core/system/own_process.h"
#include "core/system/pipe.h"
#include "core/system/signal_queue.h"

#include <fcntl.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <poll.h>
#include <unistd.h>

namespace tidemark::sys {
namespace {

TEST(System, APipeIsNotInherited)
{
    std::array<int, 2> ends = {};
    ASSERT_TRUE(makePipe(ends));
    for (const int end : ends)
        EXPECT_NE(::fcntl(end, F_GETFD) & FD_CLOEXEC, 0);
    EXPECT_EQ(::write(ends[1], "ab", 2), 2);
    std::array<char, 3> read = {};
    EXPECT_EQ(::read(ends[0], read.data(), read.size()), 2);
    for (const int end : ends)
        ::close(end);
}

TEST(System, SignalsWaitInTheQueueAndAreAsBeforeAfterwards)
{
    sigset_t before;
    ::sigprocmask(SIG_BLOCK, nullptr, &before);
    {
        SignalQueue queue({SIGUSR1, SIGUSR2});
        ASSERT_TRUE(queue.isOpen());
        EXPECT_FALSE(queue.next());
        ::kill(::getpid(), SIGUSR2);
        pollfd ready{queue.descriptor(), POLLIN, 0};
        ASSERT_EQ(::poll(&ready, 1, 1000), 1);
        const auto signal = queue.next();
        ASSERT_TRUE(signal);
        EXPECT_EQ(signal->number, SIGUSR2);
        EXPECT_FALSE(signal->isOfSystem);
        EXPECT_FALSE(queue.next());
    }
    sigset_t after;
    ::sigprocmask(SIG_BLOCK, nullptr, &after);
    EXPECT_EQ(sigismember(&after, SIGUSR2), sigismember(&before, SIGUSR2));
}

TEST(System, TheOwnProcessIsKnown)
{
    EXPECT_EQ(std::filesystem::path(ownProgram()).filename(), "core_tests");
    EXPECT_TRUE(std::filesystem::is_directory(kOwnDescriptors));
    struct stat status = {};
    ASSERT_EQ(::stat(ownProgram().c_str(), &status), 0);
    EXPECT_EQ(lastChange(status).tv_sec, status.st_mtime);
}

TEST(System, TheLastByteIsFound)
{
    EXPECT_EQ(findLast("a\nb\nc", '\n'), 3U);
    EXPECT_EQ(findLast("abc", '\n'), std::string_view::npos);
    EXPECT_EQ(findLast("", '\n'), std::string_view::npos);
}

} // namespace
} // namespace tidemark::sys
