#include "core/xla/advice/advice.h"

#include "core/files/file.h"
#include "tests/core/advice_fixture.h"
#include "tests/support/random_plan.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

TEST(Advice, OutputsLikeArgumentsCanBeDonated)
{
    const Advised advised = adviseOn({R"(
        param 0 4096
          p 0 4096 f32[1024]
        param 1 64
          x 0 64 f32[16]
        output 4096
          q 0 4096 f32[1024]
        temp 512
          a 0 512 f32[128]
        trace +a -a)",
                                      {{"a", {"x"}}, {"q", {"p", "a"}}},
                                      {},
                                      {{"q", "add"}}});
    const Finding& donation = advised.the("donation");
    EXPECT_EQ(donation.savedBytes, 4096);
    EXPECT_EQ(donation.peakBefore, 4096 + 64 + 4096 + 512);
    EXPECT_EQ(donation.peakAfter, 4096 + 64 + 512);
    EXPECT_FALSE(donation.isEstimate);
    EXPECT_FALSE(donation.isUpperBound);
    EXPECT_EQ(advised.namesOf(donation), (std::set<std::string>{"p", "q"}));
}

TEST(Advice, OtherShapesAndTakenMemoryCannotBeDonated)
{
    EXPECT_FALSE(adviseOn({"param 0 4096\n p 0 4096 f32[1024]\noutput 4096\n q 0 4096 f32[512,2]", {{"q", {"p"}}}})
                     .has("donation"));
    EXPECT_FALSE(adviseOn({"param 0 4096\n p 0 4096 f32[1024]\noutput 4096\n q 0 4096 s32[1024]", {{"q", {"p"}}}})
                     .has("donation"));
    EXPECT_FALSE(
        adviseOn({"param 0 4096 output\n p 0 4096 f32[1024]\n q 0 4096 f32[1024]", {{"q", {"p"}}}}).has("donation"));
    // The caller needs weights that the program does not change.
    EXPECT_FALSE(adviseOn({"param 0 4096\n p 0 4096 f32[1024]\noutput 4096\n q 0 4096 f32[1024]",
                           {{"q", {"p"}}},
                           {{"p", "params['w']"}}})
                     .has("donation"));
}

TEST(Advice, AnArgumentIsDonatedOrNotPassed)
{
    const std::string plan = "param 0 4096\n p 0 4096 f32[1024]\nparam 1 4096\n x 0 4096 f32[1024]\n"
                             "output 4096\n q 0 4096 f32[1024]\n";
    const Advised one = adviseOn({plan, {{"q", {"x"}}}, {}, {{"q", "add"}}});
    EXPECT_EQ(one.namesOf(one.the("donation")), (std::set<std::string>{"x", "q"}));
    EXPECT_EQ(one.namesOf(one.the("unread_arguments")), std::set<std::string>{"p"});
    EXPECT_EQ(one.the(Finding::kAll).peakAfter, 2048);
    const Advised both = adviseOn({plan + "output 4096\n r 0 4096 f32[1024]\n", {{"q", {"x"}}}, {}, {{"q", "add"}}});
    EXPECT_EQ(both.the("donation").savedBytes, 8192);
    EXPECT_FALSE(both.has("unread_arguments"));
}

TEST(Advice, AnOutputWrittenBeforeItsArgumentIsReadNeedsMemoryUntilThen)
{
    const Advised advised = adviseOn({R"(
        param 0 4096
          p 0 4096 f32[1024]
        temp 4096
          a 0 4096 f32[1024]
        output 4096
          q 0 4096 f32[1024]
        temp 4096
          b 0 4096 f32[1024]
        temp 8192
          c 0 8192 f32[2048]
        trace +a -a +b -b +c -c)",
                                      {{"a", {"p"}}, {"q", {"a"}}, {"b", {"p"}}, {"c", {"b"}}}});
    // q is written after a, at step 0. p is read again when b is allocated, at step 2.
    EXPECT_EQ(advised.the("donation").peakBefore, 2 * 4096 + 8192);
    EXPECT_EQ(advised.the("donation").peakAfter, 4096 + 8192);
    const Advised later = adviseOn({R"(
        param 0 4096
          p 0 4096 f32[1024]
        temp 4096
          a 0 4096 f32[1024]
        output 4096
          q 0 4096 f32[1024]
        temp 8192
          c 0 8192 f32[2048]
        trace +a -a +c -c)",
                                    {{"a", {"p"}}, {"q", {"a"}}, {"c", {"p"}}}});
    EXPECT_FALSE(later.has("donation")); // p is read at the peak
}

