// Tests of programs that no compiler would write: missing parts are ignored, and the rest is unaffected.
#include "core/xla/meaning/origins.h"
#include "core/xla/uses/buffer_uses.h"
#include "core/xla/uses/row_events.h"
#include "tests/core/dataflow_fixture.h"
#include "tests/support/buffer_readers.h"
#include "tests/support/profile_builder.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tidemark {
using namespace xla;
namespace {

using test::Dataflow;

/// Returns the sources of all values of an instruction as "same:a; moved:b".
std::string allSources(const Dataflow& program, const std::string& name)
{
    std::string text;
    const InstructionId instruction = program.instruction(name);
    for (std::uint32_t k = 0; k < program.graph().values(instruction); ++k)
        text += (k > 0 ? "; " : "") + program.sourcesOf(program.graph().value(instruction, k));
    return text;
}

TEST(OddPrograms, OperandsThatAreMissingAreNoSources)
{
    const Dataflow program(R"(
        callee:
          c = f32[8] parameter 0
        main:
          p = f32[8] parameter 0
          q = f32[8] parameter 1
          pair = (f32[8],f32[8]) tuple p q
          e0 = f32[8] get-tuple-element
          e1 = f32[8] get-tuple-element p 0
          e2 = f32[8] get-tuple-element pair 2
          e3 = f32[8] get-tuple-element pair 1
          noTuple = f32[8] tuple p
          short = (f32[8],f32[8]) tuple p
          s0 = ((f32[8]),f32[8],s32[]) async-start p
          s1 = f32[8] async-start p calls callee
          s2 = ((f32[8]),f32[8],s32[]) async-start p calls callee
          d0 = f32[8] async-done
          d1 = f32[8] copy-done p
          d2 = f32[8] async-done s2
          x0 = f32[8] all-gather-start p
          x1 = (f32[8],f32[64]) all-gather-start p
          x2 = ((f32[8],f32[8]),(f32[64],f32[64]),u32[]) all-gather-start p q
          c0 = (f32[8],f32[8],u32[]) copy-start p
          u0 = f32[8] dynamic-update-slice p
          w0 = f32[8] while p
          w1 = f32[8] while
          f0 = f32[8] fusion p
          k0 = f32[8] conditional p)");
    for (const auto& [name, sources] : std::vector<std::pair<const char*, const char*>>{
             {"e0", ""},
             {"e1", ""},
             {"e2", ""},
             {"e3", "same:pair.1"},
             {"noTuple", ""},
             {"short", "same:p; "},
             {"s0", "mixed:p; mixed:s0.0; mixed:s0.0"},
             {"s1", "mixed:p"},
             {"s2", "; same:c; "},
             {"d0", ""},
             {"d1", "same:p"},
             {"d2", "same:s2.1"},
             {"x0", "moved:p"},
             {"x1", "same:p; moved:p"},
             {"x2", "same:p; same:q; moved:p; moved:q; "},
             {"c0", "moved:p; same:p; "},
             {"u0", "base:p"},
             {"w0", "same:p"},
             {"w1", ""},
             {"f0", ""},
             {"k0", ""},
         })
        EXPECT_EQ(allSources(program, name), sources) << name;
    EXPECT_FALSE(program.graph().loopParameter(program.instruction("w0")));
    EXPECT_FALSE(program.graph().calleeRoot(program.instruction("w0")));
}

constexpr const char* kLoops = R"(
    body:
      x = f32[8] parameter 0
      n = f32[8] negate x
    same:
      y = f32[8] parameter 0
      m = f32[8] copy y
    nothing:
      z = f32[8] constant
    pairs:
      v = (f32[8],f32[8]) parameter 0
      v0 = f32[8] get-tuple-element v 0
      v1 = f32[8] get-tuple-element v 1
      swap = (f32[8],f32[8]) tuple v1 v0
    main:
      a = f32[8] parameter 0
      b = f32[8] parameter 1
      ab = (f32[8],f32[8]) tuple a b
      wide = (f32[8],f32[8]) while a calls same
      none = f32[8] while a
      given = f32[8] while calls body
      constant = f32[8] while a calls nothing
      changed = f32[8] while a calls body
      kept = f32[8] while b calls same
      swapped = (f32[8],f32[8]) while ab calls pairs)";

