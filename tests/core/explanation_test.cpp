#include "core/base/text.h"
#include "core/compare/argument_shapes.h"
#include "core/compare/workers.h"
#include "core/compare/workers_headline.h"
#include "core/explain/explain_peak.h"
#include "core/groups/known_array.h"
#include "core/oom/explain_message.h"
#include "core/open/open_documents.h"
#include "core/view/finding.h"
#include "tests/core/comparison_fixture.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <set>

using namespace tidemark;
using namespace tidemark::test;

namespace {

constexpr std::string_view kScores = "jit(step)/jvp(attention)/btkgd,bskd->bkgts/dot_general";

/// Returns the text with its amounts and with plain spaces.
std::string textOf(const Explanation& explanation)
{
    std::string text = withAmounts(explanation);
    for (std::size_t at = text.find("\u00a0"); at != std::string::npos; at = text.find("\u00a0", at))
        text.replace(at, 2, " ");
    return text;
}

Explanation explainRows(std::vector<StepRow> rows)
{
    const ComparedStep step = stepOf(std::move(rows));
    return *explainPeak(step.view->rows, {StepId(0), step.meanings.get()}, step.figures);
}

/// Returns the explanation of the program of a sample with the largest peak in this memory.
Explanation explainSample(const std::string& path, std::int64_t memory = 0)
{
    const auto documents = openDocuments({path}, allKinds());
    std::shared_ptr<const View> best;
    for (const ProgramId program : allPrograms(*documents->front()))
        if (const auto view = documents->front()->view({program, memory}, {}))
            if (!best || (*view)->figures(nullptr).peakBytes > best->figures(nullptr).peakBytes)
                best = *view;
    return *best->explain(best->figures(nullptr), {});
}

std::string sample(const std::string& name)
{
    return dataFolder() + "/" + name;
}

} // namespace

TEST(Explanation, CountsAttentionScoresAndTheirShare)
{
    std::vector<StepRow> rows(3, {std::string(kScores), "bf16[8,4,2048,2048,2]", 1, "fusion", 512 * kMib, 0, 0, 1});
    rows.push_back({"params", "bf16[8]", 0, "parameter", 1024 * kMib, 0, 2, 0});
    const Explanation explanation = explainRows(rows);
    EXPECT_EQ(textOf(explanation),
              "Three 512 MiB attention score matrices saved for the backward pass are 60 %; 40 % is one 1 GiB "
              "argument.");
    EXPECT_EQ(explanation.rows.size(), 4U);
}

TEST(Explanation, CountsBytesThatAreReusedInPlaceOnce)
{
    const Explanation explanation = explainRows({
        {"a/mul", "f32[512]", 1, "", 8 * kMib, 0, 0, 0},
        {"a/mul", "f32[512]", 1, "", 8 * kMib, 4 * kMib, 0, 0},
        {"a/mul", "f32[512]", 1, "", 8 * kMib, 8 * kMib, 0, 0},
    });
    EXPECT_EQ(explanation.amounts, std::vector<std::int64_t>{12 * kMib});
    EXPECT_EQ(explanation.rows.size(), 2U) << "a row that shares all its bytes is not counted";
}

TEST(Explanation, BuffersThatShareMemoryAtUnknownTimesHaveNoShares)
{
    const ComparedStep step = stepOf({
        {"a/mul", "f32[512]", 1, "", 8 * kMib, 0, 0, 0},
        {"a/add", "f32[256]", 1, "", 4 * kMib, 4 * kMib, 0, 0},
        {"a/dot", "f32[512]", 1, "", 8 * kMib, 6 * kMib, 0, 0},
    });
    Rows rows = step.view->rows;
    const std::vector<std::uint32_t> holders(3, 7);
    rows.holder = {holders.data(), sizeof(std::uint32_t)};
    rows.shareAtUnknownTimes = true;
    const std::string text = textOf(*explainPeak(rows, {StepId(0), step.meanings.get()}, step.figures));
    EXPECT_TRUE(text.find("buffers share 10 MiB at different times, 100 % of the peak") != std::string::npos) << text;
    EXPECT_TRUE(text.find("two of 8 MiB, f32[512]") != std::string::npos) << text;
}

TEST(Explanation, StatesThatNothingDominates)
{
    std::vector<StepRow> rows;
    for (int i = 0; i < 20; ++i)
        rows.push_back({"", "f32[" + std::to_string(100 + i) + "]", 1, "", kMib + i, 0, 2, 0});
    EXPECT_TRUE(explainRows(rows).text.starts_with("Nothing holds more than 5 %%;")) << explainRows(rows).text;
}