/// a is computed at the beginning and read at the end. In between, b is large and causes the peak.
constexpr const char* kIdle = R"(
    param 0 64
      p 0 64
    temp 16384
      a 0 4096
      c 4096 64
      b 4096 8192
      d 4200 64
      e 4300 64
    trace +a +c -c +b -b +d -d +e -a -e)";

TEST(Advice, ABufferUnreadAcrossThePeakCanBeOffloaded)
{
    const Advised advised
        = adviseOn({kIdle, {{"a", {"p"}}, {"c", {"a"}}, {"b", {"p"}}, {"d", {"b"}}, {"e", {"a", "d"}}}});
    const Finding& idle = advised.the("idle_across_peak");
    EXPECT_EQ(idle.peakBefore, 64 + 4096 + 8192);
    EXPECT_EQ(idle.peakAfter, 64 + 8192);
    EXPECT_EQ(advised.namesOf(idle), std::set<std::string>{"a"});
    // It is read by c at step 1 and by e at step 7.
    EXPECT_TRUE(idle.isEstimate) << "the value must come back, and the compiler chooses when";
    EXPECT_FALSE(idle.isUpperBound);
    EXPECT_NE(advised.textOf(idle).find("not read for 5 steps"), std::string::npos) << advised.textOf(idle);
}

TEST(Advice, ABufferReadAtThePeakOrNeverAgainIsNotOffloaded)
{
    EXPECT_FALSE(adviseOn({kIdle, {{"a", {"p"}}, {"c", {"a"}}, {"b", {"a"}}, {"d", {"b"}}, {"e", {"a", "d"}}}})
                     .has("idle_across_peak"));
    EXPECT_FALSE(adviseOn({kIdle, {{"a", {"p"}}, {"c", {"a"}}, {"b", {"p"}}, {"d", {"b"}}, {"e", {"d"}}}})
                     .has("idle_across_peak"));
}

PlannedProgram update(std::string_view pathOfState)
{
    return {R"(
        param 0 4096
          w 0 4096 f32[1024]
        param 1 8192 output
          m 0 8192 f32[2048]
        temp 16384
          a 0 16384
          b 0 64
          c 64 64
        trace +a -a +b -b +c -c)",
            {{"a", {"w"}}, {"b", {"m", "w"}}, {"c", {"b"}}},
            {{"w", "params['w']"}, {"m", std::string(pathOfState)}}};
}

TEST(Advice, OptimizerStateIsNeededOnlyForItsUpdate)
{
    const Advised advised = adviseOn(update("opt_state[0].mu['w']"));
    const Finding& finding = advised.the("optimizer_state_to_host");
    EXPECT_TRUE(finding.isEstimate);
    EXPECT_FALSE(finding.isUpperBound);
    EXPECT_EQ(finding.peakBefore, 4096 + 8192 + 16384);
    EXPECT_EQ(finding.peakAfter, 4096 + 16384); // it is live at its update, where less else is live
    EXPECT_EQ(advised.namesOf(finding), std::set<std::string>{"m"});
    EXPECT_FALSE(adviseOn(update("params['m']")).has("optimizer_state_to_host"));
    Room room;
    room.isDeviceMemory = false;
    EXPECT_FALSE(adviseOn(update("opt_state[0].mu['w']"), room).has("optimizer_state_to_host"));
}

