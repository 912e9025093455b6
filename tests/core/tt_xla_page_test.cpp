#include "core/tenstorrent/tt_xla/list_reader.h"
#include "core/tenstorrent/tt_xla/upstream_files.h"
#include "tests/support/tt_xla_logs.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>
#include <tuple>

namespace tidemark::ttxla {
namespace {

std::string pageOf(const Profile& profile)
{
    std::ostringstream out;
    writeReportPage(out, profile);
    return out.str();
}

/// Returns a constant of the page, which is on one line.
nlohmann::json constantIn(const std::string& page, const std::string& name)
{
    const std::string words = "\nconst " + name + " = ";
    const std::size_t begin = page.find(words);
    EXPECT_NE(begin, std::string::npos) << name;
    const std::size_t end = page.find(";\n", begin);
    return nlohmann::json::parse(page.substr(begin + words.size(), end - begin - words.size()));
}

const std::string kThreeSteps = test::stepText("%1", "ttnn.to_layout", "%arg0", "ToLayoutOp", {1000}, 33, 64)
    + test::stepText("", "ttnn.deallocate", "%arg0", "DeallocateOp", {9000})
    + test::stepText("%2", "ttnn.add", "%1", "EltwiseBinaryOp", {2001});

TEST(TtXlaPage, ContainsTheDataMissingFromUpstreamsLists)
{
    const nlohmann::json page = constantIn(pageOf(test::readXlaLog(kThreeSteps)[0]), "page");
    ASSERT_EQ(page["operations"].size(), 3U);
    EXPECT_EQ(page["operations"][1]["name"], "ttnn.deallocate");
    EXPECT_EQ(page["operations"][1]["index"], nullptr);
    EXPECT_EQ(page["operations"][2]["index"], 1);
    const nlohmann::json& dram = page["memories"][0];
    EXPECT_EQ(dram["name"], "DRAM");
    EXPECT_EQ(dram["banks"], 12);
    EXPECT_EQ(dram["total"], 1000 << 20);
    EXPECT_EQ(dram["before"], nlohmann::json({1 << 20, 9 << 20, 2098201}));
    EXPECT_EQ(dram["after"], nlohmann::json({9 << 20, 2098201, nullptr}))
        << "the state after the last operation is unknown";
    EXPECT_EQ(dram["free"][0], 991 << 20);
}

TEST(TtXlaPage, HasArgumentsModulesAndShortages)
{
    const std::string log
        = "MLIR Module ttnn:\n%1 = ttnn.add loc(#loc)\n"
          "------------------ END OF MLIR MODULE ------------------\n"
          "MLIR Module shlo_frontend:\nfunc.func @main(%arg0: tensor<33x64xbf16> {ttcore.argument_type = "
          "#ttcore.argument_type<parameter>, ttir.name = \"w\"}) -> tensor<2xf32> {\n"
          "------------------ END OF MLIR MODULE ------------------\n"
        + kThreeSteps
        + "Out of Memory: Not enough space to allocate 1200 B DRAM buffer across 12 banks, where each bank needs to store "
          "100 B, but bank size is 1000 B (allocated: 950 B, free: 50 B, largest free block: 20 B)\n";
    const std::string page = pageOf(test::readXlaLog(log)[0]);
    const nlohmann::json inputs = constantIn(page, "inputsRegistry")["entries"];
    ASSERT_EQ(inputs.size(), 1U);
    EXPECT_EQ(inputs[0]["name"], "w");
    EXPECT_EQ(inputs[0]["bytes"], 33 * 64 * 2);
    EXPECT_EQ(constantIn(page, "modules")["ttnn"]["text"], "%1 = ttnn.add loc(#loc)\n");
    EXPECT_EQ(constantIn(page, "page")["shortages"].size(), 1U);
}

TEST(TtXlaPage, NoNameEndsItsScript)
{
    Profile profile = test::readXlaLog(kThreeSteps)[0];
    profile.name = "</script><script>alert(1)//<!--";
    profile.facts[0].loc = "a</script>\n  b";
    const std::string page = pageOf(profile);
    EXPECT_EQ(constantIn(page, "page")["title"], profile.name);
    EXPECT_EQ(constantIn(page, "operationList")[0]["loc"], "a</script>\n  b");
    std::size_t ends = 0;
    for (std::size_t at = page.find("</script>"); at != std::string::npos; at = page.find("</script>", at + 1))
        ++ends;
    EXPECT_EQ(ends, 2U) << "of the data and of the code";
    EXPECT_EQ(page.find("<!--"), std::string::npos);
}

TEST(TtXlaPage, NeedsNoOtherFileAndNoNetwork)
{
    const std::string page = pageOf(test::readXlaLog(kThreeSteps)[0]);
    for (const char* const word : {"http:", "https:", "src=", "@import", "url("})
        EXPECT_EQ(page.find(word), std::string::npos) << word;
    EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
}

TEST(TtXlaPage, BanksOfUpstreamsPageAreReadFromItsHead)
{
    const auto geometry = [](const std::string& head) {
        const auto read = readReport({"a_report.html",
                                      "<p>DRAM:" + head
                                          + "</p>\nconst opsData = [{\"index\": 0}];\n"
                                            "const memData = [{\"DRAM\": 1.0}];\n"});
        if (!read)
            return read.error().message;
        const BankState state = read->before(0, Memory::Dram);
        return std::to_string(state.banks) + " of " + std::to_string(state.total);
    };
    EXPECT_EQ(geometry(" 12 banks × 2.00 MB/bank"), "12 of 2097152");
    EXPECT_EQ(geometry("</b> <span class=\"" + std::string(300, 'x') + "\">7 banks × 2.00 MB/bank"), "7 of 2097152");
    EXPECT_EQ(geometry(" some banks"), "1 of -1") << "unknown";
}

} // namespace
} // namespace tidemark::ttxla
