#include "core/tenstorrent/tt_train/train_log_reader.h"
#include "tests/support/tt_logs.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tidemark::tt {
namespace {

using test::groupText;
using test::kTotals;
using test::readTtLog;
using test::summaryText;

constexpr std::int64_t kMb = 1 << 20;

bool warns(const Run& run, std::string_view code, std::string_view words = {})
{
    return std::ranges::any_of(run.warnings.list(), [&](const Warning& warning) {
        return warning.code == code && warning.text.find(words) != std::string::npos;
    });
}

TEST(TtTrainLog, EveryNumberOfAPhaseIsReadToTheNearestByte)
{
    const Runs runs = readTtLog("=== Memory Usage Summary ===\n\n--- MODEL_CREATION ---\n"
                                "  DRAM: Segment Peak 20.52 MB, Allocations 40.88 MB, Deallocations 20.40 MB, "
                                "Segment Change +20.48 MB\n"
                                "  DRAM: Cumulative Peak 20.52 MB, Cumulative Current -3.00 MB\n"
                                "  L1: Peak CB 0.29 MB, Peak Buffer 0.02 MB, Peak Total 0.31 MB\n"
                                "\n=== Final Totals ===\nOverall DRAM Peak: 20.52 MB, Final DRAM Usage: -3.00 MB\n");
    ASSERT_EQ(runs.list.size(), 1U);
    const tt::Run& run = runs.list[0];
    EXPECT_TRUE(run.isComplete);
    EXPECT_TRUE(run.warnings.empty());
    EXPECT_EQ(run.line, 1U);
    ASSERT_EQ(run.phases.size(), 1U);
    const Phase& phase = run.phases[0];
    EXPECT_EQ(phase.name, "MODEL_CREATION");
    EXPECT_EQ(phase.line, 3U);
    EXPECT_EQ(phase.segmentPeak, 21516780); // 20.52 * 1048576 = 21516779.52
    EXPECT_EQ(phase.allocations, 42865787); // 42865786.88
    EXPECT_EQ(phase.deallocations, 21390950); // 21390950.4
    EXPECT_EQ(phase.change, 21474836); // 21474836.48
    EXPECT_EQ(phase.cumulativePeak, 21516780);
    EXPECT_EQ(phase.cumulative, -3 * kMb);
    EXPECT_EQ(phase.l1Circular, 304087); // 304087.04
    EXPECT_EQ(phase.l1Buffers, 20972); // 20971.52
    EXPECT_EQ(phase.l1Total, 325059); // 325058.56
    EXPECT_EQ(run.overallPeak, 21516780);
    EXPECT_EQ(run.finalUsage, -3 * kMb);
}

TEST(TtTrainLog, InvalidNumbersAreUnknownAndReported)
{
    const std::string group = "--- A ---\n"
                              "  DRAM: Segment Peak nan MB, Allocations inf MB, Deallocations -1.00 MB, Segment Change "
                              "99999999999999999999 MB\n"
                              "  DRAM: Cumulative Peak 1e3 MB, Cumulative Current +-1.00 MB\n"
                              "  L1: Peak CB 0.00 MB, Peak Buffer -0.00 MB, Peak Total 0x10 MB\n";
    const Runs runs = readTtLog(summaryText(group));
    ASSERT_EQ(runs.list.size(), 1U);
    const Phase& phase = runs.list[0].phases.at(0);
    EXPECT_FALSE(phase.segmentPeak || phase.allocations || phase.deallocations || phase.change || phase.cumulativePeak
                 || phase.cumulative || phase.l1Total);
    EXPECT_EQ(phase.l1Circular, 0);
    EXPECT_EQ(phase.l1Buffers, 0);
    EXPECT_TRUE(warns(runs.list[0], "bad-number", "line 3: Segment Peak is nan"));
    EXPECT_TRUE(warns(runs.list[0], "bad-number", "line 3: Deallocations is -1.00"));
    EXPECT_TRUE(warns(runs.list[0], "bad-number", "line 4: Cumulative Peak is 1e3"));
    EXPECT_TRUE(warns(runs.list[0], "bad-number", "line 5: Peak Total is 0x10"));
}

TEST(TtTrainLog, ACutNumberIsNotAShorterOne)
{
    const std::string whole = summaryText(groupText("A", 100, 7));
    const std::size_t at = whole.find("Cumulative Current");
    const Runs runs = readTtLog(whole.substr(0, at + std::string("Cumulative Current 7.0").size()));
    ASSERT_EQ(runs.list.size(), 1U);
    EXPECT_FALSE(runs.list[0].phases.at(0).cumulative);
    EXPECT_EQ(runs.list[0].phases.at(0).cumulativePeak, 100 * kMb);
    EXPECT_TRUE(warns(runs.list[0], "bad-line", "line 4"));
    EXPECT_TRUE(warns(runs.list[0], "cut-run"));
    EXPECT_FALSE(runs.list[0].isComplete);
    EXPECT_EQ(runs.list[0].peak(), 100 * kMb);
}

TEST(TtTrainLog, ThousandsSeparatorsAreNotReadAsSmallerNumbers)
{
    std::string group = groupText("A", 100, 7);
    group.replace(group.find("100.00"), 6, "1,863.25");
    const Runs runs = readTtLog(summaryText(group));
    EXPECT_FALSE(runs.list.at(0).phases.at(0).segmentPeak);
    EXPECT_TRUE(warns(runs.list[0], "bad-line", "line 3"));
}

TEST(TtTrainLog, AHeaderBeforeTheTotalsEndsThePreviousRun)
{
    const std::string cut = "first\n=== Memory Usage Summary ===\n\n" + groupText("A", 10, 5);
    const Runs runs = readTtLog(cut + "Step: 1, Loss: 2\nsecond\n" + summaryText(groupText("B", 20, 8)));
    ASSERT_EQ(runs.list.size(), 2U);
    EXPECT_FALSE(runs.list[0].isComplete);
    EXPECT_EQ(runs.list[0].name, "first");
    EXPECT_EQ(runs.list[0].phases.size(), 1U);
    EXPECT_EQ(runs.list[0].peak(), 10 * kMb);
    EXPECT_TRUE(warns(runs.list[0], "cut-run"));
    EXPECT_TRUE(runs.list[1].isComplete);
    EXPECT_EQ(runs.list[1].name, "second");
    EXPECT_TRUE(runs.list[1].warnings.empty());
    EXPECT_EQ(runs.list[1].phases.at(0).name, "B");
}

TEST(TtTrainLog, PartsOfALogCanBeOpened)
{
    const Runs runs = readTtLog(groupText("BACKWARD_PASS", 10, 5) + std::string(kTotals));
    ASSERT_EQ(runs.list.size(), 1U);
    EXPECT_EQ(runs.list[0].phases.at(0).name, "BACKWARD_PASS");
    EXPECT_EQ(runs.list[0].line, 1U);
    EXPECT_TRUE(warns(runs.list[0], "no-beginning", "line 1"));
    EXPECT_TRUE(runs.list[0].isComplete);
}

TEST(TtTrainLog, NumbersWithoutAPhaseAreKept)
{
    std::string group = groupText("B", 20, 8);
    group.erase(0, group.find('\n') + 1);
    const Runs runs = readTtLog(summaryText(groupText("A", 10, 5) + group));
    ASSERT_EQ(runs.list.at(0).phases.size(), 2U);
    EXPECT_EQ(runs.list[0].phases[1].name, "");
    EXPECT_EQ(runs.list[0].phases[1].cumulative, 8 * kMb);
    EXPECT_TRUE(warns(runs.list[0], "no-phase", "line 6"));
}

TEST(TtTrainLog, ParametersAreReadFromTheNearestLineBeforeTheHeader)
{
    const std::string far(5000, '.');
    const Runs runs = readTtLog("Number of parameters: 5\nNumber of parameters: 10647552\n" + far + "\n"
                                + summaryText(groupText("A", 10, 5)) + "Total parameters: 969,369,600\n"
                                + summaryText(groupText("A", 10, 5)) + summaryText(groupText("A", 10, 5)));
    ASSERT_EQ(runs.list.size(), 3U);
    EXPECT_EQ(runs.list[0].parameters, 10647552U);
    EXPECT_EQ(runs.list[1].parameters, 969369600U);
    EXPECT_FALSE(runs.list[2].parameters);
}

TEST(TtTrainLog, TheTitleIsTheLastLineOtherThanARuler)
{
    const Runs runs = readTtLog("noise\n####\nNumber of parameters: 12\n####\ntinyllama (default)\n####\n\n"
                                + summaryText(groupText("A", 10, 5)) + "\n####\n" + summaryText(groupText("A", 10, 5)));
    ASSERT_EQ(runs.list.size(), 2U);
    EXPECT_EQ(runs.list[0].name, "tinyllama (default)");
    EXPECT_EQ(runs.list[1].name, "");
    EXPECT_EQ(runs.list[1].title(), "Unknown");
}

TEST(TtTrainLog, ColoursAndPrefixesAreNoPartOfALine)
{
    std::string text;
    for (const std::string& line : test::linesOf(summaryText(groupText("A", 10, 5))))
        text += "2026-01-02 12:00:00,123 | \x1b[32m" + line + "\x1b[0m\r\n";
    const Runs runs = readTtLog(text);
    ASSERT_EQ(runs.list.size(), 1U);
    EXPECT_TRUE(runs.list[0].isComplete);
    EXPECT_EQ(runs.list[0].phases.at(0).segmentPeak, 10 * kMb);
    EXPECT_TRUE(runs.list[0].warnings.empty());
    EXPECT_TRUE(runs.warnings.empty()) << "colours are no damage";
}

TEST(TtTrainLog, APrefixMayBeginLikeASummary)
{
    std::string log;
    for (const std::string& line : test::linesOf(summaryText(groupText("A", 10, 5))))
        log += "Total |     INFO | " + line + "\n";
    const Runs runs = readTtLog(log);
    ASSERT_EQ(runs.list.size(), 1U);
    ASSERT_EQ(runs.list[0].phases.size(), 1U);
    EXPECT_EQ(runs.list[0].phases[0].segmentPeak, 10 * kMb);
}

TEST(TtTrainLog, EachRankIsASeparateStream)
{
    const auto first = test::linesOf("Number of parameters: 3\n" + summaryText(groupText("A", 10, 5)));
    const auto second = test::linesOf("Number of parameters: 4\n" + summaryText(groupText("B", 20, 8)));
    for (const auto& prefixes : {std::pair("[1,0]<stdout>:", "[1,1]<stdout>:"), std::pair("[Rank 0] ", "[Rank 1] ")}) {
        std::string text;
        for (std::size_t i = 0; i < first.size(); ++i)
            text += prefixes.first + first[i] + "\n" + prefixes.second + second[i] + "\n";
        const Runs runs = readTtLog(text);
        ASSERT_EQ(runs.list.size(), 2U);
        EXPECT_TRUE(runs.list[0].rank.ends_with("0"));
        EXPECT_EQ(runs.list[0].parameters, 3U);
        EXPECT_EQ(runs.list[0].phases.at(0).name, "A");
        EXPECT_TRUE(runs.list[1].rank.ends_with("1"));
        EXPECT_EQ(runs.list[1].parameters, 4U);
        EXPECT_EQ(runs.list[1].phases.at(0).cumulative, 8 * kMb);
        EXPECT_TRUE(runs.list[0].warnings.empty() && runs.list[1].warnings.empty());
    }
}

TEST(TtTrainLog, OverwrittenNumbersAreNotTrusted)
{
    const std::string twice = groupText("A", 10, 5) + groupText("A", 10, 5);
    const Runs warned = readTtLog("WARNING: Snapshot 'A' already exists, overwriting\n" + summaryText(twice));
    EXPECT_TRUE(warned.list.at(0).isOverwritten);
    EXPECT_EQ(warned.list[0].generation, Generation::Named);
    EXPECT_TRUE(warns(warned.list[0], "overwritten-phase", "line 1: Snapshot 'A' already exists, overwriting"));
    EXPECT_TRUE(warns(warned.list[0], "repeated-phase", "line 7"));

    const Runs alike = readTtLog(summaryText(twice));
    EXPECT_EQ(alike.list.at(0).generation, Generation::Named);
    EXPECT_TRUE(warns(alike.list[0], "repeated-phase", "line 6"));
}

TEST(TtTrainLog, RepeatedNamesWithOtherNumbersAreSeparateSegments)
{
    const Runs runs = readTtLog(summaryText(groupText("A", 10, 5) + groupText("A", 20, 8)));
    EXPECT_EQ(runs.list.at(0).generation, Generation::Ordered);
    EXPECT_EQ(runs.list[0].phases.size(), 2U);
    EXPECT_TRUE(runs.list[0].warnings.empty());
    EXPECT_EQ(readTtLog(summaryText(groupText("FORWARD_PASS_micro_0", 10, 5))).list.at(0).generation,
              Generation::Ordered);
    EXPECT_EQ(readTtLog(summaryText(groupText("A", 10, 5))).list.at(0).generation, Generation::Unknown);
}

TEST(TtTrainLog, ThePrototypeIsARunForEachDevice)
{
    const Runs runs = readTtLog("[kNodeBufferAllocate] Found buffer: size: 2097152 device: 0\n"
                                "=== Memory Usage Summary ===\n"
                                "Device 0: Peak DRAM 1863.25 MB, Current DRAM 1855.75 MB\n"
                                "Device 1: Peak DRAM 2.00 MB, Current DRAM 1.00 MB\n"
                                "Device 0: Peak L1 CB 1.29 MB, Peak L1 Buffer 0.02 MB, Peak L1 Total 1.31 MB, Current "
                                "L1 0.00 MB\n");
    ASSERT_EQ(runs.list.size(), 2U);
    EXPECT_EQ(runs.list[0].generation, Generation::Prototype);
    EXPECT_EQ(runs.list[0].title(), "Unknown, device 0");
    EXPECT_EQ(runs.list[0].peak(), 1953759232); // 1863.25 MB
    EXPECT_EQ(runs.list[0].finalUsage, 1945894912); // 1855.75 MB
    EXPECT_EQ(runs.list[0].l1Peak, 1373635); // 1.31 MB
    EXPECT_TRUE(runs.list[0].isComplete);
    EXPECT_EQ(runs.list[1].peak(), 2 * kMb);
    EXPECT_FALSE(runs.list[1].isComplete);
    EXPECT_TRUE(warns(runs.list[1], "cut-run", "device 1"));
}

TEST(TtTrainLog, ATrackerThatCapturedNothingIsReported)
{
    const Runs runs = readTtLog("a\nWARNING: No traces captured\n");
    EXPECT_TRUE(runs.list.empty());
    ASSERT_EQ(runs.warnings.list().size(), 1U);
    EXPECT_EQ(runs.warnings.list()[0].text, "line 2: the tracker says that it captured nothing.");
}

TEST(TtTrainLog, NoDispatchAppliesToTheNextRun)
{
    const Runs runs = readTtLog("begin_capture(RunMode.NO_DISPATCH)\n" + summaryText(groupText("A", 10, 5))
                                + summaryText(groupText("A", 10, 5)));
    EXPECT_TRUE(runs.list.at(0).isNoDispatch);
    EXPECT_FALSE(runs.list.at(1).isNoDispatch);
}

TEST(TtTrainLog, ManyPhasesAreBoundedAndCounted)
{
    TrainLogReader reader(2 * (sizeof(Phase) + 1));
    reader.push("=== Memory Usage Summary ===\n");
    for (const char* const name : {"A", "B", "C", "D"})
        reader.push(groupText(name, 10, 5));
    const Runs runs = reader.finish();
    ASSERT_EQ(runs.list.size(), 1U);
    EXPECT_EQ(runs.list[0].phases.size(), 2U);
    EXPECT_TRUE(warns(runs.list[0], "phases-left-out", "2 more phases"));
}

TEST(TtTrainLog, ManyDevicesAreBoundedAndReported)
{
    std::string text = "=== Memory Usage Summary ===\n";
    for (int device = 0; device < 3000; ++device)
        text += "Device " + std::to_string(device) + ": Peak DRAM 2.00 MB, Current DRAM 1.00 MB\n";
    const Runs runs = readTtLog(text + text);
    ASSERT_EQ(runs.list.size(), 2000U);
    EXPECT_EQ(runs.list[999].device, 999U);
    EXPECT_EQ(runs.list[999].peak(), 2 * kMb);
    EXPECT_TRUE(warns(runs.list[0], "devices-left-out", "line 1002"));
    EXPECT_TRUE(warns(runs.list[1000], "devices-left-out", "line 4003"));
}

TEST(TtTrainLog, TheSizeOfReadBlocksDoesNotMatter)
{
    const std::string text = "title\n" + summaryText(groupText("A", 10, 5) + groupText("B", 20, 8)) + "end\n";
    for (std::size_t size = 1; size < 40; ++size) {
        const Runs runs = readTtLog(text, size);
        ASSERT_EQ(runs.list.size(), 1U) << size;
        EXPECT_EQ(runs.list[0].name, "title") << size;
        EXPECT_EQ(runs.list[0].phases.size(), 2U) << size;
        EXPECT_TRUE(runs.list[0].warnings.empty()) << size;
    }
}

TEST(TtTrainLog, APhaseNameAppliesOnlyToTheNumbersRightBelowIt)
{
    const auto nameWith = [](const std::string& between) {
        std::string numbers = test::groupText("FORWARD", 5, 5);
        numbers.insert(numbers.find('\n') + 1, between);
        const tt::Runs runs = readTtLog(numbers + test::kTotals); // the beginning of the summary is missing
        return runs.list.at(0).phases.at(0).name;
    };
    EXPECT_EQ(nameWith(""), "FORWARD");
    EXPECT_EQ(nameWith("\n"), "FORWARD");
    EXPECT_EQ(nameWith("something else was printed\n"), "");
}

TEST(TtTrainLog, PhasesWithLongNamesCountLikeOthers)
{
    const std::string longName(900, 'A');
    const tt::Runs runs = readTtLog(summaryText(groupText(longName, 5, 5) + groupText("B", 5, 5)));
    ASSERT_EQ(runs.list.at(0).phases.size(), 2U);
    EXPECT_EQ(runs.list[0].phases[0].name, longName);
    EXPECT_TRUE(runs.list[0].warnings.empty());
}

} // namespace
} // namespace tidemark::tt