TEST(OddPrograms, LoopsWithoutABodyOrInitialValuesCarryNothing)
{
    const Dataflow program(kLoops);
    const auto origin = [&](Origins::Through through, const std::string& name, std::uint32_t at = 0) {
        const Origins origins(program.graph(), through);
        return program.nameOf(origins.of(program.value(name, at)));
    };
    using Through = Origins::Through;
    EXPECT_EQ(origin(Through::Copies, "none"), "none");
    EXPECT_EQ(origin(Through::Copies, "given"), "given");
    EXPECT_EQ(origin(Through::Copies, "constant"), "constant");
    EXPECT_EQ(origin(Through::Copies, "changed"), "x");
    EXPECT_EQ(origin(Through::Copies, "kept"), "b");
    EXPECT_EQ(origin(Through::Names, "kept"), "y") << "a copy is another value";
    EXPECT_EQ(origin(Through::Copies, "wide", 1), "wide.1");
    EXPECT_EQ(origin(Through::Names, "swapped", 0), "v.0");
    EXPECT_EQ(origin(Through::Names, "m"), "m");
}

TEST(OddPrograms, AValueNamedManyTimesIsOneSource)
{
    constexpr int kMany = 300;
    const auto repeated = [](const std::string& text, const std::string& between = "") {
        std::string all;
        for (int i = 0; i < kMany; ++i)
            all += (i == 0 ? "" : between) + text;
        return all;
    };
    const std::string tuple = "(" + repeated("f32[8]", ",") + ")";
    std::string text = "branch:\n b = " + tuple + " parameter 0\n broot = " + tuple + " tuple" + repeated(" b");
    text += "\ncallee:\n c = " + tuple + " parameter 0\n croot = f32[8] get-tuple-element c 0\n";
    text += "main:\n p = f32[8] parameter 0\n all = " + tuple + " tuple" + repeated(" p");
    text += "\n which = " + tuple + " conditional p" + repeated(" all") + " calls" + repeated(" branch");
    text += "\n many = " + tuple + " scatter" + repeated(" p") + "\n";
    for (int i = 0; i < kMany; ++i)
        text += " k" + std::to_string(i) + " = f32[8] call all calls callee\n";
    const Dataflow program(text);
    EXPECT_EQ(program.sourcesOf(program.value("which", 7)), "same:broot.7");
    EXPECT_EQ(program.sourcesOf(program.value("b", 7)), "same:all.7");
    EXPECT_EQ(program.sourcesOf(program.value("c", 7)), "same:all.7");
    std::size_t sources = 0;
    for (std::size_t i = 0; i < program.graph().valueCount(); ++i)
        sources += program.graph().sources(ValueId::at(i)).size();
    EXPECT_LT(sources, 10u * kMany) << "not each of one for each of the other";
}

TEST(OddPrograms, AValueWithSeveralSourcesHasNoCommonOrigin)
{
    const Dataflow program(R"(
        one:
          x = f32[8] parameter 0
          x1 = f32[8] copy x
        two:
          y = f32[8] parameter 0
          y1 = f32[8] copy y
        three:
          z = f32[8] parameter 0
          z1 = f32[8] negate z
        main:
          which = s32[] parameter 0
          a = f32[8] parameter 1
          b = f32[8] parameter 2
          alike = f32[8] conditional which a a calls one two
          apart = f32[8] conditional which a b calls one two
          more = f32[8] conditional which a a calls one three
          joined = f32[16] concatenate a a
          mixed = f32[16] concatenate a b
          slice = f32[8] dynamic-slice a which)");
    const Origins origins(program.graph(), Origins::Through::Copies);
    const auto origin = [&](const std::string& name) { return program.nameOf(origins.of(program.value(name))); };
    // A computation with several callers has the arguments of all of them.
    EXPECT_EQ(origin("joined"), "a");
    EXPECT_EQ(origin("mixed"), "mixed");
    EXPECT_EQ(origin("slice"), "a") << "the origin has no meaning";
    EXPECT_EQ(origin("apart"), "apart");
    EXPECT_EQ(origin("more"), "more");
}

/// Returns the readers of the buffers of these instructions as "a: b c; b: c". Each instruction has a buffer of its
/// own.
std::string readersOfBuffers(std::string_view text, const std::vector<std::string>& buffers)
{
    return test::readersIn(test::programFromText(text), buffers, "; ");
}

