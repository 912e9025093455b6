// Tests of the choice of the argument whose memory an output takes, with very many arguments and outputs.
#include "core/xla/advice/advice.h"
#include "tests/core/advice_fixture.h"

#include <gtest/gtest.h>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

/// Outputs with the shape of all arguments. Half are written before all arguments are read, and half after that.
TEST(Donation, ThousandsOfOneShapeAreMatchedAtOnce)
{
    constexpr int kMany = 40000;
    constexpr int kReadAtOnce = 100;
    PlannedProgram program;
    const auto add = [&](const std::string& head, const std::string& name, const std::string& opcode) {
        program.plan += head + " 1024\n " + name + " 0 1024 f32[256]\n";
        program.opcodes[name] = opcode;
    };
    for (int i = 0; i < kMany; ++i) {
        const std::string name = "p" + std::to_string(i);
        program.plan += "param " + std::to_string(i) + " 1024\n " + name + " 0 1024 f32[256]\n";
        program.reads["r" + std::to_string(i / kReadAtOnce)].push_back(name);
    }
    for (int i = 0; i < kMany / 2; ++i)
        add("output", "q" + std::to_string(i), "iota");
    for (int i = 0; i < kMany / kReadAtOnce; ++i) {
        const std::string name = "r" + std::to_string(i);
        program.plan += "output 8\n " + name + " 0 8 f32[2]\n";
        program.opcodes[name] = "custom-call";
    }
    for (int i = 0; i < kMany / 2; ++i)
        add("output", "s" + std::to_string(i), "iota");
    const Advised advised = adviseOn(program);
    const std::vector<RowId> arguments = donatableArguments(advised.evidence());
    EXPECT_EQ(arguments.size(), static_cast<std::size_t>(kMany));
    const Finding& donation = advised.the("donation");
    EXPECT_EQ(donation.rows.size(), static_cast<std::size_t>(2 * kMany));
}

} // namespace
} // namespace tidemark
