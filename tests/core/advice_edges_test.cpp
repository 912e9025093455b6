#include "core/base/text.h"
#include "core/shapes/element_type.h"
#include "tests/core/advice_fixture.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

using namespace test;

/// Makes q the result of the program.
proto::HloProto resultIsQ(const PlannedProgram& program)
{
    proto::HloProto hlo = protoOf(program);
    auto& computation = *hlo.mutable_hlo_module()->mutable_computations(0);
    for (const auto& instruction : computation.instructions())
        if (instruction.name() == "q")
            computation.set_root_id(instruction.id());
    return hlo;
}

TEST(DonationWords, StateIfTheOutputIsTheNextValue)
{
    const PlannedProgram program{R"(
        param 0 64
          x 0 64 f32[16]
        param 1 4096
          p 0 4096 f32[1024]
        temp 4096
          d 0 4096 f32[1024]
        output 4096
          q 0 4096 f32[1024]
        trace +d -d)",
                                 {{"d", {"x", "x"}}, {"q", {"p", "d"}}},
                                 {{"p", "opt_state['mu']"}},
                                 {{"d", "dot"}, {"q", "add"}}};
    const Advised advised(resultIsQ(program));
    EXPECT_EQ(advised.textOf(advised.the("donation")),
              "1 output, 4096, could reuse the memory of an argument of the same shape and type that is not donated: "
              "p; the output is the next value of that argument");
    PlannedProgram other = program;
    other.opcodes["q"] = "custom-call";
    EXPECT_FALSE(Advised(resultIsQ(other)).has("donation")) << "who calls keeps optimizer state that has no next value";
    const Advised any = adviseOn({R"(
        param 0 64
          x 0 64 f32[16]
        param 1 4096
          p 0 4096 f32[1024]
        temp 4096
          d 0 4096 f32[1024]
          e 0 4096 f32[1024]
        output 4096
          q 0 4096 f32[1024]
        trace +d -d +e -e)",
                                  {{"d", {"p"}}, {"e", {"x"}}, {"q", {"e"}}}});
    EXPECT_EQ(any.textOf(any.the("donation")),
              "1 output, 4096, could reuse the memory of an argument of the same shape and type that is not donated: "
              "p");
}

TEST(DonationWords, CountSeveralDonations)
{
    const Advised advised = adviseOn({R"(
        param 0 4096
          p 0 4096 f32[1024]
        param 1 2048
          r 0 2048 f32[512]
        output 4096
          q 0 4096 f32[1024]
        output 2048
          s 0 2048 f32[512]
        output 0
          none 0 0 f32[0])",
                                      {{"q", {"p"}}, {"s", {"r"}}},
                                      {},
                                      {{"q", "negate"}, {"s", "negate"}}});
    EXPECT_EQ(advised.textOf(advised.the("donation")),
              "2 outputs, 6144, could reuse the memory of arguments of the same shape and type that are not donated: "
              "p and r");
}

/// Returns the text of the finding about activations of `kinds` kinds, of six layers each, that wait for the backward
/// part.
std::string recomputed(int kinds)
{
    PlannedProgram program;
    std::string temps;
    std::string trace = "trace";
    std::int64_t offset = 0;
    const auto add
        = [&](const std::string& name, std::int64_t bytes, std::vector<std::string> reads, const std::string& op) {
              temps += " " + name + " " + std::to_string(offset) + " " + std::to_string(bytes) + " bf16["
                  + std::to_string(bytes / 2) + "]\n";
              offset += bytes;
              trace += " +" + name;
              program.reads[name] = std::move(reads);
              program.opNames[name] = op;
              program.opcodes[name] = "multiply";
          };
    program.opNames = {{"x", "batch['x']"}, {"w", "params['w']"}};
    std::string last = "x";
    for (int layer = 0; layer < 6; ++layer)
        for (int kind = 0; kind < kinds; ++kind) {
            const std::string name = std::string(1, static_cast<char>('a' + kind)) + std::to_string(layer);
            add(name, 1024 * (kind + 1), {last, "w"},
                "jit(f)/jvp(M)/layer_" + std::to_string(layer) + "/" + static_cast<char>('a' + kind));
            last = name;
        }
    for (int layer = 5; layer >= 0; --layer) {
        std::vector<std::string> reads = {last};
        std::string dead = last.starts_with("g") ? " -" + last : "";
        for (int kind = 0; kind < kinds; ++kind) {
            reads.push_back(std::string(1, static_cast<char>('a' + kind)) + std::to_string(layer));
            dead += " -" + reads.back();
        }
        add("g" + std::to_string(layer), 64, reads, "jit(f)/transpose(jvp(M))/layer_" + std::to_string(layer) + "/mul");
        trace += dead;
        last = "g" + std::to_string(layer);
    }
    program.plan = "param 0 1024\n x 0 1024 bf16[512]\nparam 1 1024\n w 0 1024 bf16[512]\ntemp "
        + std::to_string(offset) + "\n" + temps + trace + " -" + last;
    const Advised advised = adviseOn(program);
    const std::string text = advised.textOf(advised.the("rematerialization"));
    return text.substr(text.find("Kept"));
}

