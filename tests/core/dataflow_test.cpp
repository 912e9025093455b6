#include "core/xla/meaning/backward.h"
#include "core/xla/meaning/origins.h"
#include "core/xla/meaning/sweep.h"
#include "tests/core/dataflow_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace tidemark {
using namespace xla;
namespace {

using test::Dataflow;

/// A program whose instruction takes operands from three arrays, two indices and a tuple of both kinds.
std::string sourcesOf(const std::string& instruction, std::uint32_t at = 0)
{
    const Dataflow program(R"(
            callee:
              c0 = f32[8] parameter 0
              c1 = f32[8] parameter 1
              croot = f32[8] add c0 c1
            pairs:
              d0 = f32[8] parameter 0
              d1 = f32[8] parameter 1
              droot = (f32[8],f32[8]) tuple d0 d1
            loop:
              l = (f32[8],s32[]) parameter 0
              l0 = f32[8] get-tuple-element l 0
              l1 = s32[] get-tuple-element l 1
              lroot = (f32[8],s32[]) tuple l0 l1
            main:
              p = f32[8] parameter 0
              q = f32[8] parameter 1
              r = f32[8] parameter 2
              i = s32[] parameter 3
              j = s32[] parameter 4
              t = (f32[8],s32[]) tuple p i
              n = (f32[8],(f32[8],s32[]),s32[]) tuple p t j
              start = (f32[8],f32[8],s32[]) copy-start p
              gathering = (f32[8],f32[64]) all-gather-start p
              sum = f32[8] all-reduce p
              started = ((f32[8],f32[8]),f32[8],s32[]) async-start p q calls callee
              x = )" + instruction);
    return program.sourcesOf(program.value("x", at));
}

TEST(Dataflow, KnowsHowEachInstructionUsesItsOperands)
{
    using Rows = std::vector<std::pair<const char*, const char*>>;
    for (const auto& [instruction, sources] : Rows{
             {"f32[8] constant", ""},
             {"s32[8] iota", ""},
             {"f32[8] rng p q", ""},
             {"f32[8] add p q", "elementwise:p elementwise:q"},
             {"f32[8] select i p q", "place:i elementwise:p elementwise:q"},
             {"f32[8] transpose p", "moved:p"},
             {"f32[8] pad p q", "moved:p place:q"},
             {"f32[8] dynamic-slice p i j", "moved:p place:i place:j"},
             {"f32[8] all-gather p", "moved:p"},
             {"f32[8] all-reduce p", "summed:p"},
             {"f32[8] dynamic-update-slice p q i j", "base:p update:q place:i place:j"},
             {"f32[8] scatter p i q r", "base:p place:i mixed:q mixed:r"},
             {"f32[8] gather p i j", "table:p place:i place:j"},
             {"f32[24] concatenate p q r", "piece:p piece:q piece:r"},
             {"f32[8] broadcast p", "repeated:p"},
             {"f32[8] dot p q r", "product:p product:q mixed:r"},
             {"f32[8] bitcast p", "same:p"},
             {"f32[8] get-tuple-element t 0", "same:t.0"},
             {"s32[] get-tuple-element t 1", "same:t.1"},
             {"s32[] get-tuple-element t 2", ""},
             {"s32[] get-tuple-element n 2", "same:n.3"},
             {"(f32[8],s32[]) tuple p i", "same:p"},
             {"(f32[8],s32[]) while t calls loop", "same:t.0 same:lroot.0"},
             {"f32[8] call p q calls callee", "same:croot"},
             {"f32[8] fusion p q calls callee", "same:croot"},
             {"f32[8] conditional i p q calls callee pairs", "same:croot same:droot.0"},
             {"f32[8] copy-done start", "same:start.0"},
             {"f32[8] all-gather-done gathering", "same:gathering.1"},
             {"f32[8] reduce p i calls callee", "mixed:p mixed:i"},
             {"f32[8] something p t", "mixed:p mixed:t.0 mixed:t.1"},
             {"f32[8] custom-call p q", "mixed:p mixed:q"},
             {"f32[8] custom-call p target=AllocateBuffer", ""},
             {"f32[24] custom-call p q r target=ConcatBitcast", "piece:p piece:q piece:r"},
             {"f32[8] custom-call p q r i target=__cublas$gemm", "product:p product:q mixed:r mixed:i"},
             {"f32[8] custom-call p q r target=AsyncCollectiveDone", "same:q"},
             {"f32[8] async-done started", "same:started.2"},
         })
        EXPECT_EQ(sourcesOf(instruction), sources) << instruction;
}

/// libtpu 0.0.52 starts an asynchronous computation before its operands exist and adds them later.
TEST(Dataflow, OperandsOfAnAsynchronousComputationMayArriveLater)
{
    const Dataflow program(R"(
        inner:
          i0 = f32[8] parameter 0
          i1 = s32[8] parameter 1
          iroot = f32[8] gather i0 i1
        callee:
          c0 = f32[8] parameter 0
          c1 = s32[8] parameter 1
          croot = f32[8] custom-call c0 c1 calls inner target=anything
        main:
          p = f32[8] parameter 0
          q = s32[8] parameter 1
          start = ((f32[8]),f32[8],s32[]) async-start p calls callee
          late = s32[8] negate q
          update = ((f32[8],s32[8]),f32[8],s32[]) async-update start late
          again = ((f32[8],s32[8]),f32[8],s32[]) async-update update
          done = f32[8] async-done again
    )");
    const auto sourcesOf
        = [&](const char* name, std::uint32_t at = 0) { return program.sourcesOf(program.value(name, at)); };
    EXPECT_EQ(sourcesOf("c0"), "same:p");
    EXPECT_EQ(sourcesOf("c1"), "same:late");
    EXPECT_EQ(sourcesOf("i1"), "same:c1") << "a custom call with a computation for its operands is a call";
    EXPECT_EQ(sourcesOf("croot"), "same:iroot");
    EXPECT_EQ(sourcesOf("update", 2), "same:croot");
    EXPECT_EQ(sourcesOf("done"), "same:again.2");
    std::vector<InstructionId> order;
    forEachInstruction(program.graph(), [&](InstructionId i) { order.push_back(i); });
    const auto placeOf
        = [&](const char* name) { return std::ranges::find(order, program.instruction(name)) - order.begin(); };
    EXPECT_LT(placeOf("late"), placeOf("iroot")) << "the computation runs after its operands";
    EXPECT_LT(placeOf("croot"), placeOf("update"));
}

/// An update without operands may come before the one that brings them. Operands and context keep their names.
TEST(Dataflow, OperandsMayArriveAfterOtherUpdates)
{
    const Dataflow program(R"(
        callee:
          c0 = f32[8] parameter 0
          c1 = s32[8] parameter 1
          croot = f32[8] gather c0 c1
        main:
          p = f32[8] parameter 0
          q = s32[8] parameter 1
          start = ((f32[8]),f32[8],s32[]) async-start p calls callee
          again = ((f32[8]),f32[8],s32[]) async-update start
          update = ((f32[8],s32[8]),f32[8],s32[]) async-update again q
          done = f32[8] async-done update
    )");
    EXPECT_EQ(program.sourcesOf(program.value("c0")), "same:p");
    EXPECT_EQ(program.sourcesOf(program.value("c1")), "same:q");
    EXPECT_EQ(program.sourcesOf(program.value("update", 0)), "same:again.0");
    EXPECT_EQ(program.sourcesOf(program.value("update", 2)), "same:croot");
    EXPECT_EQ(program.sourcesOf(program.value("update", 3)), "same:again.2");
    EXPECT_EQ(program.sourcesOf(program.value("done")), "same:update.2");
}

/// An update takes the computation of an asynchronous start only.
TEST(Dataflow, AnUpdateOfACallLeavesTheCallAlone)
{
    const Dataflow program(R"(
        callee:
          c0 = f32[8] parameter 0
          croot = f32[8] negate c0
        main:
          p = f32[8] parameter 0
          f = f32[8] fusion p calls callee
          update = f32[8] async-update f p
    )");
    EXPECT_EQ(program.sourcesOf(program.value("f")), "same:croot");
}

TEST(Dataflow, FollowsEachElementOfATuple)
{
    using Rows = std::vector<std::tuple<const char*, std::uint32_t, const char*>>;
    for (const auto& [instruction, at, sources] : Rows{
             {"(f32[8],(f32[8],s32[]),s32[]) tuple p t j", 1, "same:t.0"},
             {"(f32[8],(f32[8],s32[]),s32[]) tuple p t j", 2, "same:t.1"},
             {"(f32[8],(f32[8],s32[]),s32[]) tuple p t j", 3, "same:j"},
             {"(f32[8],s32[]) get-tuple-element n 1", 0, "same:n.1"},
             {"(f32[8],s32[]) get-tuple-element n 1", 1, "same:n.2"},
             {"(f32[8],s32[]) while t calls loop", 1, "same:t.1 same:lroot.1"},
             {"(f32[8],f32[8]) call p q calls pairs", 1, "same:droot.1"},
             {"(f32[8],f32[8]) all-to-all p q", 1, "moved:q"},
             {"(f32[8],f32[8]) all-reduce p q", 1, "summed:q"},
             {"((f32[8],f32[8]),f32[8],s32[]) async-start p q calls callee", 0, ""},
             {"((f32[8],f32[8]),f32[8],s32[]) async-start p q calls callee", 2, "same:croot"},
             {"((f32[8],f32[8]),f32[8],s32[]) async-start p q calls callee", 3, ""},
             {"(f32[8],f32[8],s32[]) copy-start p", 0, "moved:p"},
             {"(f32[8],f32[8],s32[]) copy-start p", 1, "same:p"},
             {"(f32[8],f32[8],s32[]) copy-start p", 2, ""},
             {"((f32[8],f32[8]),(f32[8],f32[8])) all-gather-start p q", 1, "same:q"},
             {"((f32[8],f32[8]),(f32[8],f32[8])) all-gather-start p q", 2, "moved:p"},
             {"((f32[8],f32[8]),(f32[8],f32[8])) all-gather-start p q", 3, "moved:q"},
             {"(f32[8],f32[8]) something p q", 1, "mixed:x.0"},
             {"(f32[8],s8[64]) custom-call p q target=__cublas$gemm", 0, "product:p product:q"},
             {"(f32[8],s8[64]) custom-call p q target=__cublas$gemm", 1, ""},
             {"((f32[8],f32[8]),f32[8],s32[]) async-update started q", 2, "same:croot"},
             {"((f32[8],f32[8]),f32[8],s32[]) async-update started", 2, "same:started.2"},
             {"f32[8] all-gather-start p", 0, "moved:p"},
             {"(f32[8],f32[64],s32[2]) custom-call sum target=AsyncCollectiveStart", 0, "same:p"},
             {"(f32[8],f32[64],s32[2]) custom-call sum target=AsyncCollectiveStart", 1, "same:sum"},
             {"(f32[8],f32[64],s32[2]) custom-call sum target=AsyncCollectiveStart", 2, ""},
         })
        EXPECT_EQ(sourcesOf(instruction, at), sources) << instruction << " at " << at;
}

TEST(Dataflow, MergesAtMost64ValuesOfALongTuple)
{
    for (const std::size_t count : {std::size_t{64}, std::size_t{65}}) {
        std::string shape;
        std::string values;
        for (std::size_t i = 0; i < count; ++i) {
            shape += (i == 0 ? "(" : ",") + std::string("f32[8]");
            values += " p";
        }
        const Dataflow program("main:\n p = f32[8] parameter 0\n t = " + shape + ") tuple" + values
                               + "\n x = f32[8] something t");
        EXPECT_EQ(program.graph().sources(program.value("x")).size(), 64U) << count;
    }
}

TEST(Dataflow, CallsAreKnownByTheirTargets)
{
    for (const char* const name :
         {"__cublas$gemm", "__cudnn$convForward", "__onednn$matmul", "__triton_gemm", "__nvjet_gemm"})
        EXPECT_EQ(opcodeOfTarget(name), Opcode::Product) << name;
    EXPECT_EQ(opcodeOfTarget("AllocateBuffer"), Opcode::Source);
    EXPECT_EQ(opcodeOfTarget("ConcatBitcast"), Opcode::Join);
    for (const char* const name : {"", "TopK", "__triton", "ConcatBitcast2", "__cudnn$norm"})
        EXPECT_EQ(opcodeOfTarget(name), Opcode::CustomCall) << name;
}

TEST(Dataflow, ParametersAreTheArgumentsOfCallers)
{
    const Dataflow program(R"(
        shared:
          s0 = f32[8] parameter 0
          s1 = f32[8] parameter 1
          sroot = f32[8] add s0 s1
        other:
          o = f32[8] parameter 0
        loop:
          l = (f32[8],f32[8]) parameter 0
          l1 = f32[8] get-tuple-element l 1
          lroot = (f32[8],f32[8]) tuple l1 l1
        condition:
          k = (f32[8],f32[8]) parameter 0
        unused:
          u = f32[8] parameter 0
        main:
          p = f32[8] parameter 0
          q = f32[8] parameter 1
          a = f32[8] call p q calls shared
          b = f32[8] call q a calls shared
          c = f32[8] conditional p a b calls shared other
          t = (f32[8],f32[8]) tuple a b
          w = (f32[8],f32[8]) while t calls loop condition
          d = f32[8] reduce p q calls unused
    )");
    const auto sources
        = [&](const char* name, std::uint32_t at = 0) { return program.sourcesOf(program.value(name, at)); };
    EXPECT_EQ(sources("s0"), "same:p same:q same:a") << "of two calls, and of a branch that it is";
    EXPECT_EQ(sources("s1"), "same:q same:a") << "each once";
    EXPECT_EQ(sources("o"), "same:b") << "of the second branch";
    EXPECT_EQ(sources("l"), "same:t.0 same:lroot.0") << "and the values of the next iteration";
    EXPECT_EQ(sources("l", 1), "same:t.1 same:lroot.1");
    EXPECT_EQ(sources("k", 1), "same:t.1 same:lroot.1");
    EXPECT_EQ(sources("u"), "") << "a reducer takes no values";
    EXPECT_EQ(sources("p"), "") << "of the entry";
}

TEST(Dataflow, IntermediatesAreValuesInternalToAFusion)
{
    const Dataflow program(R"(
        fused:
          f0 = f32[8] parameter 0
          f1 = f32[8] negate f0
          f2 = f32[8] add f1 f0
        pair:
          g0 = f32[8] parameter 0
          g1 = f32[8] negate g0
          g2 = f32[8] tanh g1
          g3 = f32[8] abs g0
          g4 = (f32[8],f32[8]) tuple g2 g3
        loop:
          l0 = (f32[8],f32[8]) parameter 0
          l1 = f32[8] get-tuple-element l0 0
          l2 = (f32[8],f32[8]) tuple l1 l1
        main:
          p = f32[8] parameter 0
          a = f32[8] fusion p calls fused
          b = (f32[8],f32[8]) fusion a calls pair
          w = (f32[8],f32[8]) while b calls loop
    )");
    std::string names;
    for (const InstructionId i : program.module().instructions())
        if (program.graph().node(i).isOnTheWay)
            names += std::string(program.module().nameOf(i)) + " ";
    EXPECT_EQ(names, "f0 f1 g0 g1 ");
}

constexpr const char* kLoop = R"(
    body:
      b = (f32[8],f32[8],f32[8]) parameter 0
      b0 = f32[8] get-tuple-element b 0
      b1 = f32[8] get-tuple-element b 1
      b2 = f32[8] get-tuple-element b 2
      sum = f32[8] add b0 b1
      copied = f32[8] copy b2
      next = (f32[8],f32[8],f32[8]) tuple b0 sum copied
    main:
      p = f32[8] parameter 0
      q = f32[8] parameter 1
      r = f32[8] parameter 2
      t = (f32[8],f32[8],f32[8]) tuple p q r
      w = (f32[8],f32[8],f32[8]) while t calls body
      w0 = f32[8] get-tuple-element w 0
      w1 = f32[8] get-tuple-element w 1
      w2 = f32[8] get-tuple-element w 2
)";

