#include "core/base/parallel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

using namespace tidemark;

TEST(ParallelLoop, CallsEachOnceAndItsWritesAreVisibleAfterwards)
{
    constexpr std::size_t kCount = 10000;
    const auto caller = std::this_thread::get_id();
    std::atomic<bool> isHelped = std::thread::hardware_concurrency() < 2;
    std::vector<int> calls(kCount, 0); // not atomic: each is written by one thread and read after the loop
    const auto work = [&](std::size_t i) {
        ++calls[i];
        if (std::this_thread::get_id() != caller)
            isHelped = true;
        while (!isHelped)
            std::this_thread::yield();
    };
    EXPECT_TRUE(forEachInParallel(kCount, {}, "numbers", work));
    EXPECT_EQ(std::ranges::count(calls, 1), static_cast<std::ptrdiff_t>(kCount));
}

TEST(ParallelLoop, ReportsFromTheCallingThreadAndSkipsTheRestWhenCancelled)
{
    constexpr std::size_t kCount = 1000;
    constexpr int kReports = 3;
    const auto caller = std::this_thread::get_id();
    int reports = 0; // not atomic: used only by the calling thread
    std::atomic<bool> isEnough = false;
    Progress progress;
    progress.report = [&](std::uint64_t, std::uint64_t total, Progress::Unit unit, std::string_view what) {
        EXPECT_EQ(total, kCount);
        EXPECT_EQ(unit, Progress::Unit::Items);
        EXPECT_EQ(what, "Adding numbers");
        isEnough = ++reports == kReports;
    };
    progress.isCancelled = [&] { return isEnough.load(); };
    std::atomic<std::size_t> calls = 0;
    const auto work = [&](std::size_t) {
        ++calls;
        // The helpers wait until the caller has cancelled.
        while (std::this_thread::get_id() != caller && !isEnough)
            std::this_thread::yield();
    };
    EXPECT_FALSE(forEachInParallel(kCount, progress, "Adding numbers", work));
    EXPECT_EQ(reports, kReports);
    EXPECT_LT(calls, kCount);
}