TEST(RecomputationWords, NameFourKinds)
{
    EXPECT_EQ(recomputed(2), "Kept: 5 × 1024 M/layer_#/a bf16[512]. Recomputed: 5 × 2048 M/layer_#/b bf16[1024]");
    const std::string five = recomputed(5);
    EXPECT_EQ(std::count(five.begin(), five.end(), ','), 3) << five;
    EXPECT_EQ(five.find("more"), std::string::npos) << five;
    const std::string six = recomputed(6);
    EXPECT_TRUE(six.ends_with(" and 1 kind more")) << six;
    EXPECT_EQ(std::count(six.begin(), six.end(), ','), 3) << six;
}

TEST(LargestUnits, EndAtEbibytes)
{
    EXPECT_EQ(bytesText(INT64_MAX), "8 EiB");
    EXPECT_EQ(bytesText(std::int64_t{1} << 60), "1 EiB");
    EXPECT_EQ(bytesText(std::int64_t{1023} << 50), "1023 PiB");
}

/// Returns true if a is reported as idle. c and e read a, with the large b in between. `others` values of two steps
/// each come first.
bool hasIdle(int others, const std::string& trace)
{
    PlannedProgram program{"param 0 64\n p 0 64\ntemp 16384\n", {}};
    std::string before;
    for (int i = 0; i < others; ++i) {
        const std::string name = "x" + std::to_string(i);
        program.plan += name + " 0 64\n";
        before += " +" + name + " -" + name;
        program.reads[name] = {"p"};
    }
    program.plan += "a 0 4096\n c 4096 64\n b 8192 8192\n e 4300 64\ntrace" + before + trace;
    program.reads.insert({{"a", {"p"}}, {"c", {"a"}}, {"b", {"p"}}, {"e", {"a"}}});
    return adviseOn(program).has("idle_across_peak");
}

TEST(Advice, ABufferUnreadForLessThanATwentiethOfTheProgramIsNotIdle)
{
    const std::string twoSteps = " +a +c +b -b +e -a -c -e";
    const std::string threeSteps = " +a +c -c +b -b +e -a -e";
    EXPECT_TRUE(hasIdle(25, twoSteps)) << "of 58";
    EXPECT_FALSE(hasIdle(26, twoSteps)) << "of 60";
    EXPECT_TRUE(hasIdle(26, threeSteps)) << "of 60";
}

/// Returns true if an output that `opcode` computes from p alone at the peak may take p's memory.
bool isDonated(const std::string& opcode, const std::vector<std::string>& readers = {})
{
    PlannedProgram program{R"(
        param 0 4096
          p 0 4096 f32[32,32]
        output 4096
          q 0 4096 f32[32,32]
        output 8
          r 0 8 f32[2])",
                           {{"q", {"p"}}},
                           {},
                           {{"q", opcode}, {"r", "reduce"}}};
    for (const std::string& reader : readers)
        program.reads[reader] = {"p"};
    return adviseOn(program).has("donation");
}