TEST(Origins, OfAValueCarriedUnchangedByALoopAreItsInitialValue)
{
    const Dataflow program(kLoop);
    const auto origin = [&](Origins::Through through, const char* name) {
        return program.nameOf(Origins(program.graph(), through).of(program.value(name)));
    };
    EXPECT_EQ(origin(Origins::Through::Names, "w0"), "p");
    EXPECT_EQ(origin(Origins::Through::Names, "b0"), "p");
    EXPECT_EQ(origin(Origins::Through::Names, "w1"), "b.1") << "the last value for the next iteration";
    EXPECT_EQ(origin(Origins::Through::Names, "b1"), "b.1");
    EXPECT_EQ(origin(Origins::Through::Names, "w2"), "b.2") << "a copy has other bytes";
    EXPECT_EQ(origin(Origins::Through::Names, "copied"), "copied");
    EXPECT_EQ(origin(Origins::Through::Copies, "w2"), "r");
    EXPECT_EQ(origin(Origins::Through::Copies, "copied"), "r");
    EXPECT_EQ(origin(Origins::Through::Copies, "w1"), "b.1");
    EXPECT_EQ(origin(Origins::Through::Copies, "sum"), "sum");
}

/// The backward part begins with the deeper of the two factors of the earliest gradient, and with the second of equally
/// deep ones.
TEST(Backward, BeginsWithTheDeeperFactorOfTheEarliestGradient)
{
    const auto isBackward = [](const std::string& text, const char* name) {
        const Dataflow program(
            "main:\n w = f32[8,8] parameter 0\n x = f32[8,8] parameter 1\n y = f32[8,8] parameter 2\n" + text
            + "\n next = f32[8,8] subtract w g");
        const Arguments arguments(program.graph());
        const Updates updates(program.graph(), arguments);
        return Backward(program.graph(), arguments, updates).isBackward(program.value(name));
    };
    const std::string factors = " a = f32[8,8] add x y\n b = f32[8,8] subtract x y\n c = f32[8,8] negate b\n";
    for (const auto& [product, begin, other] : std::vector<std::array<const char*, 3>>{
             {"a b", "b", "a"}, {"b a", "a", "b"}, {"a c", "c", "a"}, {"c a", "c", "a"}}) {
        const std::string text = factors + " g = f32[8,8] dot " + product;
        EXPECT_TRUE(isBackward(text, begin)) << product;
        EXPECT_FALSE(isBackward(text, other)) << product;
        EXPECT_TRUE(isBackward(text, "g")) << product;
        EXPECT_TRUE(isBackward(text, "next")) << product;
        EXPECT_FALSE(isBackward(text, "x")) << product;
    }
}

} // namespace
} // namespace tidemark
