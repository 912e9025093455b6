#include "core/xla/programs/buffer_details.h"
#include "core/xla/replay/space_timeline.h"
#include "core/xla/replay/trace_replay.h"
#include "tests/support/facts_of.h"
#include "tests/support/invariants.h"
#include "tests/support/oracle.h"
#include "tests/support/oracle_difference.h"
#include "tests/support/profile_builder.h"
#include "tests/support/random_plan.h"
#include "tests/support/sample_stride.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;
using Levels = std::vector<std::int64_t>;

std::shared_ptr<const SpaceTimeline> timelineOf(std::string_view text, std::int64_t space = 0)
{
    const auto plan = Plan::parse(hloBytes(text));
    EXPECT_TRUE(plan);
    auto timeline = replaySpace(*plan, space);
    EXPECT_EQ(brokenInvariant(*timeline), "");
    return timeline;
}

std::vector<std::string> codes(const SpaceTimeline& timeline)
{
    std::vector<std::string> result;
    for (const Warning& warning : timeline.warnings.list())
        result.push_back(warning.code + " " + std::to_string(warning.count));
    return result;
}

std::vector<std::string> names(const SpaceTimeline& timeline, std::uint32_t step)
{
    std::vector<std::string> result;
    for (const LiveRow& live : liveRows(timeline, step))
        result.push_back(nameOf(timeline, timeline.rows[live.row]));
    return result;
}

TEST(Plan, DropsDataNeededOnlyForDecoding)
{
    const auto plan = *Plan::parse(hloBytes("temp 64\n a 0 64\n trace +a -a"));
    EXPECT_EQ(plan->assignment().instructionNumbers.capacity(), 0u);
}

TEST(Timeline, StepsAreEventsAndLevelsAreThoseAfterThem)
{
    const auto t = timelineOf(R"(
        param 0 100
          p 0 100
        temp 64
          a 0 32
          b 32 32
        trace +a +b -a -b)");
    EXPECT_EQ(t->xprofBytes, (Levels{132, 164, 132, 100}));
    EXPECT_EQ(t->occupied, t->xprofBytes);
    EXPECT_EQ(t->xprofPeakStep, 1U);
    EXPECT_EQ(t->instructionAt(1), "b");
    EXPECT_EQ(t->totals.total, 164);
    EXPECT_EQ(t->totals.base, 100);
    EXPECT_EQ(names(*t, 1), (std::vector<std::string>{"p", "a", "b"}));
    EXPECT_EQ(names(*t, 3), (std::vector<std::string>{"p"}));
}

TEST(Timeline, RangesUsedTwiceAreOccupiedOnce)
{
    const auto t = timelineOf("temp 64\n a 0 40\n b 20 40\n trace +a +b -a");
    EXPECT_EQ(t->xprofBytes, (Levels{40, 80, 40}));
    EXPECT_EQ(t->occupied, (Levels{40, 60, 40}));
    EXPECT_EQ(codes(*t), (std::vector<std::string>{"event-never-frees 1", "xprof-peak-above-allocations 1"}));
    const auto live = liveRows(*t, 1);
    ASSERT_EQ(live.size(), 2U);
    EXPECT_EQ(live[0].overlap, 0);
    EXPECT_EQ(live[1].overlap, 20);
}

TEST(Timeline, SharersKeepTheRootAlive)
{
    const auto t = timelineOf("temp 64\n a 0 32\n b 0 32\n c 0 16\n trace +a b=a -a c=b -b -c");
    EXPECT_EQ(t->xprofBytes, (Levels{32, 32, 32, 32, 32, 0}));
    ASSERT_EQ(t->rows.size(), 1U);
    EXPECT_EQ(nameOf(*t, t->rows[RowId(0)]), "a");
    EXPECT_EQ(t->rows[RowId(0)].end, 5U);
    EXPECT_EQ(sharerNames(*t, RowId(0)), (std::vector<std::string>{"b", "c"}));
}

TEST(Timeline, ASharerThatIsAllocatedAgainIsTheRowOfThatLifetime)
{
    const auto t = timelineOf("temp 64\n a 0 32\n b 0 16\n trace +a -a b=a -b");
    EXPECT_EQ(t->xprofBytes, (Levels{32, 0, 32, 0})) << "a life has the root's size";
    EXPECT_EQ(names(*t, 0), std::vector<std::string>{"a"});
    EXPECT_EQ(names(*t, 2), std::vector<std::string>{"b"});
}

