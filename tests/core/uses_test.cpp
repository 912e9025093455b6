#include "core/xla/programs/xla_view.h"
#include "core/xla/replay/trace_replay.h"
#include "core/xla/uses/row_events.h"
#include "tests/support/buffer_readers.h"
#include "tests/support/profile_builder.h"
#include "tests/support/program_text.h"
#include "tests/support/random_plan.h"
#include "tests/support/random_program.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;
using Reads = std::map<std::string, std::vector<std::string>>; // operands by instruction

proto::HloProto withOperands(std::string_view text, const Reads& reads)
{
    proto::HloProto hlo = planFromText(text);
    auto& computation = *hlo.mutable_hlo_module()->mutable_computations(0);
    std::map<std::string, std::int64_t> ids;
    for (const auto& instruction : computation.instructions())
        ids[instruction.name()] = instruction.id();
    for (auto& instruction : *computation.mutable_instructions()) {
        const auto found = reads.find(instruction.name());
        for (std::size_t i = 0; found != reads.end() && i < found->second.size(); ++i)
            instruction.add_operand_ids(ids.at(found->second[i]));
    }
    return hlo;
}

struct Used {
    std::shared_ptr<const SpaceTimeline> timeline;
    std::shared_ptr<const RowUses> uses;
};

Used usesIn(const proto::HloProto& hlo)
{
    const auto plan = Plan::parse(hlo.SerializeAsString());
    EXPECT_TRUE(plan);
    const auto graph = HloGraph::build((*plan)->module());
    const auto uses = BufferUses::of(**plan, *graph);
    Used result;
    result.timeline = replaySpace(*plan, 0);
    result.uses = *rowUses(result.timeline, *uses);
    return result;
}

/// Returns "defined a 0, used b 1, freed -".
std::string text(const RowUses& uses, std::span<const RowEvent> events)
{
    std::string text;
    for (const RowEvent& event : events) {
        const RowUses::Actor actor = uses.actor(event);
        text += (text.empty() ? "" : ", ") + std::string(eventName(event.kind)) + (actor.name.empty() ? "" : " ")
            + actor.name + " " + (event.step ? std::to_string(event.step.value) : "-");
    }
    return text;
}

std::string historyOf(const Used& used, std::int64_t id)
{
    const auto events = used.uses->ofId(id);
    return events ? text(*used.uses, *events) : events.error().message;
}

TEST(Uses, AreAtTheStepOfTheReadingInstruction)
{
    const Used used = usesIn(withOperands(R"(
        param 0 100
          p 0 100
        temp 64
          a 0 32
          b 32 32
          c 0 32
        output 32
          r 0 32
        trace +a +b -a +c -b -c)",
                                          {{"a", {"p"}}, {"b", {"a"}}, {"c", {"b", "p", "b"}}, {"r", {"c"}}}));
    EXPECT_EQ(historyOf(used, 1), "defined p -, used a 0, used c 3, freed -");
    EXPECT_EQ(historyOf(used, 2), "defined a 0, used b 1, freed 2");
    EXPECT_EQ(historyOf(used, 3), "defined b 1, used c 3, freed 4");
    EXPECT_EQ(historyOf(used, 4), "defined c 3, used r 3, freed 5"); // r is not allocated here and runs after c
    EXPECT_EQ(historyOf(used, 5), "defined r 3, freed -");
    EXPECT_EQ(historyOf(used, 77), "no buffer has the id 77. The ids are from 1 to 5; buffers --at all lists them.");
}

TEST(Uses, IncludeHandOversInPlace)
{
    const Used used = usesIn(withOperands(R"(
        temp 64
          a 0 32
          b 0 32
          c 0 32
        trace +a b=a -a -b c=b -c)",
                                          {{"b", {"a"}}, {"c", {"b"}}}));
    // b shares with a, and c allocates the memory again after both are freed.
    EXPECT_EQ(historyOf(used, 1), "defined a 0, used b 1, shared b 1, used c 3, shared c 3, freed 3");
    EXPECT_EQ(historyOf(used, 2), historyOf(used, 1));
    EXPECT_EQ(historyOf(used, 3), "defined c 4, freed 5");
}

TEST(Uses, OfOneStepAreInProgramOrder)
{
    const Used used = usesIn(withOperands(R"(
        temp 64
          a 0 32
          b 0 32
        output 32
          r 0 32
        trace +a b=a -a -b)",
                                          {{"b", {"a"}}, {"r", {"a"}}}));
    EXPECT_EQ(historyOf(used, 1), "defined a 0, used b 1, shared b 1, used r 1, freed 3");
}

