#include "tests/support/log_mutator.h"
#include "tests/support/tt_logs.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tidemark::tt {
namespace {

/// Naive reading of a log, line by line: the number of amounts and their sum in hundredths of MB.
struct Reading {
    std::int64_t amounts = 0;
    std::int64_t sum = 0;
    std::int64_t peaks = 0; // peaks in the totals
    friend bool operator==(const Reading&, const Reading&) = default;

    void add(std::initializer_list<double> numbers)
    {
        for (const double number : numbers) {
            ++amounts;
            sum += std::llround(number * 100);
        }
    }
};

Reading slowReading(const std::string& text)
{
    const std::string colour = "\x1b[31m"; // the only color in the mutations
    Reading reading;
    for (std::string line : test::linesOf(text)) {
        for (std::size_t at = line.find(colour); at != std::string::npos; at = line.find(colour))
            line.erase(at, colour.size());
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int end = 0;
        const auto isWhole = [&] {
            return end > 0 && line.find_first_not_of(" \r", static_cast<std::size_t>(end)) == std::string::npos;
        };
        const char* const raw = line.c_str();
        if (std::sscanf(
                raw, " DRAM: Segment Peak %lf MB , Allocations %lf MB , Deallocations %lf MB , Segment Change %lf MB%n",
                &a, &b, &c, &d, &end)
                == 4
            && isWhole())
            reading.add({a, b, c, d});
        end = 0;
        if (std::sscanf(raw, " DRAM: Cumulative Peak %lf MB , Cumulative Current %lf MB%n", &a, &b, &end) == 2
            && isWhole())
            reading.add({a, b});
        end = 0;
        if (std::sscanf(raw, " L1: Peak CB %lf MB , Peak Buffer %lf MB , Peak Total %lf MB%n", &a, &b, &c, &end) == 3
            && isWhole())
            reading.add({a, b, c});
        end = 0;
        if (std::sscanf(raw, " Overall DRAM Peak: %lf MB , Final DRAM Usage: %lf MB%n", &a, &b, &end) == 2 && isWhole())
            reading.peaks += std::llround(a * 100) + std::llround(b * 100);
        end = 0;
        if (std::sscanf(raw, " Overall DRAM Peak: %lf MB%n", &a, &end) == 1 && isWhole())
            reading.peaks += std::llround(a * 100);
    }
    return reading;
}

std::int64_t hundredths(std::int64_t bytes)
{
    return std::llround(static_cast<double>(bytes) * 100 / 1048576);
}

Reading readingOf(const Runs& runs)
{
    Reading reading;
    for (const Run& run : runs.list) {
        for (const Phase& phase : run.phases)
            for (const auto& bytes :
                 {phase.segmentPeak, phase.allocations, phase.deallocations, phase.change, phase.cumulativePeak,
                  phase.cumulative, phase.l1Circular, phase.l1Buffers, phase.l1Total})
                if (bytes) {
                    ++reading.amounts;
                    reading.sum += hundredths(*bytes);
                }
        reading.peaks += hundredths(run.overallPeak.value_or(0)) + hundredths(run.finalUsage.value_or(0));
    }
    return reading;
}

bool isWarned(const Runs& runs)
{
    return !runs.warnings.empty()
        || std::ranges::any_of(runs.list, [](const Run& run) { return !run.warnings.empty(); });
}

const std::vector<std::string> kTrainWords = {"nan",
                                              "inf",
                                              "-5.00",
                                              "1e9",
                                              "99999999999999999999.00",
                                              "",
                                              "1,000.00",
                                              "\n",
                                              " MB",
                                              "\x1b[31m",
                                              "=== Memory Usage Summary ===\n",
                                              "--- A ---\n",
                                              "Step: 3, Loss: 2.5\n",
                                              "[Rank 3] ",
                                              "\xff",
                                              "--- ",
                                              "=== Final Totals ===\n",
                                              "0.00",
                                              "Device 3: Peak DRAM 1.00 MB, Current DRAM 1.00 MB\n"};

std::string mutationBase()
{
    std::string text = "Number of parameters: 12\ntitle\n";
    text += test::summaryText(test::groupText("MODEL_CREATION", 10.25, 5.5) + test::groupText("FORWARD_PASS", 20, 8));
    text += "Step: 1, Loss: 2.5\nsecond\n";
    return text
        + test::summaryText(test::groupText("ENTRY", 0, 0) + test::groupText("FORWARD_PASS_micro_0", 1.75, 1.5)
                            + test::groupText("A_FWD__000001", 3, 2) + test::groupText("BACKWARD_PASS_micro_0", 4, 3))
        + "Step: 2, Loss: 2\n";
}

TEST(TtTrainMutation, NoNumberOfADamagedLogIsLostOrInventedSilently)
{
    const std::string base = mutationBase();
    ASSERT_EQ(readingOf(test::readTtLog(base)), slowReading(base));
    ASSERT_EQ(slowReading(base).amounts, 6 * 9);
    ASSERT_FALSE(isWarned(test::readTtLog(base)));
    int unwarned = 0;
    for (std::uint32_t seed = 0; seed < 10000; ++seed) {
        const std::string text = test::LogMutator(seed, kTrainWords).mutated(base);
        const Runs runs = test::readTtLog(text, 1 + seed % 5000);
        if (isWarned(runs))
            continue;
        ++unwarned;
        ASSERT_EQ(readingOf(runs).amounts, slowReading(text).amounts) << "seed " << seed << "\n" << text;
        ASSERT_EQ(readingOf(runs).sum, slowReading(text).sum) << "seed " << seed << "\n" << text;
        ASSERT_EQ(readingOf(runs).peaks, slowReading(text).peaks) << "seed " << seed << "\n" << text;
    }
    EXPECT_GT(unwarned, 500); // otherwise nothing was compared
}

} // namespace
} // namespace tidemark::tt
