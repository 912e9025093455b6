#include "core/xla/plan/plan.h"
#include "core/xla/xprof/xprof_replay.h"
#include "tests/support/profile_builder.h"

#include <gtest/gtest.h>

#include <tuple>

namespace tidemark {
using namespace xla;
namespace {

using Levels = std::vector<std::int64_t>;
using Span = std::tuple<std::int64_t, std::int64_t, std::int64_t>; // id, start, limit

constexpr const char* kBuffers = "temp 4096\n a 0 100\n b 1000 10\n c 2000 1\ntrace ";

XprofReplay replayed(const std::string& events)
{
    const auto plan = *Plan::parse(test::hloBytes(kBuffers + events));
    return replayLikeXprof(plan->assignment(), 0, [](BufferId) { return 0; });
}

/// The buffers of kBuffers have the ids 1, 2 and 3, one more than their positions.
std::vector<Span> spansOf(const XprofReplay& replay)
{
    std::vector<Span> spans;
    for (const auto& [buffer, span] : replay.spans)
        spans.emplace_back(buffer.index() + 1, span.start, span.limit);
    return spans;
}

/// Answers of XProf 2.24.2 to programs that contradict themselves. Consistent programs are among the goldens.
TEST(XprofReplay, CountsABufferAsOftenAsItIsAllocated)
{
    const XprofReplay twice = replayed("+a +a -a -a +c");
    EXPECT_EQ(twice.heapSizes, (Levels{0, 100, 200, 200, 100, 101}));
    EXPECT_EQ(spansOf(twice), (std::vector<Span>{{1, 1, 3}, {3, 4, 4}}));
    EXPECT_EQ(twice.peakBuffers, (std::vector{BufferId(0), BufferId(0)}));
    EXPECT_EQ(twice.peakPosition, 1);
}

TEST(XprofReplay, ListsTheBuffersLiveAtAPeakOfOneByte)
{
    EXPECT_EQ(replayed("+c -c").peakBuffers, std::vector{BufferId(2)});
}

TEST(XprofReplay, ShowsTheLaterSharerForEveryLaterLifetime)
{
    const XprofReplay replay = replayed("+a -a b=a +a -b -a +c");
    EXPECT_EQ(replay.heapSizes, (Levels{0, 100, 0, 100, 200, 200, 100, 101}));
    EXPECT_EQ(spansOf(replay), (std::vector<Span>{{1, 3, 6}, {2, 2, 4}, {3, 6, 6}}));
    EXPECT_EQ(replay.peakBuffers, (std::vector{BufferId(1), BufferId(1)}));
}

TEST(XprofReplay, SubtractsTheRootOfASharerWithSeparateMemory)
{
    const XprofReplay replay = replayed("+a b=a -b +b -a -b +c -c");
    EXPECT_EQ(replay.heapSizes, (Levels{0, 100, 100, 100, 110, 110, 10, 11, 10}));
    EXPECT_EQ(spansOf(replay), (std::vector<Span>{{1, 0, 5}, {2, 3, 5}, {3, 6, 7}}));
}

TEST(XprofReplay, EndsTheSpanOfTheLastLifetime)
{
    EXPECT_EQ(spansOf(replayed("+a -a +a -a +b -b")), (std::vector<Span>{{1, 2, 3}, {2, 4, 5}}));
    EXPECT_EQ(spansOf(replayed("+a -a b=a -b +a -a +c -c")), (std::vector<Span>{{1, 4, 7}, {2, 2, 3}, {3, 6, 7}}));
}

TEST(XprofReplay, AnEmptyTraceTakesNoBlocksOfAnother)
{
    const auto count = [](const std::string& traces) {
        const auto plan = *Plan::parse(test::hloBytes("temp 4096\n a 0 100\n" + traces));
        const auto replay = replayLikeXprof(plan->assignment(), 0, [](BufferId) { return 0; });
        return bufferBlocks(plan->assignment(), 0, replay).size();
    };
    EXPECT_EQ(count("trace +a -a\n"), 2U) << "the allocation and its buffer";
    EXPECT_EQ(count("trace\ntrace +a -a\n"), 2U);
}

} // namespace
} // namespace tidemark