TEST(Uses, OfAnUnknownBufferReportTheKnownOnes)
{
    EXPECT_EQ(historyOf(usesIn(planFromText("temp 64\n a 0 32\n trace +a -a")), 9),
              "no buffer has the id 9. The only buffer has the id 1.");
    const Used other = usesIn(planFromText("param 0 8 space 1\n p 0 8"));
    EXPECT_EQ(historyOf(other, 9), "no buffer has the id 9. The space has no buffers.");
    EXPECT_EQ(historyOf(other, 1), "buffer 1 is in memory space 1.");
}

TEST(Uses, OfABufferWithSeveralLifetimesBelongToTheLastOneBegun)
{
    const Used used = usesIn(withOperands(R"(
        temp 96
          a 0 32
          b 32 32
          c 64 32
        trace +a +b -a +a +c -a -b -c)",
                                          {{"b", {"a"}}, {"c", {"a"}}}));
    EXPECT_EQ(historyOf(used, 1), "defined a 0, used b 1, freed 2, defined a 3, used c 4, freed 5");
}

TEST(Uses, OfABufferThatFirstSharedMemoryBelongToEachLifetime)
{
    const Used used = usesIn(withOperands(R"(
        temp 96
          a 0 32
          b 0 32
          c 32 32
          d 64 32
        trace +a b=a +c -a -b +b +d -b -c -d)",
                                          {{"c", {"b"}}, {"d", {"b"}}}));
    EXPECT_EQ(historyOf(used, 1), "defined a 0, shared b 1, used c 2, freed 4");
    EXPECT_EQ(historyOf(used, 2), "defined b 5, used d 6, freed 7");
}

TEST(Uses, ReusingAnArgumentIsAHandOver)
{
    const Used used = usesIn(withOperands(R"(
        param 0 32 output
          p 0 32
          n 0 32
        temp 64
          a 0 32
        trace +a -a)",
                                          {{"a", {"p"}}, {"n", {"p", "a"}}}));
    // The entry computation lists n before a, and there is no schedule.
    EXPECT_EQ(historyOf(used, 1), "defined p -, used n 0, shared n 0, used a 0, freed -");
}

TEST(Uses, OfABufferWithoutAKnownLifetimeHaveStepsIfPossible)
{
    const Used used = usesIn(withOperands(R"(
        local 32
          l 0 32
        temp 64
          a 0 32
        trace +a -a)",
                                          {{"a", {"l"}}}));
    EXPECT_EQ(historyOf(used, 1), "defined l 0, used a 0, freed -");
    const Used other = usesIn(planFromText("temp 8 space 1\n a 0 8\ntemp 8\n b 0 8\n trace +b -b"));
    EXPECT_EQ(historyOf(other, 1), "buffer 1 is in memory space 1.");
    EXPECT_EQ(historyOf(other, 9), "no buffer has the id 9. The only buffer has the id 2.");
    EXPECT_EQ(historyOf(usesIn(planFromText("temp 8 space 1\n a 0 8")), 9),
              "no buffer has the id 9. The space has no buffers.");
}

TEST(Uses, WithoutATraceHaveNoSteps)
{
    const Used used = usesIn(withOperands("temp 64\n a 0 32\n b 32 32", {{"b", {"a"}}}));
    EXPECT_EQ(historyOf(used, 1), "defined a -, used b -, shared b -, freed -");
}

TEST(Uses, AScheduleDecidesTheOrder)
{
    proto::HloProto hlo = withOperands(R"(
        temp 96
          a 0 32
          b 32 32
          c 64 32
        trace +a +b +c -a -b -c)",
                                       {{"b", {"a"}}, {"c", {"a"}}});
    auto& instructions = *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions();
    instructions.SwapElements(1, 2); // the file lists c before b, but the allocations are in the other order
    EXPECT_EQ(historyOf(usesIn(hlo), 1), "defined a 0, used c 0, used b 1, freed 3");
    auto& sequences = *hlo.mutable_hlo_module()->mutable_schedule()->mutable_sequences();
    for (const std::int64_t id : {101, 102, 103})
        sequences[1].add_instruction_ids(id);
    EXPECT_EQ(historyOf(usesIn(hlo), 1), "defined a 0, used b 1, used c 2, freed 3");
    for (const std::int64_t wrong : {101, 999}) { // a repeated id and an unknown id
        auto broken = hlo;
        (*broken.mutable_hlo_module()->mutable_schedule()->mutable_sequences())[1].set_instruction_ids(2, wrong);
        EXPECT_EQ(historyOf(usesIn(broken), 1), "defined a 0, used c 0, used b 1, freed 3") << wrong;
    }
}

