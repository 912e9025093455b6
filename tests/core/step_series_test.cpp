#include "core/view/step_series.h"
#include "core/xla/replay/interval_union.h"
#include "tests/support/oracle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace tidemark {
using namespace xla;
namespace {

std::vector<std::int64_t> randomLevels(std::mt19937& random, std::size_t size)
{
    std::vector<std::int64_t> levels(size);
    for (std::int64_t& level : levels)
        level = std::uniform_int_distribution<std::int64_t>(0, 20)(random);
    return levels;
}

TEST(Decimate, KeepsMinAndMaxOfEveryColumn)
{
    std::mt19937 random(1);
    for (int round = 0; round < 500; ++round) {
        const auto levels = randomLevels(random, 1 + random() % 300);
        const auto begin = static_cast<std::uint32_t>(random() % levels.size());
        const auto end = begin + static_cast<std::uint32_t>(random() % (levels.size() - begin + 1));
        const auto width = static_cast<std::uint32_t>(random() % 80);
        const auto columns = decimate(levels, {begin, end}, width);
        ASSERT_EQ(columns.size(), std::min<std::size_t>(width, end - begin));
        std::uint32_t at = begin;
        for (const Column& column : columns) {
            ASSERT_EQ(column.steps.begin, at) << "a gap";
            at = column.steps.end;
            ASSERT_GT(column.steps.size(), 0U);
            const auto first = levels.begin() + column.steps.begin;
            const auto last = levels.begin() + column.steps.end;
            EXPECT_EQ(column.min, *std::min_element(first, last));
            EXPECT_EQ(column.max, *std::max_element(first, last));
            EXPECT_EQ(column.first, *first);
            EXPECT_EQ(column.last, *(last - 1));
        }
        if (!columns.empty()) {
            EXPECT_EQ(at, end);
        }
    }
}

TEST(Decimate, ShowsASpikeOneStepWideAtEveryWidth)
{
    std::vector<std::int64_t> levels(100000, 5);
    levels[77777] = 9;
    for (const std::uint32_t width : {1U, 2U, 3U, 100U, 1200U, 99999U, 100000U, 4000000000U}) {
        const auto columns = decimate(levels, {0, 100000}, width);
        EXPECT_EQ(std::ranges::count(columns, 9, &Column::max), 1) << width;
    }
}

TEST(PeakIn, IsTheFirstOfEqualLevels)
{
    const std::vector<std::int64_t> levels = {1, 7, 3, 7, 9, 9};
    EXPECT_EQ(peakIn(levels, {0, 4}), 1U);
    EXPECT_EQ(peakIn(levels, {2, 4}), 3U);
    EXPECT_EQ(peakIn(levels, {0, 6}), 4U);
}

TEST(LocalPeaks, AreTheFirstStepsOfPlateausThatFallBothWays)
{
    using Steps = std::vector<std::uint32_t>;
    EXPECT_EQ(localPeaks(std::vector<std::int64_t>{}), Steps());
    EXPECT_EQ(localPeaks(std::vector<std::int64_t>{4}), Steps());
    EXPECT_EQ(localPeaks(std::vector<std::int64_t>{4, 4, 4}), Steps());
    EXPECT_EQ(localPeaks(std::vector<std::int64_t>{1, 3, 3, 2, 5, 1, 6}), (Steps{1, 4, 6}));
    EXPECT_EQ(localPeaks(std::vector<std::int64_t>{9, 3, 3, 4, 4}), (Steps{0, 3}));
}

TEST(IntervalUnion, EqualsMarkingTheRanges)
{
    std::mt19937 random(2);
    for (int round = 0; round < 400; ++round) {
        std::vector<AddressRange> ranges(1 + random() % 40);
        for (AddressRange& range : ranges) {
            range.begin = static_cast<std::int64_t>(random() % 50);
            range.end = range.begin + static_cast<std::int64_t>(random() % 20);
        }
        IntervalUnion tested(ranges);
        std::set<std::uint32_t> inside;
        for (int step = 0; step < 200; ++step) {
            const auto i = static_cast<std::uint32_t>(random() % ranges.size());
            if (inside.erase(i) != 0) {
                tested.remove(i);
            } else {
                inside.insert(i);
                tested.add(i);
            }
            std::vector<std::pair<std::int64_t, std::int64_t>> marked;
            for (const std::uint32_t j : inside)
                marked.emplace_back(ranges[j].begin, ranges[j].end);
            ASSERT_EQ(tested.total(), test::oracleUnion(marked));
        }
    }
}

TEST(IntervalUnion, TakesNothingAndHugeRanges)
{
    EXPECT_EQ(IntervalUnion({}).total(), 0);
    IntervalUnion one({{5, 5}, {0, std::int64_t{1} << 62}});
    one.add(0);
    EXPECT_EQ(one.total(), 0);
    one.add(1);
    EXPECT_EQ(one.total(), std::int64_t{1} << 62);
}

/// Computes prominence as in topography: from a peak, walk to each side until a level is higher. The higher of the two
/// lowest points passed is the key col. A side without a higher level leads down to zero. The first of equal peaks is
/// the highest.
std::int64_t slowProminence(const std::vector<std::int64_t>& levels, std::size_t peak)
{
    std::int64_t left = 0;
    std::int64_t low = levels[peak];
    for (std::size_t i = peak; i-- > 0; low = std::min(low, levels[i]))
        if (levels[i] >= levels[peak]) {
            left = low;
            break;
        }
    std::int64_t right = 0;
    low = levels[peak];
    for (std::size_t i = peak + 1; i < levels.size(); low = std::min(low, levels[i++]))
        if (levels[i] > levels[peak]) {
            right = low;
            break;
        }
    return levels[peak] - std::max(left, right);
}

TEST(LocalPeaks, HaveTheRequestedProminence)
{
    std::mt19937 random(11);
    for (int round = 0; round < 2000; ++round) {
        const auto levels = randomLevels(random, random() % 60);
        const auto all = localPeaks(levels);
        for (const std::int64_t prominence : {1, 2, 5, 12, 20}) {
            std::vector<std::uint32_t> expected;
            for (const std::uint32_t peak : all)
                if (slowProminence(levels, peak) >= prominence)
                    expected.push_back(peak);
            ASSERT_EQ(localPeaks(levels, prominence), expected) << round << ' ' << prominence;
        }
    }
}

TEST(LocalPeaks, RipplesOfAPlateauAreOnePeak)
{
    std::vector<std::int64_t> levels = {0};
    for (int i = 0; i < 100; ++i)
        levels.insert(levels.end(), {1000, 995});
    levels.insert(levels.end(), {200, 700, 0});
    EXPECT_EQ(localPeaks(levels).size(), 101U);
    EXPECT_EQ(localPeaks(levels, 10), (std::vector<std::uint32_t>{1, 202}));
    levels[101] = 1001;
    EXPECT_EQ(localPeaks(levels, 10), (std::vector<std::uint32_t>{101, 202}));
}

} // namespace
} // namespace tidemark
