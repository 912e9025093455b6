#include "core/groups/stacked_level.h"

#include "core/base/text.h"
#include "core/xla/programs/xla_view.h"
#include "core/xla/replay/trace_replay.h"
#include "tests/support/made_view.h"
#include "tests/support/profile_builder.h"
#include "tests/support/random_plan.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;
using Levels = std::vector<std::int64_t>;

std::shared_ptr<const View> viewOf(std::string_view plan, std::int64_t space = 0)
{
    const auto parsed = Plan::parse(hloBytes(plan));
    EXPECT_TRUE(parsed);
    return makeView(replaySpace(*parsed, space), {});
}

StackedLevel::Groups byKind(const View& view)
{
    return {view.rows.kinds.size(), [&view](RowId row) { return GroupIndex{view.rows.kind[row]}; }};
}

/// Groups the rows pseudo-randomly.
StackedLevel::Groups byHash(GroupIndex count)
{
    return {count, [count](RowId row) { return static_cast<GroupIndex>(row.value * 2654435761U % count); }};
}

std::shared_ptr<const StackedLevel> stackOf(const View& view, const StackedLevel::Groups& groups)
{
    const auto stack = StackedLevel::of(view, groups);
    EXPECT_TRUE(stack);
    return *stack;
}

/// Returns Σ (size − overlap) of each group, computed from the rows.
Levels groupsAt(const View& view, const StackedLevel::Groups& groups, StepId step)
{
    Levels bytes(groups.count);
    for (const LiveRow& row : view.rows.live(step))
        bytes[groups.of(row.row)] += view.rows.size[row.row] - row.overlap;
    return bytes;
}

std::set<std::uint32_t> someSteps(const View& view, std::uint32_t most)
{
    std::set<std::uint32_t> steps = {view.axis.count - 1, view.peakStep.value};
    for (std::uint32_t step = 0; step < view.axis.count; step += std::max(1U, view.axis.count / most))
        steps.insert(step);
    return steps;
}

/// Returns "" or the first mismatch of the stack at one of the steps.
std::string brokenStack(const View& view, const StackedLevel::Groups& groups, std::uint32_t most = 1000000)
{
    const auto stack = stackOf(view, groups);
    const auto& layers = stack->layers();
    Levels seen(layers.size());
    for (const std::uint32_t step : someSteps(view, most)) {
        const Levels bytes = stack->at(StepId(step));
        if (std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0}) != view.level()[step])
            return "step " + std::to_string(step) + ": the layers are not the level";
        Levels expected = groupsAt(view, groups, StepId(step));
        for (std::size_t i = 0; i < layers.size(); ++i) {
            std::int64_t wanted = 0;
            if (layers[i].group)
                std::swap(wanted, expected[*layers[i].group]);
            else
                wanted = std::accumulate(expected.begin(), expected.end(), std::int64_t{0});
            if (bytes[i] != wanted)
                return "step " + std::to_string(step) + ": layer " + std::to_string(i) + " has "
                    + std::to_string(bytes[i]) + ", not " + std::to_string(wanted);
            if (bytes[i] > layers[i].most || bytes[i] < layers[i].floor)
                return "step " + std::to_string(step) + ": layer " + std::to_string(i) + " is beyond its bounds";
            seen[i] = std::max(seen[i], bytes[i]);
        }
    }
    if (most < view.axis.count)
        return {};
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (seen[i] != layers[i].most)
            return "a layer never reaches its most";
    return {};
}

std::string brokenStacks(const std::shared_ptr<const Plan>& plan, std::uint32_t most = 1000000)
{
    std::vector<std::int64_t> spaces = usedSpaces(plan->assignment());
    spaces.resize(std::min<std::size_t>(spaces.size(), 8));
    for (const std::int64_t space : spaces) {
        const auto view = makeView(replaySpace(plan, space), {});
        for (const auto& groups : {byKind(*view), byHash(9), byHash(40)})
            if (std::string broken = brokenStack(*view, groups, most); !broken.empty())
                return "space " + std::to_string(space) + ", " + std::to_string(groups.count) + " groups: " + broken;
    }
    return {};
}