/// A thousandth of the peak of one memory is a lot in another memory.
TEST(Advice, AKernelThatCannotRunIsReportedAtAnyPeak)
{
    proto::HloProto hlo = protoOf({"param 0 10000000\n p 0 10000000\ntemp 4096 space 1\n a 0 4096\ntrace +a -a", {}});
    for (auto& instruction : *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions())
        if (instruction.name() == "a")
            instruction.set_backend_config(
                R"({"used_scoped_memory_configs":[{"memory_space":"1","offset":"0","size":"1000"}]})");
    const auto room = [](std::int64_t vmem) { return Room{std::nullopt, 0, true, Platform::Tpu, vmem}; };
    EXPECT_EQ(Advised(hlo, room(5000)).the("scoped_vmem").savedBytes, 96);
    EXPECT_FALSE(Advised(hlo, room(5096)).has("scoped_vmem"));
}

/// Without an axis the program order decides.
TEST(Advice, AnOutputReusesAnArgumentThatIsNoLongerRead)
{
    const auto program = [](const std::string& first, const std::string& last) {
        return PlannedProgram{"param 0 4096\n a 0 4096 f32[32,32]\nparam 1 4096\n b 0 4096 f32[32,32]\n" + first + last,
                              {{"q", {"b"}}, {"r", {"a", "b"}}},
                              {},
                              {{"q", "negate"}, {"r", "reduce"}}};
    };
    const std::string q = "output 4096\n q 0 4096 f32[32,32]\n";
    const std::string r = "output 8\n r 0 8 f32[2]\n";
    const Advised after(resultIsQ(program(r, q)));
    EXPECT_EQ(after.the("donation").savedBytes, 4096);
    EXPECT_FALSE(after.the("donation").isEstimate);
    const Advised kept(resultIsQ(program(q, r)));
    EXPECT_FALSE(kept.has("donation")) << "b is of the model";
    PlannedProgram ofInput = program(q, r);
    ofInput.opNames["b"] = "batch['b']";
    const Advised before(resultIsQ(ofInput));
    EXPECT_EQ(before.namesOf(before.the("donation")), (std::set<std::string>{"b", "q"})) << "q may wait for r";
    EXPECT_TRUE(before.the("donation").isEstimate);
    ofInput.opcodes["q"] = "reverse";
    EXPECT_FALSE(Advised(resultIsQ(ofInput)).has("donation")) << "both are read after q";
}

/// Shape and lifetime would allow two arguments.
TEST(Advice, AnOutputReusesTheArgumentItIsComputedFrom)
{
    using Names = std::set<std::string>;
    const auto taken = [](const std::string& opcode, const std::string& last) {
        PlannedProgram program{"param 0 4096\n x 0 4096 f32[32,32]\nparam 1 4096\n y 0 4096 f32[32,32]\n"
                               "output 8\n r 0 8 f32[2]\noutput 4096\n q 0 4096 f32[32,32]\n"
                               "output 8\n s 0 8 f32[2]\n",
                               {{"r", {"x"}}, {"q", {"y"}}, {"s", {last}}},
                               {},
                               {{"r", "reduce"}, {"q", opcode}, {"s", "reduce"}}};
        const Advised advised(resultIsQ(program));
        return advised.namesOf(advised.the("donation"));
    };
    EXPECT_EQ(taken("negate", "q"), (Names{"y", "q"}));
    EXPECT_EQ(taken("reverse", "q"), (Names{"x", "q"})) << "not element by element";
    EXPECT_EQ(taken("negate", "y"), (Names{"x", "q"})) << "y is read again";
}