TEST(Uses, IdleIsTheGapAroundAStep)
{
    const Used used = usesIn(withOperands(R"(
        param 0 8
          p 0 8
        temp 96
          a 0 32
          b 32 32
          c 64 32
        trace +a +b -b +b -b +c -a -c)",
                                          {{"b", {"a"}}, {"c", {"a", "p"}}}));
    const auto view = makeView(used.timeline, {});
    const RowId argument(0);
    const RowId a(1);
    const auto stepsAt
        = [&](RowId row, std::uint32_t step) { return used.uses->idle(view->rows, row, StepId(step)).steps; };
    EXPECT_EQ(text(*used.uses, used.uses->of(a)), "defined a 0, used b 3, used c 5, freed 6");
    EXPECT_EQ(stepsAt(a, 0), 0U);
    EXPECT_EQ(stepsAt(a, 2), 2U);
    EXPECT_EQ(stepsAt(a, 3), 0U);
    EXPECT_EQ(stepsAt(a, 4), 1U);
    const RowIdle before = used.uses->idle(view->rows, argument, StepId(1));
    EXPECT_EQ(before.steps, 5U); // from the start of the axis
    EXPECT_EQ(before.last, nullptr);
    ASSERT_NE(before.next, nullptr);
    EXPECT_EQ(used.uses->actor(*before.next).name, "c");
    const RowIdle after = used.uses->idle(view->rows, argument, StepId(7));
    EXPECT_EQ(after.steps, 2U); // up to its end
    EXPECT_EQ(after.next, nullptr);
}

TEST(Uses, EqualTheUsesOfANaiveWalkFromEachBuffer)
{
    std::mt19937 random(7);
    std::size_t uses = 0;
    for (int round = 0; round < 400; ++round) {
        const proto::HloProto hlo = randomProgram(random);
        const auto expected = readersOf(hlo);
        const auto plan = Plan::parse(hlo.SerializeAsString());
        ASSERT_TRUE(plan);
        const auto graph = HloGraph::build((*plan)->module());
        const auto found = BufferUses::of(**plan, *graph);
        ASSERT_TRUE(found);
        for (const BufferId id : (*plan)->assignment().buffers.ids()) {
            std::set<std::string> readers;
            ASSERT_TRUE(std::ranges::is_sorted(found->of(id)));
            for (const std::uint32_t place : found->of(id))
                readers.emplace((*plan)->module().nameOf(found->order().instructions()[place]));
            const LogicalBuffer& buffer = (*plan)->assignment().buffers[id];
            ASSERT_EQ(readers, expected.at(buffer.id))
                << "round " << round << ", " << (*plan)->module().nameOf(buffer.instruction) << "\n"
                << hlo.hlo_module().DebugString();
            uses += readers.size();
        }
    }
    EXPECT_GT(uses, 5000U);
}

/// Returns "" or the problem with the events of a row.
std::string brokenEvents(const SpaceTimeline& timeline, const RowUses& uses, RowId row)
{
    const auto events = uses.of(row);
    const BufferRow& life = timeline.rows[row];
    if (events.size() < 2 || events.front().kind != RowEventKind::Defined || events.back().kind != RowEventKind::Freed)
        return "does not begin and end";
    if (timeline.isChunk(row) && events.front().step != StepId(life.start))
        return "is not defined at its birth";
    if (events.back().step != (timeline.isChunk(row) && life.end < timeline.steps ? StepId(life.end) : StepId()))
        return "is not freed at its end";
    StepId last(life.start);
    for (const RowEvent& event : events) {
        if (&event != &events.front() && &event != &events.back()
            && (event.kind == RowEventKind::Defined || event.kind == RowEventKind::Freed))
            return "begins or ends in the middle";
        if (event.step && (event.step < last || event.step > StepId(life.end)))
            return "a step outside of its life, or before the one before";
        last = event.step ? event.step : last;
    }
    return {};
}

/// The number of chunks that are freed, and of those with no allocation between their last use and their end.
struct LastUses {
    std::size_t chunks = 0;
    std::size_t atEnd = 0;
};