TEST(Advice, UnreadArgumentsCanBeDropped)
{
    constexpr const char* kPlan = "param 0 4096\n p 0 4096\nparam 1 512\n x 0 512\ntemp 64\n a 0 64\ntrace +a -a";
    const Advised advised = adviseOn({kPlan, {{"a", {"x"}}}});
    EXPECT_EQ(advised.the("unread_arguments").savedBytes, 4096);
    EXPECT_EQ(advised.namesOf(advised.the("unread_arguments")), std::set<std::string>{"p"});
    EXPECT_FALSE(adviseOn({kPlan, {{"a", {"x", "p"}}}}).has("unread_arguments"));
    // A value that becomes an output is needed.
    EXPECT_FALSE(adviseOn({"param 0 4096 output\n p 0 4096\nparam 1 64\n x 0 64\noutput 64\n q 0 64", {{"q", {"x"}}}})
                     .has("unread_arguments"));
}

/// x goes forward through layers. Their activations a0… and, if there are twice as many, b0… are read backward.
struct Trained {
    PlannedProgram program;
    std::string plan;

    explicit Trained(int layers, bool isTwo)
    {
        plan = "param 0 1024\n x 0 1024 bf16[512]\nparam 1 1024\n w 0 1024 bf16[512]\n";
        std::string trace = "trace";
        std::string temps;
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
        for (int i = 0; i < layers; ++i) {
            const std::string number = std::to_string(i);
            add("a" + number, 1024, {last, "w"}, "jit(f)/jvp(M)/layer_" + number + "/in");
            if (isTwo)
                add("b" + number, 4096, {"a" + number, "w"}, "jit(f)/jvp(M)/layer_" + number + "/wide");
            last = (isTwo ? "b" : "a") + number;
        }
        for (int i = layers; i-- > 0;) {
            const std::string number = std::to_string(i);
            std::vector<std::string> reads = {last, "a" + number};
            if (isTwo)
                reads.push_back("b" + number);
            add("g" + number, 64, reads, "jit(f)/transpose(jvp(M))/layer_" + number + "/mul");
            trace += last.starts_with("g") ? " -" + last : "";
            trace += " -a" + number + (isTwo ? " -b" + number : "");
            last = "g" + number;
        }
        plan += "temp " + std::to_string(offset) + "\n" + temps + trace + " -" + last;
        program.plan = plan;
    }
    Trained(const Trained&) = delete; // the program refers to the plan
    Trained& operator=(const Trained&) = delete;
};

TEST(Advice, ActivationsOfLayersCanBeRematerialized)
{
    const Trained trained(6, true);
    const Advised advised = adviseOn(trained.program);
    const Finding& finding = advised.the("rematerialization");
    EXPECT_TRUE(finding.isEstimate);
    // a0 to a5 are kept. Of b0 to b4 none is live in between, and b5 is read at once.
    EXPECT_EQ(finding.peakBefore, 2 * 1024 + 6 * (1024 + 4096) + 64);
    EXPECT_EQ(finding.peakAfter, 2 * 1024 + 6 * 1024 + 4096 + 64);
    EXPECT_EQ(advised.textOf(finding),
              "5 activations, 20480, wait for the backward pass. Kept: 5 × 1024 M/layer_#/in bf16[512]. Recomputed: "
              "5 × 4096 M/layer_#/wide bf16[2048]");
}

TEST(Advice, OfOneActivationPerLayerASquareRootOfThemIsKept)
{
    const Trained trained(9, false);
    const Advised advised = adviseOn(trained.program);
    // a0, a3 and a6 are kept. a7 and a8 are live while the last part goes backward.
    EXPECT_EQ(advised.the("rematerialization").peakBefore, 2 * 1024 + 9 * 1024 + 64);
    EXPECT_LE(advised.the("rematerialization").peakAfter, 2 * 1024 + 5 * 1024 + 2 * 64);
    EXPECT_GE(advised.the("rematerialization").peakAfter, 2 * 1024 + 4 * 1024);
}

