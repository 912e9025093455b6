#include "core/xla/plan/plan.h"
#include "core/xla/uses/buffer_uses.h"
#include "tests/support/program_text.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

TEST(ProgramOrder, PlacesAComputationCalledTwiceAtItsFirstRun)
{
    const auto plan = *Plan::parse(programFromText(R"(
        callee:
          x = f32[8] parameter 0
          n = f32[8] negate x
        cond:
          s = f32[8] parameter 0
          t = pred[] constant
        main:
          p = f32[8] parameter 0
          a = f32[8] call p calls callee
          w = f32[8] while a calls callee cond
          b = f32[8] call w calls callee)")
                                       .SerializeAsString());
    const auto graph = HloGraph::build(plan->module());
    const auto order = *ProgramOrder::of(*graph);
    std::string names;
    for (const InstructionId id : order.instructions())
        names += std::string(plan->module().nameOf(id)) + std::to_string(order.placeOf(id)) + " ";
    EXPECT_EQ(names, "p0 x1 n2 a3 s4 t5 w6 b7 ");
    ASSERT_EQ(order.loops().size(), 1U);
    EXPECT_EQ(order.loops()[0].begin, 4U);
    EXPECT_EQ(order.loops()[0].place, 6U);
}

TEST(ProgramOrder, TheLastWholeSequenceOfAComputationCounts)
{
    proto::HloProto hlo = programFromText(R"(
        main:
          a = f32[8] parameter 0
          b = f32[8] negate a
          c = f32[8] negate a)");
    const auto& listed = hlo.hlo_module().computations(0).instructions();
    const auto orderWith = [&](const std::vector<std::vector<int>>& sequences) {
        std::string schedule; // concatenated messages are merged, and entries of the same key are all kept
        for (const auto& sequence : sequences) {
            proto::HloScheduleProto one;
            for (const int i : sequence)
                (*one.mutable_sequences())[1].add_instruction_ids(listed.at(i).id());
            schedule += one.SerializeAsString();
        }
        proto::HloProto rest = hlo;
        rest.clear_hlo_module();
        const std::string module
            = hlo.hlo_module().SerializeAsString() + bytesField(proto::HloModuleProto::kScheduleFieldNumber, schedule);
        const auto plan
            = *Plan::parse(rest.SerializeAsString() + bytesField(proto::HloProto::kHloModuleFieldNumber, module));
        const auto graph = HloGraph::build(plan->module());
        const auto order = *ProgramOrder::of(*graph);
        std::string names;
        for (const InstructionId id : order.instructions())
            names += plan->module().nameOf(id);
        return names;
    };
    EXPECT_EQ(orderWith({}), "abc");
    EXPECT_EQ(orderWith({{0, 2, 1}}), "acb");
    EXPECT_EQ(orderWith({{0, 1, 2}, {0, 2, 1}}), "acb");
    EXPECT_EQ(orderWith({{0, 2, 1}, {0, 1, 1}}), "acb") << "one is there twice";
    EXPECT_EQ(orderWith({{0, 1, 1}, {0, 2, 1}}), "acb");
    EXPECT_EQ(orderWith({{0, 2}, {0, 2, 1}}), "acb") << "one is missing";
}

} // namespace
} // namespace tidemark