TEST(Timeline, ABufferThatIsNeverFreedLivesToTheEnd)
{
    const auto t = timelineOf("temp 64\n a 0 32\n b 32 8\n trace +a +b -b");
    EXPECT_EQ(t->rows[RowId(0)].end, 3U);
    EXPECT_EQ(t->occupied, (Levels{32, 40, 32}));
}

TEST(Timeline, WithoutATraceThereIsOneStep)
{
    const auto t = timelineOf("param 0 100\n p 0 100\ntemp 64\n a 0 32\nlocal 1000\n l 0 1000");
    EXPECT_FALSE(t->hasTrace);
    EXPECT_EQ(t->steps, 1U);
    EXPECT_EQ(t->xprofBytes, Levels{100});
    EXPECT_EQ(t->occupied, Levels{164});
    EXPECT_EQ(t->totals.untraced, 64);
    EXPECT_EQ(t->totals.threadLocal, 1000);
    EXPECT_EQ(t->instructionAt(0), "");
    const auto apart = unplacedRows(*t);
    ASSERT_EQ(apart.size(), 1U);
    EXPECT_EQ(nameOf(*t, apart[0]), "l");
}

TEST(Timeline, AnUnusedSpaceIsEmpty)
{
    const auto t = timelineOf("temp 64\n a 0 32\n trace +a", 9);
    EXPECT_EQ(t->xprofBytes, Levels{0});
    EXPECT_EQ(t->totals.total, 0);
    EXPECT_TRUE(t->rows.empty());
}

TEST(Timeline, OtherTemporaryAllocationsCountWhole)
{
    const auto t = timelineOf("temp 64\n a 0 32\ntemp 100\n b 0 50\n trace +a -a\n trace +b -b");
    EXPECT_EQ(t->steps, 2U);
    EXPECT_EQ(t->xprofBytes, (Levels{32, 0}));
    EXPECT_EQ(t->occupied, (Levels{132, 100}));
    for (const LiveRow& row : allRows(*t))
        EXPECT_EQ(row.overlap, 0) << "no two buffers overlap";
    EXPECT_EQ(codes(*t), std::vector<std::string>{"untraced-allocations 1"});
}

TEST(Timeline, OutlinesHaveTheFiguresOfTheReplay)
{
    const auto plan = *Plan::parse(
        hloBytes("param 0 8\n p 0 8\ntemp 64\n a 0 40\n b 20 40\ntemp 100\n c 0 50\ntemp 16 space 1\n x 0 16\n"
                 "trace +a +b -a\n trace +c -c"));
    const auto outlines = outlineSpaces(plan->assignment());
    ASSERT_EQ(outlines.size(), 2U);
    for (const SpaceOutline& outline : outlines) {
        const auto t = replaySpace(plan, outline.space);
        EXPECT_EQ(outline.xprofPeakBytes, t->xprofPeakBytes()) << outline.space;
        EXPECT_EQ(outline.occupiedPeakBytes, t->occupiedPeakBytes()) << outline.space;
        EXPECT_EQ(outline.totalBytes, t->totals.total) << outline.space;
    }
    EXPECT_EQ(outlines[0].xprofPeakBytes, 8 + 80);
    EXPECT_EQ(outlines[0].occupiedPeakBytes, 8 + 60 + 100);
}

TEST(Timeline, ATraceMayNameSeveralAllocations)
{
    const auto t = timelineOf("temp 64\n a 0 64\ntemp 100\n b 0 50\n trace +a +b -a -b");
    EXPECT_EQ(t->occupied, (Levels{64, 114, 50, 0}));
    EXPECT_EQ(t->totals.untraced, 0);
}

/// If it were counted both whole and by the chunk that is live there, its bytes would be occupied twice.
TEST(Timeline, AnAllocationUsedOnlyBySharingIsTraced)
{
    const auto t = timelineOf("temp 64\n a 0 64\ntemp 100\n b 0 50\n trace +a a=b -a a=b");
    EXPECT_EQ(t->totals.untraced, 0);
    EXPECT_EQ(t->occupied, (Levels{64, 64, 0, 50}));
}

