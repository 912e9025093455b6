#include "core/tenstorrent/xla/list_reader.h"
#include "core/tenstorrent/xla/report_writer.h"
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

TEST(TtXlaPage, IsReadBackAsItsLog)
{
    const std::string log = "nonsense | WARNING |\nExecuting operation: %9 = broken\n" + kThreeSteps
        + "Out of Memory: Not enough space to allocate 1200 B DRAM buffer across 12 banks, where each bank needs to store "
          "100 B, but bank size is 1000 B (allocated: 950 B, free: 50 B, largest free block: 20 B)\n";
    const Profile profile = test::readXlaLog(log)[0];
    const std::string page = pageOf(profile);
    const auto read = readReport({"a_report.html", page});
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->operations.size(), profile.operations.size());
    ASSERT_EQ(read->operations.size(), 4U) << "with the deallocation, and what is broken";
    EXPECT_FALSE(profile.warnings.empty());
    EXPECT_EQ(read->origin, Origin::Log);
    EXPECT_EQ(read->labelOf(read->operations[2]), "ttnn.deallocate");
    EXPECT_EQ(read->before(2, Memory::Dram).allocated, 9 << 20);
    EXPECT_EQ(read->factsOf(read->operations[1])->layout->paddedBytes,
              profile.factsOf(profile.operations[1])->layout->paddedBytes);
    ASSERT_EQ(read->shortages.size(), 1U);
    EXPECT_EQ(read->shortages[0].cause(), OutOfMemory::Cause::TooBig);
    EXPECT_EQ(read->warnings.list(), profile.warnings.list());
    EXPECT_EQ(pageOf(*read), page) << "nothing is lost on the way";
}

TEST(TtXlaPage, AShortageOfItsFirstOperationIsReadBack)
{
    const std::string log = test::executing("%1 = \"ttnn.to_layout\"(%arg0) : (tensor<4xf32>) -> tensor<4xf32>")
        + "Out of Memory: Not enough space to allocate 1200 B DRAM buffer across 12 banks, where each bank needs to store "
          "100 B, but bank size is 50 B\n";
    const Profile profile = test::readXlaLog(log)[0];
    ASSERT_EQ(profile.shortages.size(), 1U);
    const std::string page = pageOf(profile);
    const auto read = readReport({"a_report.html", page});
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->shortages.size(), 1U);
    EXPECT_EQ(read->shortages[0].operation, 0U);
    EXPECT_EQ(pageOf(*read), page);
}

TEST(TtXlaPage, APageMadeFromListsKeepsTheirShapes)
{
    ListTexts lists{
        {"a_memory.json", R"([{"index": 0, "memory": {"DRAM": {"num_banks": 12, "total_bytes_per_bank": 1000.0,
        "total_bytes_allocated_per_bank": 10.0, "total_bytes_free_per_bank": 990.0,
        "largest_contiguous_bytes_free_per_bank": 900.0}}}])"},
        NamedText{"a_operations.json", R"([{"index": 0, "mlir_op": "ttnn.add", "result": "%1",
        "inputs": ["%0"], "loc": "here", "input_shapes": ["32x5"], "input_dtypes": ["f32"], "output_shapes": ["32x7", null],
        "output_dtypes": ["bf16"], "output_layout_info": {"logical_shape": [32, 7], "dtype": "bf16", "unpadded_bytes": 448,
        "is_tiled": true, "memref_shape": [1, 1], "tile_size": [32, 32], "padded_shape": [32, 32], "padded_bytes": 2048,
        "buffer_type": "dram", "overhead_pct": 357.1}}])"},
        {},
        {}};
    const auto profile = readLists(std::move(lists));
    ASSERT_TRUE(profile) << profile.error().message;
    const std::string page = pageOf(*profile);
    const auto read = readReport({"a_report.html", page});
    ASSERT_TRUE(read) << read.error().message;
    const OperationFacts* const facts = read->factsOf(read->operations[0]);
    ASSERT_TRUE(facts);
    ASSERT_EQ(facts->inputTensors.size(), 1U);
    EXPECT_EQ(facts->inputTensors[0].shape, "32x5");
    ASSERT_EQ(facts->outputTensors.size(), 2U);
    EXPECT_EQ(facts->outputTensors[0].dtype, "bf16");
    ASSERT_TRUE(facts->layout);
    EXPECT_EQ(facts->layout->paddedBytes, 2048);
    EXPECT_EQ(facts->layout->tile, std::pair(std::int64_t{32}, std::int64_t{32}));
    EXPECT_EQ(pageOf(*read), page) << "nothing is lost on the way";
}