TEST(StackedLevel, ASharedByteBelongsToTheEarlierRowAsLongAsThatLives)
{
    // a overlaps both halves of b, and b stays live after a is freed.
    const auto view = viewOf(R"(
        param 0 100
          p 0 100
        temp 1000
          a 0 400
          b 200 400
          c 300 50
        trace +a +b +c -a -c -b
    )");
    const auto stack = stackOf(
        *view, {4, [&](RowId row) { return static_cast<GroupIndex>(std::string("pabc").find(view->rows.name(row))); }});
    ASSERT_EQ(stack->layers().size(), 3u) << "c never has a byte";
    EXPECT_EQ(stack->at(StepId(0)), Levels({100, 400, 0}));
    EXPECT_EQ(stack->at(StepId(1)), Levels({100, 400, 200}));
    EXPECT_EQ(stack->at(StepId(2)), Levels({100, 400, 200}));
    EXPECT_EQ(stack->at(StepId(3)), Levels({100, 0, 400}));
    EXPECT_EQ(stack->at(StepId(4)), Levels({100, 0, 400}));
    EXPECT_EQ(stack->at(StepId(5)), Levels({100, 0, 0}));
    EXPECT_EQ(stack->layers()[0].floor, 100);
    EXPECT_EQ(stack->layers()[2].floor, 0);
    EXPECT_EQ(stack->layers()[2].most, 400);
}

TEST(StackedLevel, EqualsTheRowsOfEveryStepOfRandomPlans)
{
    std::mt19937 random(17);
    for (int round = 0; round < 120; ++round) {
        const auto message = round % 3 == 0 ? consistentPlan(random)
            : round % 3 == 1                ? planOfManyLives(random)
                                            : contradictoryPlan(random);
        const auto plan = Plan::parse(message.SerializeAsString());
        if (plan) {
            ASSERT_EQ(brokenStacks(*plan), "") << "round " << round;
        }
    }
}

TEST(StackedLevel, RowsThatChangeTheirGroupTakeTheirMemoryAlong)
{
    constexpr GroupIndex kGroups = 5;
    std::mt19937 random(23);
    for (int round = 0; round < 60; ++round) {
        const auto message = round % 2 == 0 ? consistentPlan(random) : planOfManyLives(random);
        const auto plan = Plan::parse(message.SerializeAsString());
        ASSERT_TRUE(plan);
        const auto view = makeView(replaySpace(*plan, 0), {});
        if (view->rows.count == 0)
            continue;
        StackedLevel::Groups groups = byHash(kGroups);
        for (std::size_t i = 0; i < 3 * view->rows.count; ++i)
            groups.later.push_back({StepId(static_cast<std::uint32_t>(random() % view->axis.count)),
                                    RowId::at(random() % view->rows.count),
                                    static_cast<GroupIndex>(random() % kGroups)});
        std::ranges::stable_sort(groups.later, {}, &StackedLevel::Regrouping::step);
        const auto stack = stackOf(*view, groups);
        for (std::uint32_t step = 0; step < view->axis.count; ++step) {
            Levels expected(kGroups);
            for (const LiveRow& live : view->rows.live(StepId(step))) {
                GroupIndex group = groups.of(live.row);
                for (const StackedLevel::Regrouping& later : groups.later)
                    if (later.row == live.row && later.step.value <= step && later.step >= view->rows.start[live.row])
                        group = later.group;
                expected[group] += view->rows.size[live.row] - live.overlap;
            }
            const Levels bytes = stack->at(StepId(step));
            for (std::size_t i = 0; i < bytes.size(); ++i) {
                ASSERT_TRUE(stack->layers()[i].group);
                EXPECT_EQ(bytes[i], expected[*stack->layers()[i].group]) << "round " << round << ", step " << step;
                EXPECT_EQ(stack->layers()[i].floor, 0);
            }
        }
    }
}

TEST(StackedLevel, EqualsTheRowsOfSamples)
{
    for (const SampleModule& sample : sampleModules(std::size_t{4} << 20)) {
        const auto plan = Plan::parse(sample.bytes);
        if (plan) {
            ASSERT_EQ(brokenStacks(*plan, 40), "") << sample.title;
        }
    }
}