proto::HloProto readPair(const std::string& name)
{
    const auto file = File::open(dataFolder() + "/pairs/" + name + ".hlo.pb.gz");
    std::string bytes((*file)->size(), '\0');
    EXPECT_EQ(*(*file)->readAt(0, bytes), bytes.size());
    proto::HloProto hlo;
    EXPECT_TRUE(hlo.ParseFromString(bytes)) << name;
    return hlo;
}

/// Returns the saving of a finding divided by that of the compiler, which brought the peak to `after` when the change
/// was made.
double saidAgainstGot(const Finding& finding, std::int64_t after)
{
    return static_cast<double>(finding.savedBytes) / static_cast<double>(*finding.peakBefore - after);
}

TEST(Advice, EachLoopKeepsWhatItsIterationsPassOn)
{
    const Advised advised(readPair("two_loops"));
    const Finding& finding = advised.the("rematerialization");
    const std::string text = advised.textOf(finding);
    EXPECT_NE(text.find("6 layers keep "), std::string::npos) << text << ": the decoder";
    EXPECT_NE(text.find("4 layers keep "), std::string::npos) << text << ": the encoder";
    ASSERT_EQ(finding.amounts.size(), 5U) << text;
    // Each layer passes on f32[8,512,512], which are 8 MiB.
    EXPECT_GE(finding.amounts[1], 6 * (std::int64_t{8} << 20)) << text;
    EXPECT_GE(finding.amounts[3], 4 * (std::int64_t{8} << 20)) << text;
    EXPECT_NEAR(saidAgainstGot(finding, 1136658944), 1, 0.25) << "jax.checkpoint of both bodies";
}

TEST(Advice, StepsOfTimeAreNotLayers)
{
    const Advised advised(readPair("time_steps"));
    const Finding& finding = advised.the("rematerialization");
    const std::string text = advised.textOf(finding);
    EXPECT_NE(text.find("64 iterations in each of 2 loops keep "), std::string::npos) << text;
    EXPECT_EQ(text.find("layer"), std::string::npos) << text << ": each step of time reads the same weights";
    EXPECT_EQ(text.find("32,768"), std::string::npos) << text << ": the loops only read this array";
    EXPECT_NEAR(saidAgainstGot(finding, 535279616), 1, 0.25) << "jax.checkpoint of the bodies";
}

TEST(Advice, ALoopOverLayersKeepsTheActivationsBetweenThem)
{
    const Advised advised(readPair("train_scan"));
    const Finding& finding = advised.the("rematerialization");
    EXPECT_NE(advised.textOf(finding).find("8 layers keep "), std::string::npos) << advised.textOf(finding);
    EXPECT_GE(finding.amounts[1], 8 * (std::int64_t{4} << 20)) << "eight of bf16[16,256,512], which are 4 MiB";
    EXPECT_LT(finding.amounts[1], 9 * (std::int64_t{4} << 20));
}

TEST(Advice, MicrobatchesNeedSumsOfGradients)
{
    constexpr std::int64_t kMiB = std::int64_t{1} << 20;
    const Advised advised(readPair("train_scan"));
    const Finding& finding = advised.the("half_batch");
    // 804 MiB grow with the batch. The weights take 32 MiB, and no gradient is live at the peak.
    EXPECT_EQ(finding.amounts[0], 804 * kMiB);
    EXPECT_EQ(finding.savedBytes, (804 / 2 - 32) * kMiB);
    EXPECT_TRUE(finding.isUpperBound);
}

TEST(Advice, FewLayersAndOtherProgramsKeepTheirActivations)
{
    const Trained trained(2, true);
    EXPECT_FALSE(adviseOn(trained.program).has("rematerialization"));
    EXPECT_FALSE(adviseOn({kIdle, {{"a", {"p"}}, {"e", {"a"}}}}).has("rematerialization"));
}

