#include "core/tenstorrent/tt_train/run.h"
#include "core/tenstorrent/tt_train/run_report.h"
#include "core/tenstorrent/tt_train/run_view.h"
#include "tests/support/tt_logs.h"

#include <gtest/gtest.h>

#include <fstream>

namespace tidemark::tt {
namespace {

using test::readTtLog;

constexpr std::int64_t kMegabyte = 1 << 20;

std::string sampleText(const std::string& name)
{
    std::ifstream file(TIDEMARK_TEST_DATA "/tenstorrent/" + name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string reportOf(const Runs& runs, TableFormat format = TableFormat::Text, const RunQuestion& question = {})
{
    std::ostringstream out;
    writeReport(out, format, runs, question);
    return out.str();
}

/// Numbers in MB: the segment peak and the change. The cumulative numbers follow from them.
std::string phasesText(const std::vector<std::tuple<std::string, double, double>>& phases)
{
    std::string text = "=== Memory Usage Summary ===\n\n";
    double current = 0;
    double most = 0;
    char line[300];
    for (const auto& [name, peak, change] : phases) {
        most = std::max(most, current + peak);
        current += change;
        text += "--- " + name + " ---\n";
        std::snprintf(
            line, sizeof line,
            "  DRAM: Segment Peak %.2f MB, Allocations %.2f MB, Deallocations %.2f MB, Segment Change %+.2f MB\n", peak,
            std::max(0.0, change), std::max(0.0, -change), change);
        text += line;
        std::snprintf(line, sizeof line, "  DRAM: Cumulative Peak %.2f MB, Cumulative Current %.2f MB\n", most,
                      current);
        text += line;
        text += "  L1: Peak CB 0.00 MB, Peak Buffer 0.00 MB, Peak Total 0.00 MB\n";
    }
    std::snprintf(line, sizeof line,
                  "\n=== Final Totals ===\nOverall DRAM Peak: %.2f MB, Final DRAM Usage: %.2f MB\n\n", most, current);
    return text + line;
}

std::string partsText(const Run& run)
{
    std::string text;
    for (const Part& part : peakParts(run, dramLevels(run)))
        text += (text.empty() ? "" : ", ") + part.name + " " + std::to_string(part.bytes / kMegabyte);
    return text;
}

TEST(TtTrainReport, TheComponentsAddUpToTheLevelAfterEachPhase)
{
    const tt::Run run = readTtLog(sampleText("nano_gpt_two_runs.log")).list.front();
    const Levels levels = dramLevels(run);
    const std::vector<HeldComponent> parts = heldComponents(run, levels);
    std::string names;
    std::vector<std::int64_t> sums(levels.level.size());
    for (const HeldComponent& part : parts) {
        names += std::string(part.name) + ", ";
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += part.bytes[i];
    }
    EXPECT_EQ(names, "Model, Optimizer, Gradients, Activations, ");
    EXPECT_EQ(sums, levels.level);
    EXPECT_GT(parts[3].bytes[2], 0) << "after the forward pass";
    EXPECT_EQ(parts[3].bytes[3], 0) << "the backward pass frees the activations";
    tt::Run cut = run;
    cut.phases[1].cumulative.reset();
    EXPECT_TRUE(heldComponents(cut, dramLevels(cut)).empty()) << "a level is not known";
}

TEST(TtTrainReport, PrintsTheSameAsUpstream)
{
    EXPECT_EQ(reportOf(readTtLog(sampleText("nano_gpt_two_runs.log"))),
              sampleText("nano_gpt_two_runs.expected_stdout.txt"));
}

TEST(TtTrainReport, GivenSizesCountForAllRuns)
{
    RunQuestion question;
    question.sizes["model_size"] = 2.0 * kMegabyte;
    const std::string text = reportOf(readTtLog(phasesText({{"MODEL_CREATION", 3, 3}, {"OPTIMIZER_CREATION", 5, 5}})),
                                      TableFormat::Text, question);
    EXPECT_NE(text.find("Found 1 memory usage summary/summaries\n\n===="), std::string::npos) << text;
    EXPECT_NE(text.find("  Expected (input):     2.00 MB\n  Difference:           +50.00%\n"), std::string::npos)
        << text;
    EXPECT_NE(text.find("  Expected (input):     4.00 MB\n  Difference:           +25.00%\n"), std::string::npos)
        << text;
}

TEST(TtTrainReport, PercentagesUseThePrintedMegabytesNotTheirBytes)
{
    // 153.22 MB are not a whole number of bytes, and half a byte is a large share of a model of two bytes.
    RunQuestion question;
    question.sizes["model_size"] = 2;
    question.sizes[kDeviceMemory] = 7;
    const std::string text
        = reportOf(readTtLog(phasesText({{"MODEL_CREATION", 153.22, 153.22}})), TableFormat::Text, question);
    EXPECT_NE(text.find("  Difference:           +8033140636.00%\n"), std::string::npos) << text;
    EXPECT_NE(text.find("  Usage:                2295183067.43%\n"), std::string::npos) << text;
}

TEST(TtTrainReport, ComponentsAreThoseOfTheHistogram)
{
    // From nano_gpt_two_runs.expected_histogram.json: default, then with actual sizes.
    const Runs runs = readTtLog(sampleText("nano_gpt_two_runs.log"));
    const auto expected = judge(listOf(runs), {});
    ASSERT_EQ(expected.size(), 2U);
    const Components& all = expected[0].components;
    EXPECT_DOUBLE_EQ(all.model.shown(false) / kMegabyte, 1848.92578125);
    EXPECT_DOUBLE_EQ(all.optimizer.shown(false) / kMegabyte, 3697.8515625);
    EXPECT_NEAR(static_cast<double>(*all.activations.actual) / kMegabyte, 192.95, 1e-6);
    EXPECT_NEAR(static_cast<double>(*all.overhead.actual) / kMegabyte, 2513.69, 1e-6);
    EXPECT_NEAR(static_cast<double>(*all.other.actual) / kMegabyte, 25.23265625000022, 1e-5);
    EXPECT_NEAR(static_cast<double>(*expected[1].components.other.actual) / kMegabyte, 25.23265625000022, 1e-5);
    RunQuestion actual;
    actual.usesActual = true;
    const Components measured = judge(listOf(runs), actual)[0].components;
    EXPECT_NEAR(measured.model.shown(true) / kMegabyte, 1863.25, 1e-6);
    EXPECT_EQ(measured.other.actual, 0);
}

TEST(TtTrainReport, RunsAreJudgedByTheDeviceMemory)
{
    const Runs runs = readTtLog(sampleText("nano_gpt_two_runs.log"));
    for (const JudgedRun& judged : judge(listOf(runs), {})) {
        EXPECT_TRUE(judged.isDeviceAssumed);
        EXPECT_FALSE(judged.headroom) << "the memory of the device is not stated";
    }
    EXPECT_TRUE(misfits(judge(listOf(runs), {})).empty());
    RunQuestion asked;
    asked.sizes[kDeviceMemory] = 12884901888.0;
    const auto judged = judge(listOf(runs), asked);
    EXPECT_EQ(judged[0].headroom, 12884901888 - 8680793702); // 8278.65 MB
    EXPECT_EQ(judged[1].headroom, 12884901888 - 16427809505); // 15666.78 MB
    EXPECT_EQ(
        misfits(judged),
        std::vector<std::string>{"tinyllama (default) does not fit: it needs 3,378.78 MB more than the device has."});
}

TEST(TtTrainReport, OtherIsUnknownIfAPartIsUnknown)
{
    std::string text = "Number of parameters: 5\n"
        + phasesText({{"MODEL_CREATION", 10, 10}, {"FORWARD_PASS", 50, 40}, {"BACKWARD_PASS", 20, -5}});
    EXPECT_EQ(judge(listOf(readTtLog(text)), {}).at(0).components.other.actual.has_value(), true);
    const std::string change = "Segment Change +40.00";
    text.replace(text.find(change), change.size(), "Segment Change nan");
    const Runs runs = readTtLog(text);
    const Components all = judge(listOf(runs), {}).at(0).components;
    EXPECT_EQ(all.activations.actual, std::nullopt);
    EXPECT_EQ(all.other.actual, std::nullopt);
    EXPECT_EQ(all.overhead.actual, 20 * kMegabyte);
    // A run without such a phase has zero bytes of it.
    const Runs few = readTtLog("Number of parameters: 5\n" + phasesText({{"MODEL_CREATION", 70, 40}}));
    EXPECT_TRUE(judge(listOf(few), {}).at(0).components.other.actual);
}

TEST(TtTrainReport, PhasesAreGroupedWithoutTheirNumbers)
{
    EXPECT_EQ(phaseGroup("FORWARD_PASS_micro_12"), "FORWARD_PASS");
    EXPECT_EQ(phaseGroup("BACKWARD_PASS_2"), "BACKWARD_PASS");
    EXPECT_EQ(phaseGroup("SPARSE_MOE_L3_AFTER_ROUTING_FWD__000042"), "SPARSE_MOE_L3_AFTER_ROUTING_FWD");
    EXPECT_EQ(phaseGroup("A__00004"), "A_"); // five digits
    EXPECT_EQ(phaseGroup("MODEL_CREATION"), "MODEL_CREATION");
    EXPECT_EQ(phaseGroup("7"), "7");
    EXPECT_EQ(phaseGroup("_7"), "_7");
    EXPECT_EQ(roleOf("FORWARD_PASS_3"), PhaseRole::Forward);
    EXPECT_EQ(roleOf("FORWARD_PASS__000042"), PhaseRole::Other);
    EXPECT_EQ(roleOf("FORWARD_PASSING"), PhaseRole::Other);
}

TEST(TtTrainReport, MicroBatchesDoNotOverlap)
{
    const Runs runs = readTtLog(phasesText({{"MODEL_CREATION", 10, 10},
                                            {"OPTIMIZER_CREATION", 20, 20},
                                            {"FORWARD_PASS_micro_0", 110, 100},
                                            {"BACKWARD_PASS_micro_0", 5, -90}, // leaves 10 of gradients
                                            {"FORWARD_PASS_micro_1", 130, 120},
                                            {"BACKWARD_PASS_micro_1", 7, -120}}));
    const Components all = componentsOf(runs.list.at(0), {}, true);
    EXPECT_EQ(all.activations.actual, 120 * kMegabyte);
    EXPECT_EQ(all.gradients.actual, 10 * kMegabyte);
    EXPECT_EQ(all.overhead.actual, 7 * kMegabyte);
    EXPECT_EQ(all.other.actual, (170 - 10 - 20 - 120 - 7) * kMegabyte); // the peak is 40 + 130
    EXPECT_EQ(partsText(runs.list[0]), "Model 10, Optimizer 20, Gradients 10, Inside FORWARD_PASS_micro_1 130");
}

TEST(TtTrainReport, ActivationsIncludeAllSnapshotsInsideThePass)
{
    const Runs runs = readTtLog(phasesText({{"MODEL_CREATION", 10, 10},
                                            {"OPTIMIZER_CREATION", 20, 20},
                                            {"MOE_L0_FWD__000001", 31, 30},
                                            {"MOE_L1_FWD__000002", 41, 40},
                                            {"FORWARD_PASS", 6, 5},
                                            {"MOE_L1_BWD__000003", 9, -35},
                                            {"BACKWARD_PASS", 3, -30}}));
    const Components all = componentsOf(runs.list.at(0), {}, true);
    EXPECT_EQ(all.activations.actual, 75 * kMegabyte);
    EXPECT_EQ(all.gradients.actual, 10 * kMegabyte);
    EXPECT_EQ(partsText(runs.list[0]), "Model 10, Optimizer 20, Activations 75, Inside MOE_L1_BWD__000003 9");
}

TEST(TtTrainReport, PartsOfThePeakAreNeverNegative)
{
    const Runs runs = readTtLog(
        phasesText({{"A", 10, 10}, {"MODEL_CREATION", 1, 5}, {"B", 1, -13}, {"OPTIMIZER_CREATION", 50, 7}}));
    EXPECT_EQ(partsText(runs.list.at(0)), "Before the phase 2, Inside OPTIMIZER_CREATION 50");
    const Runs sunk = readTtLog(phasesText({{"A", 1, -4}, {"B", 50, 7}}));
    EXPECT_EQ(partsText(sunk.list.at(0)), "");
    EXPECT_EQ(dramLevels(sunk.list[0]).peak, 46 * kMegabyte);
}

TEST(TtTrainReport, RelationChecksShowBothNumbers)
{
    std::string text = phasesText({{"A", 10, 10}, {"B", 50, 7}});
    for (const Check& check : checksOf(readTtLog(text).list.at(0)))
        EXPECT_EQ(check.verdict, Verdict::Ok) << check.text;
    EXPECT_EQ(checksOf(readTtLog(text).list[0]).size(), 8U);
    const auto cut = checksOf(readTtLog(text.substr(0, text.find("\n=== Final"))).list.at(0));
    EXPECT_EQ(cut.size(), 7U); // without the totals
    EXPECT_EQ(cut.back().name, "run-complete");
    EXPECT_EQ(cut.back().verdict, Verdict::Note);
    // A difference of two hundredths is rounding, three are not.
    const auto with = [&](const char* before, const char* after) {
        std::string changed = text;
        changed.replace(changed.find(before), std::string(before).size(), after);
        std::vector<std::string> failed;
        for (const Check& check : checksOf(readTtLog(changed).list.at(0)))
            if (check.verdict == Verdict::Fails)
                failed.push_back(check.name + " " + std::to_string(*check.leftBytes) + " "
                                 + std::to_string(*check.rightBytes));
        return failed;
    };
    EXPECT_TRUE(with("Change +7.00", "Change +7.02").empty());
    EXPECT_EQ(with("Change +7.00", "Change +7.03"),
              (std::vector<std::string>{"segment-change 7371489 7340032", "cumulative-current 17825792 17857249"}));
    EXPECT_EQ(with("Cumulative Peak 60.00", "Cumulative Peak 61.00"),
              (std::vector<std::string>{"cumulative-peak 63963136 62914560", "final-peak 62914560 63963136"}));
    EXPECT_EQ(with("Usage: 17.00", "Usage: 16.00"), std::vector<std::string>{"final-usage 16777216 17825792"});
}

TEST(TtTrainReport, FindingsEstimateTheNewPeak)
{
    const std::vector<std::tuple<std::string, double, double>> phases = {{"MODEL_CREATION", 10, 10},
                                                                         {"OPTIMIZER_CREATION", 20, 20},
                                                                         {"FORWARD_PASS", 105, 100},
                                                                         {"BACKWARD_PASS", 15, -90}};
    const Runs runs = readTtLog(phasesText(phases));
    const auto findings = findingsOf(runs.list.at(0), dramLevels(runs.list[0]), 100 * kMegabyte);
    ASSERT_EQ(findings.size(), 2U);
    EXPECT_EQ(findings[0].id, "rematerialization");
    EXPECT_EQ(findings[0].peakBefore, 145 * kMegabyte); // 130 and 15
    EXPECT_EQ(findings[0].peakAfter, 45 * kMegabyte);
    EXPECT_EQ(findings[0].amounts, std::vector<std::int64_t>{100 * kMegabyte});
    EXPECT_EQ(findings[0].text, "%1 of the peak are activations; the saving is at most that; then the run fits");
    EXPECT_EQ(findings[1].id, "smaller_batch");
    EXPECT_EQ(findings[1].savedBytes, 50 * kMegabyte);
    EXPECT_EQ(findings[1].text, "%1 of the peak are activations; half of it remains; then the run fits");
    EXPECT_TRUE(findingsOf(readTtLog(phasesText({{"MODEL_CREATION", 10, 10}})).list.at(0),
                           dramLevels(readTtLog(phasesText({{"MODEL_CREATION", 10, 10}})).list.at(0)), std::nullopt)
                    .empty());
    // The peak during model creation does not decrease.
    const Runs early = readTtLog(phasesText({{"MODEL_CREATION", 140, 10}, {"FORWARD_PASS", 135, 100}}));
    const auto few = findingsOf(early.list.at(0), dramLevels(early.list[0]), 20 * kMegabyte);
    ASSERT_EQ(few.size(), 2U);
    EXPECT_EQ(few[0].savedBytes, 5 * kMegabyte); // 145 and 140
    EXPECT_TRUE(few[0].text.ends_with("the run does not fit then either"));
    // Rematerialization is not suggested to a run that already uses it.
    const Runs efficient = readTtLog("llama (memory_efficient)\n" + phasesText(phases));
    const auto rest = findingsOf(efficient.list.at(0), dramLevels(efficient.list[0]), std::nullopt);
    ASSERT_EQ(rest.size(), 1U);
    EXPECT_EQ(rest[0].id, "smaller_batch");
}

TEST(TtTrainReport, ThePictureHasEveryRunAndTheLimit)
{
    std::ostringstream out;
    const Runs runs = readTtLog(sampleText("nano_gpt_two_runs.log"));
    writeHistogram(out, listOf(runs), {}, "A & <B>");
    const std::string svg = out.str();
    for (const char* const part :
         {"A &amp; &lt;B&gt;", "Total: 8279 MB", "Total: 15667 MB", ">1849 MB<", ">2514 MB<", ">3698 MB<", ">193 MB<",
          ">25 MB<", ">9636 MB<", "#cccccc", "#4da6b8", "#e789ab", "#cec0fa", "#e38a42", "stroke=\"#ff0000\"",
          ">Device Memory Limit<", ">Memory (MB)<", "tinyllama (default)", "width=\"1200\" height=\"800\""})
        EXPECT_NE(svg.find(part), std::string::npos) << part;
}

TEST(TtTrainReport, APhaseWithOnlyItsEndsKnownReachesTheHigherOne)
{
    tt::Run run;
    run.phases.resize(3);
    run.phases[0].cumulative = 10;
    run.phases[1].cumulative = 4;
    run.phases[2].cumulative = 7;
    const Levels levels = dramLevels(run);
    EXPECT_EQ(levels.level, (std::vector<std::int64_t>{10, 4, 7}));
    EXPECT_EQ(levels.inside, (std::vector<std::int64_t>{10, 10, 7}));
    EXPECT_EQ(levels.knowsInside, (std::vector<std::uint8_t>{0, 0, 0}));
}

} // namespace
} // namespace tidemark::tt