TEST(Explanation, StatesByHowMuchTheMemoryIsExceeded)
{
    ComparedStep step = stepOf({{"dot", "u8[327680,327680]", 1, "", 300 * 1024 * kMib, 0, 2, 0}});
    step.figures.capacity.bytes = 16128 * kMib;
    step.figures.neededBytes = 300 * 1024 * kMib;
    step.figures.headroomBytes = *step.figures.capacity.bytes - step.figures.neededBytes;
    const auto explanation = explainPeak(step.view->rows, {StepId(0), step.meanings.get()}, step.figures);
    EXPECT_TRUE(textOf(*explanation).starts_with("Over by 284.2 GiB: needs 300 of 15.75 GiB. One 300 GiB buffer "))
        << textOf(*explanation);
}

TEST(Explanation, StatesThatNoDeviceHasEnough)
{
    ComparedStep step = stepOf({{"dot", "u8[327680,327680]", 1, "", 300 * 1024 * kMib, 0, 2, 0}});
    step.figures.neededBytes = 300 * 1024 * kMib;
    step.figures.exceeded = largestDevice(Platform::Tpu);
    const auto explanation = explainPeak(step.view->rows, {StepId(0), step.meanings.get()}, step.figures);
    EXPECT_TRUE(textOf(*explanation).starts_with("Fits on no known TPU: needs 300 GiB, and the largest, TPU v5p, has "))
        << textOf(*explanation);
}

TEST(Explanation, NamesTheArgumentsOfADecodeLoop)
{
    const Explanation explanation = explainSample(
        sample("sessions/tpu_v5e_inference/plugins/profile/2026_11_20_09_00_00/gemma-inference-w-0.xplane.pb"));
    EXPECT_EQ(textOf(explanation), "97 % are arguments: KV cache 3.25 of 3.31 GiB, model parameters 1.22 of 1.30 GiB.");
    EXPECT_EQ(explanation.amounts.front(), 2 * std::int64_t{1744830464});
}

TEST(Explanation, StatesThatTheCacheIsNotDonated)
{
    const Explanation explanation = explainSample(sample("sessions/tpu_v5e_inference_undonated"));
    EXPECT_NE(textOf(explanation)
                  .find("41 % is the new KV cache, 3.25 GiB, written next to the old one because that is "
                        "not donated."),
              std::string::npos)
        << textOf(explanation);
}

TEST(Explanation, NamesPassFileAndLine)
{
    const Explanation explanation = explainSample(sample("tpu_hlo/conv.hlo.pb"));
    EXPECT_TRUE(
        textOf(explanation).starts_with("Peak in the backward pass (progs.py:128): three activations of 3.45 GiB"))
        << textOf(explanation);
    EXPECT_EQ(explanation.amounts.front(), std::int64_t{3699376128}) << "1,644,167,168 twice and 411,041,792";
}

TEST(Explanation, NamesTheValuesThatALoopStacks)
{
    const Explanation explanation = explainSample(sample("pairs/train_scan.hlo.pb.gz"));
    EXPECT_EQ(textOf(explanation),
              "Peak in the backward pass (prog.py:14): six 128 MiB stacks bf16[8,16,256,2048] of mlp "
              "activations of 8 loop iterations saved for it are 92 %.");
    EXPECT_EQ(explanation.amounts, std::vector<std::int64_t>{std::int64_t{8} * 16 * 256 * 2048 * 2});
}

TEST(Explanation, StatesHowActivationsAreHeld)
{
    const Explanation explanation = explainSample(sample("tpu_hlo/conv.hlo.pb"));
    EXPECT_NE(textOf(explanation).find("three activations of 3.45 GiB together (one saved, two activation gradients)"),
              std::string::npos)
        << textOf(explanation);
}

TEST(Explanation, NamesMemoryOfTheHost)
{
    EXPECT_TRUE(textOf(explainSample(sample("tpu_hlo/offload.hlo.pb"))).ends_with("; 64 MiB more is in host memory."))
        << textOf(explainSample(sample("tpu_hlo/offload.hlo.pb")));
    EXPECT_EQ(textOf(explainSample(sample("tpu_hlo/offload.hlo.pb"), 5)),
              "100 % is one argument in host memory: optimizer state 64 MiB.");
}

TEST(Explanation, StatesThatAnAllocationWithoutLiveRangesCountsWhole)
{
    const Explanation explanation = explainSample(sample("memory_analysis/cpu_step.serialized_buffer_assignment.pb"));
    EXPECT_TRUE(textOf(explanation)
                    .starts_with("One 37 MiB temporary allocation, counted whole because the file has no "
                                 "live ranges of its buffers, is 77 %"))
        << textOf(explanation);
    EXPECT_EQ(explanation.amounts.front(), 38797312) << "the temporaries of CompiledMemoryStats";
}