TEST(Advice, OneTemporaryAboveHalfOfTheMemoryCanBeSplit)
{
    const PlannedProgram program{"param 0 64\n p 0 64\ntemp 4096\n a 0 4096\ntrace +a -a", {{"a", {"p"}}}};
    const auto room = [](std::int64_t capacity) { return Room{capacity, 0, true}; };
    const Advised advised = adviseOn(program, room(8000));
    EXPECT_EQ(advised.the("large_temporary").savedBytes, 2048);
    EXPECT_TRUE(advised.the("large_temporary").isEstimate);
    EXPECT_EQ(advised.the("large_temporary").amounts, (std::vector<std::int64_t>{4096, 8000}));
    EXPECT_FALSE(adviseOn(program, room(8192)).has("large_temporary"));
    EXPECT_FALSE(adviseOn(program).has("large_temporary"));
}

TEST(Advice, FragmentationDoesNotChangeThePeak)
{
    const Advised advised = adviseOn({"param 0 64\n p 0 64\ntemp 4096\n a 0 1024\ntrace +a -a", {{"a", {"p"}}}});
    EXPECT_EQ(advised.the("fragmentation").savedBytes, 3072);
    EXPECT_EQ(advised.the("fragmentation").peakBefore, std::nullopt);
    EXPECT_EQ(advised.the("fragmentation").peakAfter, std::nullopt);
    EXPECT_FALSE(advised.has(Finding::kAll)); // there is nothing to combine it with
    EXPECT_FALSE(
        adviseOn({"param 0 64\n p 0 64\ntemp 1024\n a 0 1024\ntrace +a -a", {{"a", {"p"}}}}).has("fragmentation"));
}

TEST(Advice, ScratchMemoryMustFitNextToTheBuffers)
{
    proto::HloProto hlo = protoOf({"temp 4096 space 1\n a 0 4096\ntrace +a -a", {}});
    hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions(0)->set_backend_config(
        R"({"used_scoped_memory_configs":[{"memory_space":"1","offset":"0","size":"1000"}]})");
    const auto room = [](std::int64_t capacity) { return Room{capacity, 0, false, Platform::Tpu}; };
    const Advised advised(hlo, room(5000), 1);
    EXPECT_EQ(advised.the("scoped_vmem").savedBytes, 96);
    EXPECT_EQ(advised.the("scoped_vmem").peakAfter, std::nullopt);
    EXPECT_EQ(advised.textOf(advised.the("scoped_vmem")),
              "1000 of scoped VMEM is used by a in addition to 4096 of buffers, of 5000");
    EXPECT_TRUE(advised.the(Finding::kAll)
                    .text.ends_with("; without \"Less scratch memory in a kernel\", which changes no live size"))
        << advised.the(Finding::kAll).text;
    EXPECT_FALSE(Advised(hlo, room(5096), 1).has("scoped_vmem"));
    EXPECT_FALSE(Advised(hlo, room(5000), 0).has("scoped_vmem"));
    EXPECT_FALSE(Advised(hlo, {}, 1).has("scoped_vmem"));
}