TEST(TtXlaPage, APageMadeFromBlockTablesKeepsThem)
{
    const auto profile
        = readBlockTables({"memory_report.json", R"json([{"loc": "a", "debug_str": "%0 = \"ttnn.tan\"(%arg0)",
        "dram": {"num_banks": 2, "total_bytes_per_bank": 1000, "total_bytes_allocated_per_bank": 500,
        "total_bytes_free_per_bank": 500, "largest_contiguous_bytes_free_per_bank": 500, "block_table": [
        {"allocated": "no", "address": "500", "size": "500"}, {"allocated": "yes", "address": "0", "size": "500"}]}}])json"});
    ASSERT_TRUE(profile) << profile.error().message;
    const std::string page = pageOf(*profile);
    const auto read = readReport({"a_report.html", page});
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->blocks.size(), 1U);
    const auto& blocks = read->blocks[0][static_cast<std::size_t>(Memory::Dram)];
    ASSERT_EQ(blocks.size(), 2U);
    EXPECT_TRUE(blocks[0].isAllocated);
    EXPECT_EQ(blocks[1].address, 500);
    EXPECT_EQ(pageOf(*read), page) << "nothing is lost on the way";

    for (const auto& [from, to] : {std::pair("0 500 1 500 500 0", "0 500 1 500 500"), std::pair("0 500 1", "0 500 7"),
                                   std::pair("0 500 1", "0 -5 1"), std::pair("0 500 1 500 500 0", "500 500 0 0 500 1"),
                                   std::pair("\"0 500 1 500 500 0\"", "")}) {
        std::string damaged = page;
        const std::size_t at = damaged.find(from);
        ASSERT_NE(at, std::string::npos);
        EXPECT_FALSE(readReport({"a_report.html", damaged.replace(at, std::string(from).size(), to)})) << to;
    }
}

TEST(TtXlaPage, AnEditedRecordIsNotTrusted)
{
    const std::string page = pageOf(test::readXlaLog(kThreeSteps)[0]);
    const std::size_t record = page.find("const recorded");
    const auto changed = [&](const std::string& from, const std::string& to) {
        std::string other = page;
        const std::size_t at = other.find(from, record);
        EXPECT_NE(at, std::string::npos) << from;
        return readReport({"a_report.html", other.replace(at, from.size(), to)});
    };
    for (const auto& [from, to] :
         {std::pair("\"count\":3", "\"count\":4"), std::pair("\"count\":3", "\"count\":3000000000"),
          std::pair("\"kind\":\"", "\"kind\":\"9 "), std::pair("\"facts\":\"", "\"facts\":\"7 "),
          std::pair("\"banks\":\"12*3", "\"banks\":\"12*99999999999"),
          std::pair("\"origin\":\"log", "\"origin\":\"dog")}) {
        const auto read = changed(from, to);
        ASSERT_FALSE(read) << from << " " << to;
        EXPECT_NE(read.error().message.find("damaged"), std::string::npos) << read.error().message;
    }
}

TEST(TtXlaPage, EachColumnOfItsRecordHasItsRange)
{
    const Profile profile = test::readXlaLog(kThreeSteps)[0];
    const std::string page = pageOf(profile);
    const auto reads = [&](const std::string& name, std::int64_t first) {
        std::string other = page;
        const std::string key = '"' + name + "\":\"";
        const std::size_t begin = other.find(key, other.find("\"operations\":{", other.find("const recorded")));
        EXPECT_NE(begin, std::string::npos) << name;
        const std::size_t at = begin + key.size();
        other.replace(at, other.find_first_not_of("-0123456789", at) - at, std::to_string(first));
        return readReport({"a_report.html", other}).has_value();
    };
    const auto names = static_cast<std::int64_t>(profile.names.size());
    const auto facts = static_cast<std::int64_t>(profile.facts.size());
    for (const auto& [name, least, most] :
         {std::tuple("facts", std::int64_t{-1}, facts - 1), std::tuple("type", std::int64_t{-1}, names - 1),
          std::tuple("const_eval", std::int64_t{-1}, names - 1), std::tuple("line", std::int64_t{0}, INT64_MAX),
          std::tuple("index", std::int64_t{-1}, std::int64_t{UINT32_MAX} - 1),
          std::tuple("kind", std::int64_t{0}, std::int64_t{5}),
          std::tuple("flags", std::int64_t{0}, std::int64_t{7})}) {
        EXPECT_TRUE(reads(name, least)) << name;
        EXPECT_FALSE(reads(name, least - 1)) << name;
        EXPECT_TRUE(reads(name, most)) << name << " " << most;
        if (most < INT64_MAX) {
            EXPECT_FALSE(reads(name, most + 1)) << name << " " << most + 1;
        }
    }
}

TEST(TtXlaPage, ANameThatLooksLikeItsDataIsNotReadAsData)
{
    const std::string log
        = test::stepText("%1 const recorded = [];const page = ", "ttnn.matmul", "%arg0", "MatmulOp", {1000})
        + test::stepText("%2", "ttnn.const memoryList = 7", "%1", "ExpOp", {2000});
    const Profile profile = test::readXlaLog(log)[0];
    ASSERT_EQ(profile.operations.size(), 2U);
    const std::string page = pageOf(profile);
    ASSERT_NE(page.find("const recorded = []"), page.rfind("const recorded = ")) << "it is in its data";
    const auto read = readReport({"a_report.html", page});
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(pageOf(*read), page);
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