void checkRows(const SpaceTimeline& timeline, const RowUses& uses, LastUses& found)
{
    for (const RowId row : timeline.rows.ids()) {
        ASSERT_EQ(brokenEvents(timeline, uses, row), "") << row.value;
        const auto events = uses.of(row);
        if (!timeline.isChunk(row) || timeline.rows[row].end == timeline.steps)
            continue;
        const RowEvent& last = events[events.size() - 2];
        bool isAtEnd = last.kind != RowEventKind::Defined;
        for (std::uint32_t step = last.step.value + 1; step < timeline.rows[row].end; ++step)
            isAtEnd = isAtEnd && timeline.events[step].kind == HeapEventKind::Free;
        ++found.chunks;
        found.atEnd += isAtEnd ? 1 : 0;
    }
}

/// The compiler frees a buffer after its last reader has run and records this in the trace, so two independent ways
/// lead to the same step. The remaining buffers are read by the last round of a loop under another name, or are given
/// to an asynchronous program that has already begun.
TEST(Uses, OfRealProgramsEndWhenTheCompilerFreesTheBuffer)
{
    LastUses found;
    for (const SampleModule& module : sampleModules()) {
        const auto plan = Plan::parse(module.bytes);
        if (!plan || (*plan)->module().instructionCount() < 20)
            continue;
        const auto graph = HloGraph::build((*plan)->module());
        const auto uses = BufferUses::of(**plan, *graph);
        for (const std::int64_t space : usedSpaces((*plan)->assignment())) {
            const auto timeline = replaySpace(*plan, space);
            const auto rows = rowUses(timeline, *uses);
            SCOPED_TRACE(module.title + " space " + std::to_string(space));
            checkRows(*timeline, **rows, found);
        }
    }
    EXPECT_GT(found.chunks, 1000U);
    EXPECT_GE(found.atEnd * 100, found.chunks * 97) << found.atEnd << " of " << found.chunks;
}

TEST(Uses, OfContradictoryPlansStayInTheLifetimeOfTheirRow)
{
    std::mt19937 random(11);
    LastUses found;
    for (int round = 0; round < 300; ++round) {
        proto::HloProto hlo = round % 3 == 0 ? contradictoryPlan(random)
            : round % 3 == 1                 ? planOfManyLives(random)
                                             : randomProgram(random);
        if (round % 3 == 2)
            mutateIntegers(hlo, 20, random);
        const auto plan = Plan::parse(hlo.SerializeAsString());
        if (!plan)
            continue;
        const auto graph = HloGraph::build((*plan)->module());
        const auto uses = BufferUses::of(**plan, *graph);
        ASSERT_TRUE(uses);
        const auto timeline = replaySpace(*plan, 0);
        const auto rows = rowUses(timeline, *uses);
        ASSERT_TRUE(rows);
        checkRows(*timeline, **rows, found);
    }
    EXPECT_GT(found.chunks, 300U);
}

TEST(Uses, AConditionalReadsOnlyItsPredicate)
{
    const auto hlo = programFromText(R"(
        first:
          x = f32[8] parameter 0
          n = f32[8] negate x
        second:
          y = f32[8] parameter 0
          k = f32[8] constant
        main:
          which = s32[] parameter 0
          a = f32[8] parameter 1
          b = f32[8] parameter 2
          c = f32[8] conditional which a b calls first second)");
    EXPECT_EQ(readersIn(hlo, {"which", "a", "b"}, ", "), "which: c, a: n, b:");
}

TEST(Uses, AReadOfAConcatenationReadsAllItsPieces)
{
    const auto hlo = programFromText(R"(
        main:
          a = f32[8] parameter 0
          b = f32[8] parameter 1
          c = f32[8] parameter 2
          two = f32[16] custom-call a b target=ConcatBitcast
          three = f32[24] custom-call two c target=ConcatBitcast
          n = f32[24] negate three
          m = f32[8] negate b)");
    EXPECT_EQ(readersIn(hlo, {"a", "b", "c", "two", "three"}, ", "), "a: n, b: n m, c: n, two:, three: n");
}

TEST(Uses, CanBeCancelled)
{
    const auto plan = *Plan::parse(hloBytes("temp 64\n a 0 32\n trace +a -a"));
    const auto graph = HloGraph::build(plan->module());
    const auto uses = BufferUses::of(*plan, *graph);
    const Progress cancelled{[] { return true; }, {}};
    EXPECT_FALSE(ProgramOrder::of(*graph, cancelled));
    EXPECT_FALSE(BufferUses::of(*plan, *graph, cancelled));
    EXPECT_FALSE(rowUses(replaySpace(plan, 0), *uses, cancelled));
}

} // namespace
} // namespace tidemark
