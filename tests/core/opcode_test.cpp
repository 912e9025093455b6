#include "core/xla/meaning/hlo_graph.h"

#include <gtest/gtest.h>

namespace tidemark {
using namespace xla;
namespace {

TEST(Opcodes, AreFoundByTheirWholeName)
{
    EXPECT_EQ(opcodeOf("parameter"), Opcode::Parameter);
    EXPECT_EQ(opcodeOf("or"), Opcode::Elementwise);
    EXPECT_EQ(opcodeOf("dot"), Opcode::Product);
    EXPECT_EQ(opcodeOf("call"), Opcode::Call);
    EXPECT_EQ(opcodeOf("get-tuple-element"), Opcode::GetTupleElement);
    EXPECT_EQ(opcodeOf("dynamic-update-slice"), Opcode::DynamicUpdateSlice);
    EXPECT_EQ(opcodeOf("collective-permute-start"), Opcode::ExchangeStart);
    EXPECT_EQ(opcodeOf("custom-call"), Opcode::CustomCall);
    EXPECT_EQ(opcodeOf("xor"), Opcode::Elementwise);
}

TEST(Opcodes, SimilarNamesAreUnknown)
{
    for (const char* name :
         {"", "o", "xo", "orr", "dt", "parameters", "Parameter", "dynamic-updat3-slice", "dynamic-UPDAte-slice",
          "dynamic-update-update-slice", "shift-right-arithmetiC", "sqrtt", "ccall", "dotdot"})
        EXPECT_EQ(opcodeOf(name), Opcode::Other) << name;
}

} // namespace
} // namespace tidemark