TEST(Explanation, NamesALineThatDominatesWithManyOperations)
{
    std::vector<StepRow> rows;
    for (int i = 0; i < 20; ++i)
        rows.push_back({"", "f32[" + std::to_string(100 + i) + "]", 1, "", kMib, 0, 0, 1});
    const Explanation explanation = explainRows(rows);
    EXPECT_EQ(textOf(explanation),
              "Nothing holds more than 5 %: 20 activations of 1 MiB each saved for the backward pass are 100 %.");
    EXPECT_EQ(explanation.rows.size(), rows.size());
}

TEST(Explanation, BeginsWithPaddingThatDominates)
{
    struct Sizes {
        std::int64_t size = 0;
        std::int64_t unpadded = 0;
    };
    static constexpr std::array<Sizes, 2> kSizes = {{{128 * kMib, kMib}, {127 * kMib, kMib}}};
    ComparedStep step
        = stepOf({{"", "u8[8,1]", 1, "", kSizes[0].size, 0, 2, 0}, {"", "u8[4,1]", 1, "", kSizes[1].size, 0, 2, 0}});
    Rows rows = step.view->rows;
    rows.unpadded = {&kSizes[0].unpadded, sizeof(Sizes)};
    const auto explanation = explainPeak(rows, {StepId(0), step.meanings.get()}, step.figures);
    EXPECT_EQ(textOf(*explanation),
              "99 % is padding: u8[8,1] takes 128 MiB for 1 MiB of data; one 128 MiB buffer u8[8,1] "
              "is 50 %.");
}

TEST(Explanation, NamesAllStateThatIsNotDonated)
{
    const Explanation explanation = explainSample(sample("cpu_live/two_hosts/worker-0.xplane.pb"));
    EXPECT_NE(textOf(explanation)
                  .find("is the new model parameters and optimizer state, 2 MiB, written next to the old "
                        "ones because those are not donated"),
              std::string::npos)
        << textOf(explanation);
}

TEST(Explanation, OfAMessageStatesTheCauseOfSpillsAndTheLargestSum)
{
    const auto explained = [](oom::Message report) {
        report.memory = "vmem";
        report.needed = Amount{30 * kMib, 0};
        report.limit = Amount{16 * kMib, 0};
        const auto shared = std::make_shared<const oom::Message>(std::move(report));
        const auto rows = std::make_shared<const oom::MessageRows>(shared);
        return textOf(oom::explainMessage(*shared, *rows, oom::MessageRows::tableOf(rows)));
    };
    oom::Message report;
    report.allocations.resize(1);
    report.allocations[0].label = "register allocator spill slots call depth 2";
    EXPECT_EQ(
        explained(report),
        "Over by 14 MiB: needs 30 of 16 MiB of VMEM; the message lists register spill slots without a size: a kernel "
        "holds more values than there are registers, so smaller blocks need less.");
    report.allocations[0].size = Amount{29 * kMib, 0};
    EXPECT_EQ(
        explained(report),
        "Over by 14 MiB: needs 30 of 16 MiB of VMEM; register spill slots take 29 MiB: a kernel holds more values "
        "than there are registers, so smaller blocks need less.");
    oom::Message sums;
    sums.figures = {{"Total vmem usage: program", Amount{29 * kMib, 0}},
                    {"Program vmem requirement: scoped", Amount{27 * kMib, 0}},
                    {"Program vmem requirement: HLO temp", Amount{2 * kMib, 0}}};
    EXPECT_EQ(explained(sums), "Over by 14 MiB: needs 30 of 16 MiB of VMEM; scoped allocations are 90 %, 27 MiB.");
}

TEST(Explanation, OfAMessageCountsTheListedBuffersOfOneShape)
{
    const Explanation explanation = explainSample(sample("oom/tpu_vmem_2026_pallas_full.txt"), 1);
    EXPECT_EQ(
        textOf(explanation),
        "Over by 64.80 MiB: needs 192.8 of 128 MiB of VMEM; three of four listed buffers are u8[67108864], 192 MiB in "
        "all.");
}

TEST(Explanation, OfAMessageNamesThePaddingOfTheNeed)
{
    // The message says: 97.92G, of which unpadded 87.45G.
    const std::string text = textOf(explainSample(sample("oom/tpu_hbm_compile_2021_trax_dummy_op.txt"), 0));
    EXPECT_TRUE(text.ends_with(" 10.47 GiB of the need is padding.")) << text;
}

TEST(Explanation, HoldsForEveryMemoryOfEverySample)
{
    for (const std::string& path : samplePaths()) {
        const auto documents = openDocuments({path}, allKinds());
        ASSERT_TRUE(documents) << path;
        const Document& document = *documents->front();
        for (const ProgramId program : allPrograms(document))
            for (const MemoryOutline& memory : document.outline(program).memories) {
                const auto view = document.view({program, memory.memory}, {});
                if (!view || !(*view)->explain)
                    continue;
                const Figures figures = (*view)->figures(nullptr);
                const auto explanation = (*view)->explain(figures, {});
                ASSERT_TRUE(explanation);
                EXPECT_TRUE(explanation->text.ends_with('.')) << path;
                EXPECT_EQ(textOf(*explanation), textOf(*(*view)->explain(figures, {}))) << path;
                std::set<RowId> live;
                for (const LiveRow& each : (*view)->rows.live((*view)->peakStep))
                    live.insert(each.row);
                for (const RowId row : explanation->rows)
                    EXPECT_EQ(live.erase(row), 1U) << path << ": a row is live and is named once";
            }
    }
}