TEST(Advice, AnOutputThatReadsOnlyTheArgumentMayBeWrittenLast)
{
    const auto advised
        = [](const std::string& opcode, const std::vector<std::string>& made, const std::vector<std::string>& read) {
              return adviseOn({R"(
            param 0 4096
              p 0 4096 f32[1024]
            param 1 4096
              w 0 4096 f32[1024]
            output 4096
              q 0 4096 f32[1024]
            temp 4096
              b 0 4096 f32[1024]
            trace +b -b)",
                               {{"q", made}, {"b", read}},
                               {{"w", "params['w']"}},
                               {{"q", opcode}, {"b", "dot"}}});
          };
    const Advised last = advised("negate", {"p"}, {"p", "w"});
    EXPECT_EQ(last.the("donation").savedBytes, 4096);
    EXPECT_TRUE(last.the("donation").isEstimate);
    EXPECT_EQ(last.textOf(last.the("donation")),
              "1 output, 4096, could reuse the memory of an argument of the same shape and type that is not donated: "
              "p; this needs the compiler to write q after the last read of its argument");
    EXPECT_FALSE(advised("reverse", {"p"}, {"p", "w"}).has("donation")) << "not element by element";
    EXPECT_FALSE(advised("negate", {"p"}, {"p", "q"}).has("donation")) << "what reads p needs q";
    EXPECT_FALSE(advised("add", {"p", "w"}, {"p", "w"}).has("donation")) << "w might be donated elsewhere";
}

/// Returns true if the donation of x and y to the results q and r, in this order, is marked as an estimate.
bool isDonationEstimated(const PlannedProgram& program, const std::vector<std::string>& results)
{
    proto::HloProto hlo = protoOf(program);
    auto& computation = *hlo.mutable_hlo_module()->mutable_computations(0);
    proto::HloInstructionProto root;
    root.set_name("root");
    root.set_opcode("tuple");
    root.set_id(1000);
    root.mutable_shape()->set_element_type(static_cast<int>(kTuple));
    for (const std::string& result : results)
        for (const auto& instruction : computation.instructions())
            if (instruction.name() == result) {
                root.add_operand_ids(instruction.id());
                *root.mutable_shape()->add_tuple_shapes() = instruction.shape();
            }
    *computation.add_instructions() = root;
    computation.set_root_id(root.id());
    const Advised advised(hlo);
    const Finding& donation = advised.the("donation");
    EXPECT_EQ(advised.namesOf(donation), (std::set<std::string>{"x", "y", "q", "r"}));
    EXPECT_EQ(donation.savedBytes, 8192);
    EXPECT_EQ(donation.isEstimate, advised.textOf(donation).ends_with("may have to copy"));
    return donation.isEstimate;
}

/// JAX donates the first argument to the first result.
TEST(Advice, ADonationSpoiledByTheOrderOfResultsIsAnEstimate)
{
    const std::string plan = "param 0 4096\n x 0 4096 f32[32,32]\nparam 1 4096\n y 0 4096 f32[32,32]\n"
                             "temp 8192\n c 0 4096 f32[32,32]\n d 4096 4096 f32[32,32]\n"
                             "output 4096\n q 0 4096 f32[32,32]\noutput 4096\n r 0 4096 f32[32,32]\n"
                             "trace +c +d -c -d\n";
    const PlannedProgram program{plan,
                                 {{"c", {"x"}}, {"d", {"c"}}, {"q", {"y", "d"}}, {"r", {"x"}}},
                                 {},
                                 {{"c", "copy"}, {"d", "reverse"}, {"q", "add"}, {"r", "negate"}}};
    EXPECT_TRUE(isDonationEstimated(program, {"q", "r"})) << "q would be written where r is still to read";
    EXPECT_FALSE(isDonationEstimated(program, {"r", "q"}));
    const PlannedProgram apart{plan,
                               {{"c", {"x"}}, {"d", {"y"}}, {"q", {"d"}}, {"r", {"c"}}},
                               {},
                               {{"c", "negate"}, {"d", "negate"}, {"q", "negate"}, {"r", "negate"}}};
    EXPECT_FALSE(isDonationEstimated(apart, {"q", "r"})) << "the overwritten values are not read";
}

