#include "core/tenstorrent/tt_xla/operation_rows.h"
#include "core/tenstorrent/tt_xla/profile.h"
#include "tests/support/log_mutator.h"
#include "tests/support/tt_logs.h"
#include "tests/support/tt_xla_logs.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tidemark::ttxla {
namespace {

/// Naive reading of a log, line by line: the number of amounts and their sum over all banks in thousandths of a MB.
struct BlockReading {
    std::int64_t lines = 0;
    std::int64_t operations = 0;
    double sum = 0;
};

BlockReading slowBlocks(const std::string& text)
{
    BlockReading reading;
    for (const std::string& line : test::linesOf(text)) {
        const std::size_t at = line.find("memory state: MemoryView{");
        if (line.find("Executing operation:") != std::string::npos)
            ++reading.operations;
        if (at == std::string::npos)
            continue;
        int banks = 0;
        double total = 0;
        double allocated = 0;
        double free = 0;
        double largest = 0;
        if (std::sscanf(line.c_str() + at,
                        "memory state: MemoryView{numBanks: %d, totalBytesPerBank: %lf MB, totalBytesAllocatedPerBank: "
                        "%lf MB, totalBytesFreePerBank: %lf MB, largestContiguousBytesFreePerBank: %lf MB}",
                        &banks, &total, &allocated, &free, &largest)
            != 5)
            continue;
        ++reading.lines;
        reading.sum += banks * (total + allocated + free + largest);
    }
    return reading;
}

BlockReading blocksOf(const std::vector<Profile>& profiles)
{
    BlockReading reading;
    for (const Profile& profile : profiles)
        for (std::size_t i = 0; i < profile.operations.size(); ++i) {
            reading.operations += profile.operations[i].facts.isNone() ? 0 : 1;
            for (const BankState& state : profile.states[i]) {
                if (!state.isKnown())
                    continue;
                ++reading.lines;
                for (const std::int64_t value : {state.total, state.allocated, state.free, state.largest})
                    reading.sum += static_cast<double>(state.ofAllBanks(value).value_or(0)) / 1048576;
            }
        }
    return reading;
}

/// In any log the rows must add up to the level at every operation.
std::string brokenRows(const Profile& profile)
{
    const Extent extent{0, profile.operations.size()};
    for (const Memory memory : kAllMemories) {
        const Levels levels = levelsOf(profile, memory, extent);
        const OperationRows rows = rowsOf(profile, memory, extent, levels);
        for (std::size_t i = 0; i < extent.count(); ++i) {
            std::int64_t sum = 0;
            for (const LiveRow& live : rows.live(StepId::at(i)))
                sum += rows.rows[live.row.index()].size;
            if (sum != levels.level.values[i])
                return "rows of " + std::to_string(sum) + " at operation " + std::to_string(i);
            if (levels.inside.values[i] < levels.level.values[i])
                return "a peak below its level";
        }
    }
    return {};
}

const std::vector<std::string> kXlaWords = {"nan",
                                            "inf",
                                            "-5.000",
                                            "1e9",
                                            "99999999999999999999.000",
                                            "",
                                            "1,000.000",
                                            "\n",
                                            " MB",
                                            "}",
                                            "[1,0]<stdout>: ",
                                            "\xff",
                                            "Executing operation: ",
                                            "Device memory state before operation XOp",
                                            "MLIR Module ttir:\n",
                                            "------------------ END OF MLIR MODULE ------------------\n",
                                            "Finished execution of program: main\n",
                                            "0.000"};

std::string mutatedLog()
{
    using test::runtimeLine;
    using test::stepText;
    const auto program = [](const char* words, const char* name) {
        return runtimeLine("RuntimeTTNN", "DEBUG", std::string(words) + " execution of program: " + name);
    };
    return program("Starting", "main")
        + stepText("%1", "ttcore.load_cached", "@main_const_eval_0", "LoadCachedOp", {1000})
        + program("Starting", "main_const_eval_0") + stepText("%0", "ttnn.to_layout", "%arg0", "ToLayoutOp", {1000})
        + program("Finished", "main_const_eval_0") + stepText("%2", "ttnn.matmul", "%1", "MatmulOp", {3500})
        + stepText("", "ttnn.deallocate", "%1", "DeallocateOp", {7500})
        + stepText("%3", "ttnn.add", "%2", "AddOp", {5000}) + program("Finished", "main");
}

TEST(TtXlaMutation, NoNumberOfADamagedLogIsLostOrInventedSilently)
{
    const std::string base = mutatedLog();
    const auto whole = test::readXlaLog(base);
    ASSERT_EQ(blocksOf(whole).lines, 20);
    ASSERT_TRUE(whole[0].warnings.empty());
    int unwarned = 0;
    for (std::uint32_t seed = 0; seed < 10000; ++seed) {
        const std::string text = test::LogMutator(seed, kXlaWords).mutated(base);
        const auto profiles = test::readXlaLog(text, 1 + seed % 5000);
        bool isWarned = false;
        for (const Profile& profile : profiles) {
            isWarned = isWarned || !profile.warnings.empty();
            ASSERT_EQ(brokenRows(profile), "") << "seed " << seed;
        }
        if (isWarned)
            continue;
        ++unwarned;
        const BlockReading read = blocksOf(profiles);
        const BlockReading slow = slowBlocks(text);
        ASSERT_EQ(read.lines, slow.lines) << "seed " << seed << "\n" << text;
        ASSERT_EQ(read.operations, slow.operations) << "seed " << seed << "\n" << text;
        ASSERT_NEAR(read.sum, slow.sum, 0.01) << "seed " << seed << "\n" << text;
    }
    EXPECT_GT(unwarned, 500); // otherwise nothing was compared
}

} // namespace
} // namespace tidemark::ttxla