TEST(Timeline, TheSpaceOfAByteIsItsAllocations)
{
    auto hlo = planFromText("temp 64 space 2\n a 0 64\n trace +a -a");
    hlo.mutable_buffer_assignment()->mutable_logical_buffers(0)->set_color(0);
    const auto plan = *Plan::parse(hlo.SerializeAsString());
    EXPECT_EQ(replaySpace(plan, 2)->occupied, (Levels{64, 0}));
    const auto other = replaySpace(plan, 0);
    EXPECT_EQ(other->occupied, Levels{0});
    EXPECT_EQ(codes(*other), std::vector<std::string>{"xprof-other-space-trace 1"});
}

TEST(Timeline, UnpaddedLevelsClipEveryRangeToItsShape)
{
    const auto t = timelineOf("param 0 64\n p 0 64 f32[10]\ntemp 64\n a 0 32 f32[4]\n b 8 32 f32[2]\n trace +a +b -a");
    EXPECT_EQ(t->occupied, (Levels{96, 104, 96}));
    EXPECT_EQ(t->unpadded, (Levels{56, 56, 48})) << "40 + [0,16) ∪ [8,16)";
}

TEST(Timeline, ContradictionsAreStepsWithoutEffect)
{
    const auto t
        = timelineOf("temp 64\n a 0 32\n b 32 32\ntemp 10 space 1\n x 0 10\n trace +a -b +a x=a b=x b=b -a -a +x");
    EXPECT_EQ(t->xprofBytes, (Levels{32, 32, 32, 32, 32, 32, 0, 0, 0}));
    EXPECT_EQ(codes(*t),
              (std::vector<std::string>{"event-frees-dead 2", "event-allocates-live 1", "event-outside 3",
                                        "event-shares-itself 1"}));
}

/// Sums of sizes must be representable as well.
TEST(Timeline, LevelsReachTwoExbibytesAndNoMore)
{
    constexpr std::size_t kBuffers = 4096;
    std::string text = "temp 562949953421312\n"; // 2^49
    std::string trace = "trace";
    for (std::size_t i = 0; i <= kBuffers; ++i) {
        text += " b" + std::to_string(i) + " 0 562949953421312\n";
        trace += " +b" + std::to_string(i);
    }
    const auto t = replaySpace(*Plan::parse(hloBytes(text + trace)), 0);
    EXPECT_EQ(t->xprofBytes[kBuffers - 1], std::int64_t{1} << 61);
    EXPECT_EQ(t->xprofBytes[kBuffers], std::int64_t{1} << 61);
    EXPECT_EQ(codes(*t),
              (std::vector<std::string>{"event-impossible-size 1", "event-never-frees 4096",
                                        "xprof-peak-above-allocations 1"}));
}

TEST(Timeline, ADonatedArgumentIsRepresentedByTheArgument)
{
    const auto t = timelineOf("param 0 64 output\n p 0 32 f32[8]\n dus 0 64");
    ASSERT_EQ(t->rows.size(), 1U);
    const Facts details = factsOf(*t, t->rows[RowId(0)]);
    EXPECT_EQ(details.name, "p");
    EXPECT_EQ(kindOf(t->plan->assignment().allocations[t->rows[RowId(0)].allocation]), BufferKind::Parameter);
    EXPECT_TRUE(details.liveOut);
    EXPECT_TRUE(details.aliased);
    EXPECT_EQ(t->rows[RowId(0)].size, 64);
    EXPECT_EQ(t->rows[RowId(0)].unpadded, 32);
    EXPECT_EQ(t->totals.arguments, 64);
    EXPECT_EQ(t->totals.outputs, 64);
    EXPECT_EQ(t->totals.base, 64);
    EXPECT_EQ(sharerNames(*t, RowId(0)), std::vector<std::string>{"dus"});
}