TEST(Explanation, OfRandomRowsHasExactBytes)
{
    std::mt19937 random(35);
    const std::vector<std::string> names = {std::string(kScores), "a/mul", "b/add", ""};
    for (int round = 0; round < 300; ++round) {
        std::vector<StepRow> rows;
        std::int64_t level = 0;
        for (unsigned i = 0; i < 1 + random() % 12; ++i) {
            const auto size = static_cast<std::int64_t>(random() % 5000);
            const auto overlap = random() % 3 == 0 ? size / 2 : 0;
            rows.push_back({names[random() % 4], "f32[2,256,256]", static_cast<std::uint8_t>(random() % 2), "", size,
                            overlap, static_cast<std::uint16_t>(random() % 3),
                            static_cast<std::uint8_t>(random() % 3)});
            level += size - overlap;
        }
        const Explanation explanation = explainRows(rows);
        std::int64_t named = 0;
        for (const RowId row : explanation.rows)
            named += rows[row.index()].size - rows[row.index()].overlap;
        EXPECT_LE(named, level);
        for (const std::int64_t amount : explanation.amounts) // of named rows, or of all rows of a category
            EXPECT_LE(amount, level);
    }
}

TEST(KnownArray, RecognisesScoresOfAnEinsum)
{
    EXPECT_EQ(knownArray(kScores, "bf16[8,4,2048,2048,2]"), KnownArray::AttentionScores);
    EXPECT_EQ(
        knownArray("jit(f)/self_attention/...qhd,...khd->...hqk/dot_general[precision=(DEFAULT)]", "f32[32,4096,4096]"),
        KnownArray::AttentionScores);
    EXPECT_EQ(knownArray(kScores, "bf16[32,2048,4096]"), KnownArray::AttentionScores) << "heads are merged";
    EXPECT_EQ(knownArray("jit(f)/attn/bkgts,bskd->btkgd/dot_general", "bf16[8,2048,1024]"), KnownArray::None)
        << "the result of attention";
    EXPECT_EQ(knownArray("jit(f)/mlp/btd,df->btf/dot_general", "bf16[8,2048,2048]"), KnownArray::None);
    EXPECT_EQ(knownArray("", "bf16[8,2048,2048]"), KnownArray::None);
}

TEST(ShapeDifference, NamesArgumentsWithTheSameDifferenceTogether)
{
    const std::vector<ArgumentShape> common = {{"init_carry[0]", "s32[16]", 64},
                                               {"init_carry[2]", "bf16[26,16,8]", 100},
                                               {"init_carry[3]", "bf16[26,16,8]", 100}};
    std::vector<ArgumentShape> own = common;
    EXPECT_EQ(shapeDifference(own, common).text, "");
    own[1].shape = own[2].shape = "bf16[26,24,8]";
    EXPECT_EQ(shapeDifference(own, common).text,
              "init_carry[2] and init_carry[3] have 24 instead of 16 in dimension 1");
    own[0].shape = "s32[24]";
    EXPECT_EQ(shapeDifference(own, common).text,
              "init_carry[2] and init_carry[3] have 24 instead of 16 in dimension 1, and 1 other argument differs");
    own = common;
    own[1].shape = "f32[26,16,8]";
    EXPECT_EQ(shapeDifference(own, common).text, "init_carry[2] has type f32 instead of bf16");
}

TEST(ShapeDifference, ExplainsTheWorkerThatDiffers)
{
    const auto documents = openDocuments({sample("sessions/tpu_v5e_inference")}, allKinds());
    const auto workers = attributeWorkers(*documents, {});
    ASSERT_TRUE(workers);
    const auto differing
        = std::ranges::find_if(workers->differing, [](const DifferingWorker& each) { return !each.arguments.empty(); });
    ASSERT_NE(differing, workers->differing.end());
    EXPECT_NE(differing->arguments.text.find("init_carry[2] and init_carry[3] have "), std::string::npos)
        << differing->arguments.text;
    EXPECT_NE(differing->arguments.text.find("have 24 instead of 16 in dimension 1 and take %1 more"),
              std::string::npos)
        << differing->arguments.text;
    EXPECT_EQ(differing->arguments.amounts, std::vector<std::int64_t>{1744830464});
    EXPECT_NE(differing->text.find("KV cache "), std::string::npos) << differing->text;
}
