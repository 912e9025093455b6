#include "core/base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

namespace tidemark {
namespace {

TEST(Parallel, CallsEachOnce)
{
    for (const std::size_t count : {0U, 1U, 2U, 1000U}) {
        std::vector<std::atomic<int>> calls(count);
        EXPECT_TRUE(forEachInParallel(count, {}, "items", [&](std::size_t i) { ++calls[i]; }));
        EXPECT_TRUE(std::ranges::all_of(calls, [](const auto& n) { return n == 1; }));
    }
}

TEST(Parallel, RunsNoMoreAtATimeThanRequested)
{
    std::atomic<int> running = 0;
    std::atomic<int> most = 0;
    std::atomic<int> calls = 0;
    const auto work = [&](std::size_t) {
        most = std::max<int>(most, ++running);
        std::this_thread::yield();
        ++calls;
        --running;
    };
    EXPECT_TRUE(forEachInParallel(1000, {}, "items", work, 1));
    EXPECT_EQ(calls, 1000);
    EXPECT_EQ(most, 1);
}

TEST(Parallel, RethrowsAnExceptionOfAHelper)
{
    const std::thread::id caller = std::this_thread::get_id();
    if (std::thread::hardware_concurrency() < 2)
        GTEST_SKIP() << "there are no helpers";
    const auto work = [&](std::size_t) {
        if (std::this_thread::get_id() != caller)
            throw std::bad_alloc();
    };
    // A helper may start too late to take a call.
    EXPECT_THROW(while (forEachInParallel(1000, {}, "items", work)){}, std::bad_alloc);
}

TEST(Parallel, SkipsTheRestAfterAFailure)
{
    std::atomic<std::size_t> calls = 0;
    const auto work = [&](std::size_t) {
        ++calls;
        throw std::runtime_error("first");
    };
    EXPECT_THROW(forEachInParallel(100000, {}, "items", work), std::runtime_error);
    EXPECT_LE(calls, std::max(1U, std::thread::hardware_concurrency()));

    if (std::thread::hardware_concurrency() < 2)
        return;
    // Without the early end the other threads would be busy longer than any thread can be delayed.
    constexpr std::size_t kMany = std::size_t{1} << 36;
    calls = 0;
    const auto failingOnce = [&](std::size_t) {
        if (calls++ == 0)
            throw std::runtime_error("first");
    };
    EXPECT_THROW(forEachInParallel(kMany, {}, "items", failingOnce), std::runtime_error);
    EXPECT_LT(calls, kMany);
}

TEST(Parallel, ReportsFromTheCallerAndCanBeCancelled)
{
    const std::thread::id caller = std::this_thread::get_id();
    std::vector<std::uint64_t> reports;
    Progress progress;
    progress.report = [&](std::uint64_t done, std::uint64_t total, Progress::Unit unit, std::string_view what) {
        EXPECT_EQ(std::this_thread::get_id(), caller);
        EXPECT_LE(done, total);
        EXPECT_EQ(total, 100000U);
        EXPECT_EQ(unit, Progress::Unit::Items);
        EXPECT_EQ(what, "Counting items");
        reports.push_back(done);
    };
    std::atomic<bool> cancelled = false;
    progress.isCancelled = [&] { return cancelled = reports.size() == 3; };
    std::atomic<std::size_t> calls = 0;
    const auto work = [&](std::size_t) {
        ++calls;
        while (std::this_thread::get_id() != caller && !cancelled)
            std::this_thread::yield();
    };
    EXPECT_FALSE(forEachInParallel(100000, progress, "Counting items", work));
    EXPECT_EQ(reports.size(), 3U);
    EXPECT_LT(calls, 100000U);
    EXPECT_TRUE(std::ranges::is_sorted(reports));
}

TEST(Parallel, AnEmptyLoopSucceedsEvenIfCancelled)
{
    Progress progress;
    progress.isCancelled = [] { return true; };
    EXPECT_TRUE(forEachInParallel(0, progress, "items", [](std::size_t) { FAIL(); }));
}

TEST(Parallel, RethrowsAnExceptionOfTheReport)
{
    Progress progress;
    progress.report = [](auto...) { throw std::bad_alloc(); };
    EXPECT_THROW(while (forEachInParallel(1000, progress, "items", [](std::size_t) {})){}, std::bad_alloc);
}

} // namespace
} // namespace tidemark