TEST(Timeline, AnArgumentIsNamedByItsPathWithAnyRepresentative)
{
    const auto factsOfFirst = [](proto::HloProto hlo) {
        const auto t = replaySpace(*Plan::parse(hlo.SerializeAsString()), 0);
        return factsOf(*t, t->rows.at(0));
    };
    proto::HloProto hlo = planFromText("param 0 64 output\n p 0 64 f32[16]\n dus 0 64 f32[16]\ntemp 8\n t 0 8");
    EXPECT_EQ(factsOfFirst(hlo).argument, "jit(test)/p");
    auto& allocation = *hlo.mutable_buffer_assignment()->mutable_buffer_allocations(0);
    allocation.add_parameter_shape_index(2);
    allocation.add_parameter_shape_index(1);
    EXPECT_EQ(factsOfFirst(hlo).argument, "jit(test)/p{2,1}");
    allocation.clear_parameter_shape_index();
    allocation.mutable_assigned()->DeleteSubrange(0, 1);
    EXPECT_EQ(factsOfFirst(hlo).name, "dus");
    EXPECT_EQ(factsOfFirst(hlo).opName, "jit(test)/dus");
    EXPECT_EQ(factsOfFirst(hlo).argument, "jit(test)/p") << "the argument's own, not that of the buffer";
    allocation.set_is_entry_computation_parameter(false);
    EXPECT_EQ(factsOfFirst(hlo).argument, "");
    const auto t = timelineOf("temp 8\n t 0 8");
    EXPECT_EQ(factsOf(*t, t->rows.at(0)).argument, "");
}

TEST(Timeline, BuffersTheTraceNeverNamesAreListedSeparately)
{
    const auto t = timelineOf("temp 64\n a 0 32\n table 40 16\n trace +a -a");
    const auto apart = unplacedRows(*t);
    ASSERT_EQ(apart.size(), 1U);
    EXPECT_EQ(nameOf(*t, apart[0]), "table");
    EXPECT_EQ(apart[0].offset, 40);
}

TEST(TimelineOracle, AgreesOnConsistentPlans)
{
    std::mt19937 random(20261101);
    for (int round = 0; round < sampleRounds(3000); ++round) {
        SCOPED_TRACE(round);
        const proto::HloProto hlo = consistentPlan(random);
        ASSERT_EQ(differenceFromOracle(hlo), "");
        const auto plan = *Plan::parse(hlo.SerializeAsString());
        EXPECT_TRUE(plan->assignment().warnings.empty());
    }
}

TEST(TimelineOracle, AgreesOnContradictoryPlans)
{
    std::mt19937 random(20261102);
    for (int round = 0; round < sampleRounds(4000); ++round) {
        SCOPED_TRACE(round);
        ASSERT_EQ(differenceFromOracle(contradictoryPlan(random)), "");
    }
}

TEST(TimelineOracle, AgreesOnBuffersWithSeveralLifetimes)
{
    std::mt19937 random(20261103);
    for (int round = 0; round < sampleRounds(2000); ++round) {
        SCOPED_TRACE(round);
        ASSERT_EQ(differenceFromOracle(planOfManyLives(random)), "");
    }
}

TEST(TimelineOracle, AgreesOnSmallSamples)
{
    for (const SampleModule& module : sampleModules(200000)) {
        proto::HloProto hlo;
        ASSERT_TRUE(hlo.ParseFromString(module.bytes));
        if (!hlo.has_buffer_assignment())
            continue;
        SCOPED_TRACE(module.title);
        ASSERT_EQ(differenceFromOracle(hlo), "");
    }
}

TEST(TimelineInvariants, HoldAtEveryStepOfEverySample)
{
    for (const SampleModule& module : sampleModules()) {
        const auto plan = Plan::parse(module.bytes);
        if (!plan && plan.error().kind == ErrorKind::NoPlan)
            continue;
        ASSERT_TRUE(plan) << module.title;
        // Rows are summed at every step if that takes less than a minute in total.
        const std::uint32_t steps = module.bytes.size() > 1000000 ? 300 : 1000000;
        EXPECT_EQ(brokenInvariant(*plan, steps), "") << module.title;
    }
}

TEST(SpaceTimeline, NamesTheInstructionOfEachStepOnly)
{
    const auto plan = *Plan::parse(hloBytes("temp 64\n a 0 64\n trace +a -a\ntemp 32 space 1\n v 0 32\n trace +v -v"));
    const auto first = replaySpace(plan, 0);
    EXPECT_NE(first->instructionAt(1), "");
    EXPECT_EQ(first->instructionAt(2), "") << "the events of the next trace follow";
    const auto without = replaySpace(plan, 2);
    EXPECT_EQ(without->instructionAt(0), "");
}

