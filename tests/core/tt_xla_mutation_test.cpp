#include "core/tenstorrent/xla/levels.h"
#include "core/tenstorrent/xla/operation_rows.h"
#include "tests/support/tt_logs.h"
#include "tests/support/tt_xla_logs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tidemark::ttxla {
namespace {

/// What anybody reads in a log, line by line: how many amounts there are, and their sum in thousandths of a MB of all
/// banks.
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
                if (!state.isTold())
                    continue;
                ++reading.lines;
                for (const std::int64_t value : {state.total, state.allocated, state.free, state.largest})
                    reading.sum += static_cast<double>(state.ofAllBanks(value).value_or(0)) / 1048576;
            }
        }
    return reading;
}

/// Whatever it is, the rows add up to the level at every operation.
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

class LogMutator
{
public:
    explicit LogMutator(std::uint32_t seed)
        : m_random(seed)
    { }

    std::string mutated(std::string text)
    {
        for (std::size_t i = 0, count = 1 + below(3); i < count && !text.empty(); ++i)
            text = once(std::move(text));
        return text;
    }

private:
    std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(m_random); }

    std::string once(std::string text)
    {
        static const std::vector<std::string> kWords = {"nan",
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
        const std::size_t at = below(text.size());
        const std::size_t line = text.rfind('\n', at) == std::string::npos ? 0 : text.rfind('\n', at) + 1;
        const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
        switch (below(7)) {
        case 0:
            return text.erase(line, end - line);
        case 1:
            return text.insert(line, text.substr(line, end - line));
        case 2:
            return text.substr(0, at);
        case 3:
            return text.substr(at);
        case 4:
            text[at] = static_cast<char>(below(256));
            return text;
        case 5:
            return text.insert(at, kWords[below(kWords.size())]);
        default:
            break;
        }
        const std::size_t number = std::min(text.find_first_of("0123456789", at), text.size() - 1);
        std::size_t past = number;
        while (past < text.size() && std::string_view("0123456789.").find(text[past]) != std::string_view::npos)
            ++past;
        return text.replace(number, past - number, kWords[below(kWords.size())]);
    }

    std::mt19937 m_random;
};

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

TEST(TtXlaMutation, NoNumberOfADamagedLogIsLostOrMadeUpWithoutAWord)
{
    const std::string base = mutatedLog();
    const auto whole = test::readXlaLog(base);
    ASSERT_EQ(blocksOf(whole).lines, 20);
    ASSERT_TRUE(whole[0].warnings.empty());
    int unwarned = 0;
    for (std::uint32_t seed = 0; seed < 10000; ++seed) {
        const std::string text = LogMutator(seed).mutated(base);
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
    EXPECT_GT(unwarned, 500); // else nothing was compared
}

} // namespace
} // namespace tidemark::ttxla