TEST(StackedLevel, CanBeCancelled)
{
    const auto view = viewOf("temp 64\n a 0 64\n trace +a -a");
    Progress progress;
    progress.isCancelled = [] { return true; };
    const auto stack = StackedLevel::of(*view, byKind(*view), progress);
    ASSERT_FALSE(stack);
    EXPECT_EQ(stack.error().kind, ErrorKind::Cancelled);
}

/// Returns "" if the layers of rows of one holder, placed at these offsets, add up to this level, else the first wrong
/// step.
std::string brokenOverlaps(std::vector<MadeRow> rows, const std::vector<std::int64_t>& offsets, Levels level)
{
    const auto view = madeView(std::move(rows), std::move(level));
    const std::vector<std::uint32_t> holders(offsets.size(), 5);
    view->rows.holder = {holders.data(), sizeof(std::uint32_t)};
    view->rows.offset = {offsets.data(), sizeof(std::int64_t)};
    const auto stack = stackOf(*view, byHash(9));
    for (const std::uint32_t step : someSteps(*view, 1000)) {
        const Levels bytes = stack->at(StepId(step));
        if (std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0}) != view->level()[step])
            return "step " + std::to_string(step);
    }
    return stack->layers().back().group ? "there is no rest" : "";
}

TEST(StackedLevel, ContradictoryRowsTerminate)
{
    constexpr std::uint32_t kMany = 20000;
    std::vector<MadeRow> rows(kMany);
    std::vector<std::int64_t> offsets(kMany);
    Levels level(2 * kMany, 2 * kMany);
    for (std::uint32_t i = 0; i < kMany; ++i) { // each surrounds the previous ones, which are freed first
        rows[i].size = 2 * (i + 1);
        rows[i].start = StepId(i);
        rows[i].end = StepId(kMany + i);
        offsets[i] = kMany - i - 1;
        level[i] = rows[i].size;
    }
    level.back() = 0;
    EXPECT_EQ(brokenOverlaps(rows, offsets, level), "");

    rows.resize(2 * kMany);
    offsets.resize(2 * kMany);
    for (std::uint32_t i = 0; i < kMany; ++i) { // small rows that stay, then rows over all of them, one after the other
        rows[i].size = 1;
        rows[i].end = StepId(2 * kMany);
        offsets[i] = i;
        level[i] = i + 1;
        rows[kMany + i].size = kMany + 1;
        rows[kMany + i].start = StepId(kMany + i);
        rows[kMany + i].end = StepId(kMany + i + 1);
        level[kMany + i] = kMany + 1;
    }
    EXPECT_EQ(brokenOverlaps(rows, offsets, level), "");
}

TEST(StackedLevel, WithoutRowsHasNoLayers)
{
    View view;
    view.axis.count = 3;
    const auto stack = stackOf(view, {0, [](RowId) { return GroupIndex{0}; }});
    EXPECT_TRUE(stack->layers().empty());
    EXPECT_TRUE(stack->at(StepId(2)).empty());
}

TEST(StackedLevel, HoldsSixteenBytesForEachChangeAndALittleForEachBlockOfSteps)
{
    const auto view = viewOf("temp 64\n a 0 32\n b 32 32\ntrace +a +b -b +b -b -a");
    const auto bytes = [&](std::uint32_t groups) {
        return stackOf(*view, {groups, [=](RowId row) { return static_cast<GroupIndex>(row.value % groups); }})
            ->memoryUse();
    };
    std::size_t changes = 0;
    for (std::uint32_t step = 0; step < view->axis.count; ++step)
        changes += view->level()[step] != (step == 0 ? 0 : view->level()[step - 1]) ? 1U : 0U;
    constexpr std::size_t kBlocks = 1; // with few steps: the offset of its changes, and each layer at its beginning
    EXPECT_EQ(bytes(1), 16 * changes + kBlocks * 8 + kBlocks * 1 * 8);
    EXPECT_EQ(bytes(2), 16 * changes + kBlocks * 8 + kBlocks * 2 * 8);
}

} // namespace
} // namespace tidemark