TEST(SpaceTimeline, KnowsOnlyTheSharersOfEachChunk)
{
    const auto plan = *Plan::parse(hloBytes("temp 64\n a 0 32\n b 32 32\n c 0 32\n d 32 32\n e 0 32\n"
                                            "trace +a +b d=b c=a e=a -a -c -e -b -d"));
    const auto timeline = replaySpace(plan, 0);
    ASSERT_EQ(timeline->rows.size(), 2U);
    EXPECT_EQ(timeline->sharersOf(RowId(0)), (std::vector{BufferId(2), BufferId(4)}));
    EXPECT_EQ(timeline->sharersOf(RowId(1)), (std::vector{BufferId(3)}));
}

/// It ends immediately when cancelled at any point, and it checks as often while it builds levels as while it replays
/// events.
TEST(SpaceTimeline, IsCancelledWhileItsLevelsAreBuilt)
{
    // One of the buffers is smaller unpadded, so that all three curves are built.
    proto::HloProto hlo = planFromText("temp 64\n a 0 32 f32[4]\n b 32 32\n trace +a +b -a -b");
    auto& events = *hlo.mutable_buffer_assignment()->mutable_heap_simulator_traces(0)->mutable_events();
    while (events.size() < 100000)
        for (int i = 0; i < 4; ++i)
            events.Add()->CopyFrom(events.at(i));
    const auto plan = *Plan::parse(hlo.SerializeAsString());

    int polls = 0;
    int last = std::numeric_limits<int>::max();
    Progress progress;
    progress.isCancelled = [&] { return ++polls >= last; };
    ASSERT_TRUE(replayTrace(plan->assignment(), 0, axisTrace(plan->assignment(), 0), progress));
    const int ofTrace = std::exchange(polls, 0);
    ASSERT_GT(ofTrace, 5);
    ASSERT_TRUE(replaySpace(plan, 0, progress));
    const int ofAll = polls;
    EXPECT_GE(ofAll, 4 * ofTrace);
    for (last = 1; last <= ofAll; ++last) {
        polls = 0;
        EXPECT_EQ(replaySpace(plan, 0, progress), nullptr) << last;
        EXPECT_EQ(polls, last);
    }
}

/// A curve that equals another one takes no memory of its own.
TEST(SpaceTimeline, EqualCurvesShareTheirValues)
{
    const auto plan = *Plan::parse(hloBytes("temp 64\n a 0 64\n trace +a -a"));
    const auto timeline = replaySpace(plan, 0);
    EXPECT_EQ(timeline->xprofBytes, timeline->occupied);
    EXPECT_EQ(timeline->xprofBytes.data(), timeline->occupied.data());
    EXPECT_EQ(timeline->unpadded.data(), timeline->occupied.data());
}

/// One shape with very many dimensions, and as many buffers with it.
TEST(Plan, MeasuresALargeShapeOnce)
{
    constexpr int kCount = 40000;
    proto::HloProto hlo = planFromText("temp 8\n a 0 8\n");
    auto& shape = *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions(0)->mutable_shape();
    shape.set_element_type(11);
    for (int i = 0; i < kCount; ++i)
        shape.add_dimensions(1);
    auto& assignment = *hlo.mutable_buffer_assignment();
    auto& trace = *assignment.add_heap_simulator_traces();
    for (int id = 2; id < kCount; ++id) {
        auto& buffer = *assignment.add_logical_buffers();
        buffer = assignment.logical_buffers(0);
        buffer.set_id(id);
        assignment.mutable_buffer_allocations(0)->add_assigned()->set_logical_buffer_id(id);
        trace.add_events()->set_buffer_id(id);
    }
    const std::string bytes = hlo.SerializeAsString();
    const auto timeline = replaySpace(*Plan::parse(bytes), 0);
    EXPECT_EQ(timeline->rows.back().unpadded, 4);
}

TEST(BufferDetails, HaveTheShapeWithAndWithoutItsLayout)
{
    const auto timeline = replaySpace(*Plan::parse(hloBytes("temp 64\n a 0 64 f32[2,8]\ntrace +a -a")), 0);
    const Facts facts = factsOf(*timeline, timeline->rows.back());
    EXPECT_EQ(facts.shape, "f32[2,8]{1,0}");
    EXPECT_EQ(facts.shapeWithoutLayout, "f32[2,8]");
    EXPECT_EQ(facts.layout, "{1,0}");
}

} // namespace
} // namespace tidemark
