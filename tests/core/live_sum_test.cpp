// Tests of the memory use with other sizes, compared with a slow and obvious computation.
#include "core/advice/live_sum.h"

#include "core/xla/advice/evidence.h"
#include "tests/support/profile_builder.h"
#include "tests/support/random_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

/// Sums every row at every step: its size, or, if buffers share addresses, the bytes that it adds at its birth. The
/// level has the bytes that no row adds as well.
std::vector<std::int64_t> slowly(const SpaceTimeline& timeline, const std::vector<RowChange>& changes)
{
    const bool areShared = timeline.xprofPeakBytes() + timeline.totals.untraced > timeline.occupiedPeakBytes();
    std::map<RowId, std::int64_t> sizes;
    for (const LiveRow& live : allRows(timeline))
        sizes[live.row] = timeline.rows[live.row].size - (areShared ? live.overlap : 0);
    std::vector<std::int64_t> levels;
    for (std::uint32_t step = 0; step < timeline.steps; ++step) {
        std::int64_t level = 0;
        for (const LiveRow& live : liveRows(timeline, step)) {
            level += timeline.rows[live.row].size - (areShared ? live.overlap : 0);
            std::int64_t size = sizes[live.row];
            for (const RowChange& change : changes)
                if (change.row == live.row && change.begin <= step && step < change.end && change.size < size)
                    size = change.size;
            level -= sizes[live.row] - size;
        }
        levels.push_back(level);
    }
    return levels;
}

std::vector<RowChange> randomChanges(const SpaceTimeline& timeline, std::mt19937& random)
{
    const auto below
        = [&](std::int64_t end) { return std::uniform_int_distribution<std::int64_t>(0, end - 1)(random); };
    std::vector<RowChange> changes;
    const auto rows = static_cast<std::int64_t>(timeline.rows.size());
    for (std::int64_t i = 0; rows > 0 && i < below(3 * rows); ++i) {
        const RowId row = RowId::at(static_cast<std::size_t>(below(rows)));
        const auto begin = static_cast<std::uint32_t>(below(timeline.steps + 3));
        const auto end = static_cast<std::uint32_t>(below(timeline.steps + 3));
        changes.push_back({row, begin, end, below(2 * timeline.rows[row].size + 1)});
    }
    return changes;
}

TEST(LiveSum, IsTheSumOfAllRowsAtEveryStep)
{
    std::mt19937 random(7);
    for (int i = 0; i < 400; ++i) {
        const proto::HloProto hlo = i % 2 == 0 ? consistentPlan(random) : planOfManyLives(random);
        const auto plan = Plan::parse(hlo.SerializeAsString());
        ASSERT_TRUE(plan);
        for (const std::int64_t space : {0, 1, 2}) {
            const auto timeline = replaySpace(*plan, space);
            const LiveSum sum = liveSumOf(*timeline);
            EXPECT_EQ(sum.levels(), slowly(*timeline, {}));
            EXPECT_EQ(sum.peak(), std::ranges::max(sum.levels()));
            EXPECT_EQ(sum.levels()[sum.peakStep()], sum.peak());
            const std::vector<RowChange> changes = randomChanges(*timeline, random);
            const std::vector<std::int64_t> expected = slowly(*timeline, changes);
            ASSERT_EQ(sum.levelsWith(changes), expected);
            EXPECT_EQ(sum.peakWith(changes), std::ranges::max(expected));
        }
    }
}

TEST(LiveSum, OfTwoChangesOfARowTheSmallerRemainderCounts)
{
    const auto plan = Plan::parse(hloBytes("temp 80\n a 0 64\n b 64 8\n c 72 8\n trace +a +b +c -b -c -a"));
    const auto timeline = replaySpace(*plan, 0);
    const LiveSum sum = liveSumOf(*timeline);
    EXPECT_EQ(sum.levels(), (std::vector<std::int64_t>{64, 72, 80, 72, 64, 0}));
    const RowId a(0);
    EXPECT_EQ(sum.levelsWith({{a, 0, 4, 32}, {a, 2, 3, 16}, {a, 3, 9, 100}}),
              (std::vector<std::int64_t>{32, 40, 32, 40, 64, 0}));
}

TEST(LiveSum, BuffersInTheMemoryOfOthersAddNothing)
{
    const auto plan = Plan::parse(hloBytes("temp 64\n a 0 64\n b 0 64\n trace +a +b -a -b"));
    const auto timeline = replaySpace(*plan, 0);
    const LiveSum sum = liveSumOf(*timeline);
    EXPECT_EQ(sum.levels(), (std::vector<std::int64_t>{64, 64, 64, 0}));
    EXPECT_EQ(sum.size(RowId(1)), 0);
    EXPECT_EQ(sum.peakWith({sum.resized(RowId(1), 32)}), 64);
}

} // namespace
} // namespace tidemark