/// The value of an argument may be needed longer than the argument. A copy of it then stays in memory of its own.
TEST(Advice, ADonationThatNeedsACopyOfTheArgumentIsAnEstimate)
{
    const std::string plan = "param 0 4096\n x 0 4096 f32[32,32]\nparam 1 4096\n y 0 4096 f32[32,32]\n"
                             "temp 8192\n c 0 4096 f32[32,32]\n d 4096 4096 f32[32,32]\n"
                             "output 4096\n q 0 4096 f32[32,32]\noutput 4096\n r 0 4096 f32[32,32]\n"
                             "trace +c +d -c -d\n";
    const auto readLater = [&](const std::string& opcode) {
        return PlannedProgram{plan,
                              {{"c", {"x"}}, {"d", {"y"}}, {"q", {"d"}}, {"r", {"c"}}},
                              {},
                              {{"c", opcode}, {"d", "negate"}, {"q", "negate"}, {"r", "negate"}}};
    };
    EXPECT_TRUE(isDonationEstimated(readLater("copy"), {"q", "r"})) << "r reads it after q, which reuses x";
    EXPECT_FALSE(isDonationEstimated(readLater("copy"), {"r", "q"})) << "r takes x itself";
    EXPECT_FALSE(isDonationEstimated(readLater("negate"), {"q", "r"})) << "no copy";
    const auto readThen = [&](const std::string& opcode) {
        return PlannedProgram{plan,
                              {{"c", {"x"}}, {"d", {"y"}}, {"q", {"x"}}, {"r", {"c", "d"}}},
                              {},
                              {{"c", "copy"}, {"d", "negate"}, {"q", "negate"}, {"r", opcode}}};
    };
    EXPECT_TRUE(isDonationEstimated(readThen("dot"), {"r", "q"}))
        << "r, which reuses x, reads the whole array for each element";
    EXPECT_FALSE(isDonationEstimated(readThen("add"), {"r", "q"})) << "r is written over it element by element";
}

TEST(Advice, AnOutputReusesAnArgumentOnlyIfWrittenInPlace)
{
    EXPECT_TRUE(isDonated("negate"));
    EXPECT_TRUE(isDonated("copy"));
    EXPECT_TRUE(isDonated("dynamic-update-slice"));
    for (const char* const opcode : {"dot", "transpose", "reverse", "gather", "custom-call", "broadcast", "fusion"})
        EXPECT_FALSE(isDonated(opcode)) << opcode;
    EXPECT_FALSE(isDonated("reverse", {"r"})) << "who of the two reads it first is not known";
}

TEST(Advice, ACopyThatReordersDimensionsIsNotWrittenInPlace)
{
    using Order = std::vector<std::int64_t>;
    const auto isDonated = [](const std::string& shape, const Order& from, const Order& to, bool isTiled = false) {
        proto::HloProto hlo = protoOf(
            {"param 0 4096\n p 0 4096 " + shape + "\noutput 4096\n q 0 4096 " + shape + "\noutput 8\n r 0 8 f32[2]",
             {{"q", {"p"}}},
             {},
             {{"q", "copy"}, {"r", "reduce"}}});
        for (auto& instruction : *hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions()) {
            if (instruction.name() != "p" && instruction.name() != "q")
                continue;
            auto& layout = *instruction.mutable_shape()->mutable_layout();
            layout.clear_minor_to_major();
            for (const std::int64_t dimension : instruction.name() == "p" ? from : to)
                layout.add_minor_to_major(dimension);
            if (isTiled) {
                auto& tile = *layout.add_tiles();
                tile.add_dimensions(8);
                tile.add_dimensions(128);
            }
        }
        return Advised(hlo).has("donation");
    };
    EXPECT_TRUE(isDonated("f32[32,32]", {1, 0}, {1, 0}));
    EXPECT_FALSE(isDonated("f32[32,32]", {1, 0}, {0, 1}));
    EXPECT_TRUE(isDonated("f32[32,1,32]", {2, 1, 0}, {2, 0, 1})) << "one element keeps its place";
    EXPECT_TRUE(isDonated("f32[1,32,32]", {2, 1, 0}, {0, 2, 1}));
    EXPECT_FALSE(isDonated("f32[32,1,32]", {2, 1, 0}, {0, 1, 2}));
    EXPECT_FALSE(isDonated("f32[32,1,32]", {2, 1, 0}, {2, 0, 1}, true)) << "but within a tile";
    EXPECT_TRUE(isDonated("f32[1,32,32]", {2, 1, 0}, {2, 1, 0}, true));
    EXPECT_TRUE(isDonated("f32[1,1,32,32]", {3, 2, 1, 0}, {3, 2, 0, 1}, true)) << "outside of the tile";
}

} // namespace
} // namespace tidemark
