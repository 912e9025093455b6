#include "core/tenstorrent/tt_xla/operations_report.h"
#include "core/tenstorrent/tt_xla/upstream_files.h"
#include "tests/support/tt_xla_logs.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace tidemark::ttxla {
namespace {

using nlohmann::json;
using test::runtimeLine;
using test::stepText;

json writtenJson(void (*write)(std::ostream&, const Profile&), const Profile& profile)
{
    std::ostringstream out;
    write(out, profile);
    return json::parse(out.str());
}

TEST(TtXlaUpstream, BothListsHaveTheSameOperationsWithoutDeallocations)
{
    const Profile profile = test::readXlaLog(runtimeLine("RuntimeTTNN", "DEBUG", "Starting execution of program: main")
                                             + stepText("%0", "ttnn.get_device", "", "GetDeviceOp", {1000})
                                             + stepText("%1", "ttnn.to_layout", "%arg0", "ToLayoutOp", {1000}, 33, 64)
                                             + stepText("", "ttnn.deallocate", "%arg0", "DeallocateOp", {9000})
                                             + stepText("%2", "ttnn.add", "%1", "EltwiseBinaryOp", {2001}))[0];
    const json memory = writtenJson(writeMemoryList, profile);
    const json operations = writtenJson(writeOperationList, profile);
    EXPECT_EQ(memory["metadata"]["total_operations"], 2);
    EXPECT_EQ(memory["metadata"]["memory_config"]["DRAM"],
              json::parse(R"({"num_banks": 12, "total_bytes_per_bank_MB": 1000})"));
    EXPECT_FALSE(memory["metadata"].contains("programs"));
    ASSERT_EQ(memory["operations"].size(), 2U);
    ASSERT_EQ(operations.size(), 2U);
    EXPECT_EQ(memory["operations"][1]["memory"]["DRAM"]["totalBytesAllocatedPerBank_MB"], 2.001);
    EXPECT_EQ(memory["operations"][1]["op_type"], "EltwiseBinaryOp");
    EXPECT_EQ(operations[1]["mlir_op"], "ttnn.add");
    EXPECT_EQ(operations[1]["index"], 1);
    EXPECT_FALSE(operations[1].contains("rank"));
    EXPECT_FALSE(operations[1].contains("program_index"));
    // 33 rows take two tiles.
    EXPECT_EQ(operations[0]["output_layout_info"]["padded_shape"], json::parse("[64, 64]"));
    EXPECT_EQ(memory["operations"][0]["unpadded_memory"]["DRAM"]["unpadded_bytes"], 33 * 64 * 2);
    EXPECT_EQ(memory["operations"][0]["unpadded_memory"]["DRAM"]["padded_bytes"], 64 * 64 * 2);
    EXPECT_EQ(memory["operations"][1]["unpadded_memory"]["DRAM"]["num_tensors"], 2);
    EXPECT_EQ(writtenJson(writeInputsRegistry, profile), json::parse(R"({"metadata": {}, "entries": []})"));
}

TEST(TtXlaUpstream, TheRankIsListedIfTheLogHasIt)
{
    std::string log;
    std::istringstream lines(stepText("%1", "ttnn.add", "%a", "AddOp", {1}));
    for (std::string line; std::getline(lines, line);)
        log += "[1,0]<stdout>: " + line + "\n";
    EXPECT_EQ(writtenJson(writeOperationList, test::readXlaLog(log)[0])[0]["rank"], "1,0");
}

TEST(TtXlaUpstream, UnknownValuesAreNull)
{
    std::string log = stepText("%1", "ttnn.add", "%a", "AddOp", {1500});
    log.replace(log.find("1.500 MB"), 8, "nan MB");
    const json memory = writtenJson(writeMemoryList, test::readXlaLog(log)[0]);
    EXPECT_TRUE(memory["operations"][0]["memory"]["DRAM"]["totalBytesAllocatedPerBank_MB"].is_null());
}

TEST(TtXlaUpstream, LocationsComeFromTheFirstLineThatNamesThem)
{
    const auto lines
        = linesByLocation("#loc1 = loc(\"a\")\n#loc2 = loc(\"b\"(\"c\"))\nmodule {\n  %0 = x loc(#loc2)\n  %1 = y "
                          "loc(#loc1)\n  %2 = y loc(#loc1)\n  %3 = load_cached(@f, [%1]) loc(\"d\")\n} loc(#loc)\n");
    EXPECT_EQ(lines, (std::map<std::string, std::uint64_t>{{"a", 5}, {"b", 4}, {"d", 7}, {"@f", 7}}));
}

/// Compares with the output of upstream's profiler for the logs of TIDEMARK_SAMPLES.
TEST(TtXlaUpstream, ListsAreEqualToThoseOfTheTool)
{
    const char* const samples = std::getenv("TIDEMARK_SAMPLES");
    const std::string run
        = std::string(samples ? samples : "") + "/tenstorrent/tt-xla/toy_decoder_20260122_143957/toy_decoder";
    if (!samples || !std::filesystem::exists(run + "_profile.log"))
        GTEST_SKIP() << "no samples of the tool";
    const auto textOf = [](const std::string& path) {
        std::ostringstream text;
        text << std::ifstream(path, std::ios::binary).rdbuf();
        return text.str();
    };
    const auto profiles = test::readXlaLog(textOf(run + "_profile.log"));
    ASSERT_EQ(profiles.size(), 1U);
    EXPECT_TRUE(profiles[0].warnings.empty());
    for (const UpstreamFile& file : kUpstreamFiles)
        EXPECT_EQ(json::diff(json::parse(textOf(run + std::string(file.ending))), writtenJson(file.write, profiles[0])),
                  json::array())
            << file.ending;
}

} // namespace
} // namespace tidemark::ttxla
