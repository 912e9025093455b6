#include "core/xla/plan/plan.h"
#include "core/xla/uses/program_order.h"
#include "tests/support/program_text.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

using namespace test;

TEST(ProgramOrder, HasWhatIsCalledTwiceWhereItRunsFirst)
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

} // namespace
} // namespace tidemark