TEST(Advice, CombinedAdviceIsReplayedNotSummed)
{
    const PlannedProgram program{R"(
        param 0 4096
          p 0 4096 f32[1024]
        output 4096
          q 0 4096 f32[1024]
        temp 4096
          a 0 1024 f32[256]
        trace +a -a)",
                                 {{"q", {"p"}}, {"a", {"q"}}},
                                 {},
                                 {{"q", "negate"}}};
    const Advised advised = adviseOn(program, {7000, 1000, true});
    const Finding& all = advised.findings().back();
    ASSERT_TRUE(all.isAll());
    EXPECT_TRUE(all.isEstimate);
    EXPECT_EQ(advised.the("float32_arguments").savedBytes, 4096);
    EXPECT_EQ(advised.the("donation").savedBytes, 4096);
    EXPECT_EQ(advised.the("float32_temporaries").savedBytes, 512);
    EXPECT_EQ(all.peakBefore, 9216);
    EXPECT_EQ(all.peakAfter, 2048 + 512); // q reuses the memory of p, whatever its type
    const std::string without = "; without \"Fragmentation\", which changes no live size";
    EXPECT_EQ(advised.textOf(all), "the program then fits, 3440 to spare instead of 3216 over" + without);
    EXPECT_EQ(adviseOn(program, {3000, 1000, true}).textOf(adviseOn(program, {3000, 1000, true}).findings().back()),
              "the program is then still 560 over, instead of 7216" + without);
    const Advised exact = adviseOn(program, {10216, 1000, true});
    EXPECT_EQ(exact.textOf(exact.findings().back()), "6656 to spare instead of 0" + without);
    for (std::size_t i = 2; i < advised.findings().size(); ++i)
        EXPECT_GE(advised.findings()[i - 2].savedBytes, advised.findings()[i - 1].savedBytes);
}

TEST(Advice, ASavingBelowAThousandthIsLeftOut)
{
    const auto of = [](int size) {
        return adviseOn({"param 0 1000000\n w 0 1000000\nparam 1 " + std::to_string(size) + "\n p 0 "
                             + std::to_string(size) + "\ntemp 64\n a 0 64\ntrace +a -a",
                         {{"a", {"w"}}}})
            .findings()
            .size();
    };
    EXPECT_EQ(of(500), 0U);
    EXPECT_EQ(of(2000), 2U);
}

TEST(Advice, NamesWithPlaceholdersAreNotFilledWithAmounts)
{
    const Advised advised
        = adviseOn({"param 0 4096\n %1 0 4096\nparam 1 64\n x 0 64\ntemp 64\n a 0 64\ntrace +a -a", {{"a", {"x"}}}});
    EXPECT_EQ(advised.textOf(advised.the("unread_arguments")),
              "1 argument, 4096, that no instruction reads and no output returns: %1");
    EXPECT_EQ(withAmounts({"100 %% of %1, %2 and %", {5}}, [](std::int64_t bytes) { return std::to_string(bytes); }),
              "100 % of 5, %2 and %");
}

TEST(Advice, OnAnyPlanStaysBelowItsPeak)
{
    std::mt19937 random(11);
    for (int i = 0; i < 150; ++i) {
        const proto::HloProto hlo = i % 3 == 0 ? consistentPlan(random)
            : i % 3 == 1                       ? planOfManyLives(random)
                                               : contradictoryPlan(random);
        for (const std::int64_t space : {0, 1}) {
            const Advised advised(hlo, {1000, 0, true}, space);
            for (const Finding& finding : advised.findings()) {
                EXPECT_GT(finding.savedBytes, 0) << finding.id;
                EXPECT_EQ(finding.peakBefore.has_value(), finding.peakAfter.has_value());
                if (finding.peakBefore) {
                    EXPECT_EQ(*finding.peakBefore - *finding.peakAfter, finding.savedBytes) << finding.id;
                    EXPECT_EQ(*finding.peakBefore, advised.evidence().sum().peak());
                    EXPECT_GE(*finding.peakAfter, 0);
                    const bool isIn = finding.id != "half_batch";
                    EXPECT_LE(advised.findings().back().peakAfter, isIn ? finding.peakAfter : finding.peakBefore);
                }
                EXPECT_FALSE(finding.label.empty() || finding.text.empty() || finding.assumption.empty()
                             || finding.source.empty());
            }
        }
    }
}

TEST(Advice, OneOfThreeWaitingActivationsIsRematerialized)
{
    const Trained trained(4, false); // the last one is read at once
    const Advised advised = adviseOn(trained.program);
    EXPECT_EQ(advised.textOf(advised.the("rematerialization")).substr(0, 27), "1 activation, 1024, waits f");
}

} // namespace
} // namespace tidemark