TEST(UsesOfOddPrograms, ALoopReadsItsConditionIfItHasOne)
{
    const std::string body = R"(
        other:
          o = f32[8] parameter 0
          r = f32[8] negate o
        body:
          x = f32[8] parameter 0
          n = f32[8] negate x
        cond:
          s = f32[8] parameter 0
          t = pred[] constant
        main:
          a = f32[8] parameter 0
)";
    EXPECT_EQ(readersOfBuffers(body + "w = f32[8] while a calls body cond\n c = f32[8] call w calls other\n",
                               {"a", "t", "r"}),
              "r:; t: w; a: n w r");
    EXPECT_EQ(
        readersOfBuffers(body + "w = f32[8] while a calls body\n c = f32[8] call w calls other\n", {"a", "t", "r"}),
        "r:; t:; a: n w r")
        << "what another names is not its condition";
    EXPECT_EQ(readersOfBuffers(body + "w = f32[8] while calls body cond\n", {"a", "t"}), "t: w; a:")
        << "nothing enters";
    EXPECT_EQ(readersOfBuffers(body + "w = f32[8] while a\n m = f32[8] negate w\n", {"a"}), "a: m");
}

TEST(UsesOfOddPrograms, AValueReadBeforeALoopIsNotReadUntilItsEnd)
{
    EXPECT_EQ(readersOfBuffers(R"(
        body:
          x = f32[8] parameter 0
          k = f32[8] constant
        main:
          a = f32[8] parameter 0
          n = f32[8] negate a
          w = f32[8] while a calls body)",
                               {"a"}),
              "a: n");
}

TEST(UsesOfOddPrograms, AnAsyncStartWithoutAComputationReadsItsOperands)
{
    EXPECT_EQ(readersOfBuffers(R"(
        callee:
          c = f32[8] parameter 0
          n = f32[8] negate c
        main:
          a = f32[8] parameter 0
          b = f32[8] parameter 1
          s = ((f32[8]),f32[8],u32[]) async-start a calls callee
          d = f32[8] async-done s
          s2 = ((f32[8]),f32[8],u32[]) async-start b
          d2 = f32[8] async-done s2)",
                               {"a", "b"}),
              "a: n d; b: s2 d2");
}

/// Returns the order in which the instructions of the entry run with this schedule.
std::string orderOf(const std::vector<std::vector<std::int64_t>>& sequences)
{
    proto::HloProto hlo = test::programFromText(R"(
        callee:
          x = f32[8] parameter 0
        main:
          a = f32[8] parameter 0
          b = f32[8] negate a
          c = f32[8] call b calls callee)");
    std::int64_t key = 1;
    for (const std::vector<std::int64_t>& sequence : sequences) {
        auto& ids = (*hlo.mutable_hlo_module()->mutable_schedule()->mutable_sequences())[key++];
        for (const std::int64_t id : sequence)
            ids.add_instruction_ids(id);
    }
    const auto plan = *Plan::parse(hlo.SerializeAsString());
    const auto graph = HloGraph::build(plan->module());
    const auto order = *ProgramOrder::of(*graph);
    std::string names;
    for (const InstructionId id : order.instructions())
        names += std::string(plan->module().nameOf(id));
    return names;
}

TEST(OrderOfOddPrograms, AScheduleHasAllOfAComputationEachOnce)
{
    EXPECT_EQ(orderOf({}), "abxc");
    EXPECT_EQ(orderOf({{2, 3, 4}}), "abxc");
    EXPECT_EQ(orderOf({{3, 2, 4}}), "baxc");
    EXPECT_EQ(orderOf({{4, 3, 2}}), "xcba");
    EXPECT_EQ(orderOf({{1}, {3, 2, 4}}), "baxc") << "of both computations";
    for (const std::vector<std::int64_t>& wrong : std::vector<std::vector<std::int64_t>>{
             {}, {99}, {99, 2, 3}, {4, 3}, {4, 3, 2, 2}, {4, 3, 3}, {4, 3, 99}, {4, 3, 1}})
        EXPECT_EQ(orderOf({wrong}), "abxc");
    EXPECT_EQ(orderOf({{4, 3, 3}, {3, 2, 4}}), "baxc") << "a wrong one has no effect";
}

TEST(OrderOfOddPrograms, EmptyComputationsAreNotEntered)
{
    proto::HloProto hlo = test::programFromText(R"(
        main:
          a = f32[8] parameter 0
          b = f32[8] call a)");
    auto& empty = *hlo.mutable_hlo_module()->add_computations();
    empty.set_name("empty");
    empty.set_id(77);
    hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions(1)->add_called_computation_ids(77);
    const auto plan = *Plan::parse(hlo.SerializeAsString());
    const auto graph = HloGraph::build(plan->module());
    EXPECT_EQ(ProgramOrder::of(*graph)->instructions().size(), 2U);
}

} // namespace
} // namespace tidemark
