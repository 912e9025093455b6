#include "core/base/json_source.h"
#include "core/open/open_documents.h"
#include "core/tenstorrent/tt_xla/list_reader.h"
#include "core/tenstorrent/tt_xla/profile_document.h"
#include "core/tenstorrent/tt_xla/profile_view.h"
#include "core/tenstorrent/tt_xla/upstream_files.h"
#include "tests/support/temp_folder.h"
#include "tests/support/tt_xla_logs.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace tidemark::ttxla {
namespace {

using test::stepText;

Profile logged()
{
    return test::readXlaLog(stepText("%1", "ttnn.to_layout", "%arg0", "ToLayoutOp", {1000}, 33, 64)
                            + stepText("%2", "ttnn.matmul", "%1", "MatmulOp", {3500, 1000000, 500000})
                            + stepText("", "ttnn.deallocate", "%1", "DeallocateOp", {7500})
                            + stepText("%3", "ttnn.add", "%2", "EltwiseBinaryOp", {5000})
                            + stepText("%1", "ttnn.to_layout", "%arg0", "ToLayoutOp", {1000}))[0];
}

std::string written(void (*write)(std::ostream&, const Profile&), const Profile& profile)
{
    std::ostringstream out;
    write(out, profile);
    return out.str();
}

ListTexts listsOf(const Profile& profile)
{
    return {{"a_memory.json", written(writeMemoryList, profile)},
            NamedText{"a_operations.json", written(writeOperationList, profile)},
            NamedText{"a_inputs_registry.json", written(writeInputsRegistry, profile)},
            NamedText{"a_ir.json", written(writeModules, profile)}};
}

void replaceIn(std::string& text, const std::string& what, const std::string& with)
{
    const std::size_t at = text.find(what);
    ASSERT_NE(at, std::string::npos) << what;
    text.replace(at, what.size(), with);
}

TEST(TtXlaFiles, ListsReadBackTheirLog)
{
    const Profile log = logged();
    const auto lists = readLists(listsOf(log));
    ASSERT_TRUE(lists) << lists.error().message;
    EXPECT_TRUE(lists->warnings.empty());
    EXPECT_TRUE(lists->relations.empty());
    ASSERT_EQ(lists->operations.size(), log.listed());
    std::size_t next = 0;
    for (std::size_t i = 0; i < log.operations.size(); ++i) {
        if (!log.operations[i].isListed())
            continue;
        const Operation& operation = lists->operations[next];
        EXPECT_EQ(lists->states[next], log.states[i]); // exact to the byte despite the decimals
        EXPECT_EQ(lists->labelOf(operation), log.labelOf(log.operations[i]));
        EXPECT_EQ(lists->nameOf(operation.type), log.nameOf(log.operations[i].type));
        const OperationFacts& facts = *lists->factsOf(operation);
        const OperationFacts& expected = *log.factsOf(log.operations[i]);
        EXPECT_EQ(facts.inputs, expected.inputs);
        EXPECT_EQ(facts.outputType, expected.outputType);
        EXPECT_EQ(facts.loc, expected.loc);
        EXPECT_EQ(facts.layout->paddedBytes, expected.layout->paddedBytes);
        ++next;
    }
}

TEST(TtXlaFiles, OlderGenerationsCanBeOpened)
{
    ListTexts texts = listsOf(logged());
    std::string bare = texts.memory.text;
    bare = bare.substr(bare.find("\"operations\": ") + 14);
    bare = bare.substr(0, bare.rfind('}'));
    texts.memory.text = bare;
    const auto lists = readLists(std::move(texts));
    ASSERT_TRUE(lists) << lists.error().message;
    EXPECT_EQ(lists->operations.size(), 4U);

    ListTexts alone{listsOf(logged()).memory, {}, {}, {}};
    const auto memory = readLists(std::move(alone));
    ASSERT_TRUE(memory);
    EXPECT_EQ(memory->labelOf(memory->operations[1]), "ttnn.matmul");
    EXPECT_FALSE(memory->warnings.empty());
}

TEST(TtXlaFiles, ListsThatDoNotFitAreReported)
{
    ListTexts texts = listsOf(logged());
    replaceIn(texts.operations->text, "ttnn.matmul%1", "elsewhere");
    const auto other = readLists(std::move(texts));
    ASSERT_TRUE(other);
    ASSERT_EQ(other->relations.size(), 1U);
    EXPECT_EQ(other->relations[0],
              "Element 1 has loc ttnn.matmul%1 in a_memory.json and elsewhere in a_operations.json.");

    ListTexts shorter = listsOf(logged());
    shorter.operations->text = "[]";
    const auto empty = readLists(std::move(shorter));
    ASSERT_TRUE(empty);
    EXPECT_EQ(empty->relations, std::vector<std::string>{"a_memory.json has 4 elements, a_operations.json 0."});
}

TEST(TtXlaFiles, InvalidNumbersOfListsAreReportedWithTheirLines)
{
    for (const char* number : {"NaN", "-3.5", "\"nan\"", "1e300", "true", "Infinity", "-Infinity"}) {
        ListTexts texts = listsOf(logged());
        replaceIn(texts.memory.text, "\"totalBytesAllocatedPerBank_MB\": 3.5",
                  std::string("\"totalBytesAllocatedPerBank_MB\": ") + number);
        const auto lists = readLists(std::move(texts));
        ASSERT_TRUE(lists) << number << lists.error().message;
        EXPECT_EQ(lists->states[1][0].allocated, -1) << number;
        EXPECT_GT(lists->states[1][0].free, 0);
        ASSERT_EQ(lists->warnings.list().size(), 1U) << number;
        EXPECT_TRUE(lists->warnings.list()[0].text.starts_with("a_memory.json, line "))
            << lists->warnings.list()[0].text;
    }
    EXPECT_FALSE(readLists({{"a", "[{\"x\": 1}]"}, {}, {}, {}}));
    EXPECT_FALSE(readLists({{"a", "[{"}, {}, {}, {}}));
}

TEST(TtXlaFiles, AReportHasItsDataInItsPage)
{
    const std::string page
        = "<!DOCTYPE html>\n<html><script src=\"plotly.js\"></script><p>Memory: DRAM: 7 banks × 4080.00 MB/bank | L1: 110 "
          "banks × 1.34 MB/bank</p>\n"
          "const opsData = [{\"index\": 0, \"mlir_op\": \"ttnn.add\", \"loc\": \"a\", \"inputs\": [\"%1\"], \"source\": "
          "\"Main\"}, {\"index\": 1, \"mlir_op\": \"ttnn.mean\", \"loc\": null, \"inputs\": []}];\n"
          "const memData = [{\"DRAM\": 10.5, \"L1\": 0.0}, {\"DRAM\": 12.5, \"L1\": 0.0}];\n</html>";
    const auto report = readReport({"r.html", page});
    ASSERT_TRUE(report) << report.error().message;
    EXPECT_TRUE(report->warnings.empty());
    ASSERT_EQ(report->operations.size(), 2U);
    EXPECT_EQ(report->after(0, Memory::Dram).allocatedOfAll(), 7 * 12.5 * 1048576);
    EXPECT_EQ(report->before(0, Memory::Dram).total, std::int64_t{4080} << 20);
    EXPECT_EQ(report->before(0, Memory::L1).banks, 110);
    EXPECT_FALSE(report->hasStates(Memory::Trace));
    EXPECT_FALSE(readReport({"r.html", "<html>plotly</html>"}));
}

TEST(TtXlaFiles, BlocksOfTheAllocatorAreRowsWithAddresses)
{
    const auto record = [](const char* operation, int allocated, const std::string& blocks) {
        return std::string("{\"debug_str\": \"") + operation + "\", \"dram\": {\"num_banks\": 2, "
            + "\"total_bytes_per_bank\": 1000, \"total_bytes_allocated_per_bank\": " + std::to_string(allocated)
            + ", \"total_bytes_free_per_bank\": " + std::to_string(1000 - allocated)
            + ", \"largest_contiguous_bytes_free_per_bank\": 400, \"block_table\": [" + blocks + "]}}";
    };
    const auto block = [](int address, int size, bool isAllocated) {
        return std::string("{\"allocated\": \"") + (isAllocated ? "yes" : "no") + "\", \"address\": \""
            + std::to_string(address) + "\", \"size\": \"" + std::to_string(size) + "\"}";
    };
    const std::string records = "{\"1\": "
        + record(R"(%1 = \"ttnn.add\"(%0) : () -> () loc(\"/a/test.py:27\"))", 150,
                 block(200, 50, true) + "," + block(0, 100, true) + "," + block(100, 100, false))
        + ", \"0\": " + record(R"(%0 = \"ttnn.tan\"(%arg0) : () -> () loc(unknown))", 100, block(0, 100, true)) + "}";
    const test::TempFolder folder;
    const std::string path = folder.path() + "/memory_results.json";
    std::ofstream(path) << records;
    const auto documents = openDocuments({folder.path()}, allKinds(), {});
    ASSERT_TRUE(documents) << documents.error().message;
    const auto view = documents->front()->view({ProgramId(0), 0}, {});
    ASSERT_TRUE(view);
    EXPECT_EQ((*view)->axis.label(StepId(0)), "ttnn.tan");
    EXPECT_EQ((*view)->levelAt(StepId(0)), 200); // after it
    EXPECT_EQ((*view)->levelAt(StepId(1)), 300);
    const Rows& rows = (*view)->rows;
    ASSERT_EQ(rows.count, 2U);
    EXPECT_EQ(rows.size[RowId(1)], 100);
    EXPECT_EQ(rows.offset[RowId(1)], 200);
    EXPECT_EQ(rows.end[RowId(0)], StepId(2));
    Facts facts;
    rows.describe(RowId(1), facts);
    EXPECT_EQ(facts.name, "ttnn.add");
    EXPECT_EQ(facts.sourceFile, "/a/test.py");
    EXPECT_EQ(facts.sourceLine, 27);
    for (const Check& check : (*view)->checks())
        EXPECT_NE(check.verdict, Verdict::Fails) << check.name;
}

TEST(TtXlaFiles, TablesOfOlderVersionsHaveTheStateOfEachDevice)
{
    const auto documents = openDocuments(
        {std::string(TIDEMARK_TEST_DATA) + "/tenstorrent/memory_results_of_older_ttrt.json"}, allKinds(), {});
    ASSERT_TRUE(documents) << documents.error().message;
    const auto view = documents->front()->view({ProgramId(0), 0}, {});
    ASSERT_TRUE(view);
    const Figures figures = (*view)->figures(nullptr);
    EXPECT_EQ(figures.capacity.bytes, 12 * 1073741792LL);
    EXPECT_EQ(figures.peakBytes, 0);
}

TEST(TtXlaFiles, TablesNameTheWrongNumber)
{
    const auto profile = readBlockTables(
        {"memory_report.json",
         R"([{"loc": "a", "debug_str": "%0 = \"ttnn.tan\"(%arg0) : (tensor<2x2xf32>) -> tensor<2x2xf32>",
              "dram": {"num_banks": 2, "total_bytes_per_bank": 1000, "total_bytes_allocated_per_bank": 400,
                       "total_bytes_free_per_bank": 602, "largest_contiguous_bytes_free_per_bank": 600,
                       "block_table": [{"allocated": "yes", "address": "0", "size": "400"},
                                       {"allocated": "no", "address": "400", "size": "600"}]}}])"});
    ASSERT_TRUE(profile) << profile.error().message;
    std::string verdicts;
    for (const Check& check : checksOf({std::make_shared<const Profile>(*profile), Memory::Dram, {0, 1}})) {
        verdicts += check.name + (check.verdict == Verdict::Ok ? " ok\n" : " fails\n");
        EXPECT_FALSE(check.title.empty()) << check.name;
    }
    EXPECT_NE(verdicts.find("allocated-and-free fails"), std::string::npos) << verdicts;
    EXPECT_NE(verdicts.find("block-table ok"), std::string::npos) << verdicts;
    EXPECT_NE(verdicts.find("free-blocks fails"), std::string::npos)
        << "the free memory is the wrong number: " << verdicts;
}

TEST(TtXlaFiles, BlocksAndBanksBeyondAllMemoryAreReported)
{
    const auto read = [](std::int64_t banks, std::int64_t size) {
        return readBlockTables(
            {"memory_report.json",
             R"json([{"loc": "a", "debug_str": "%0 = \"ttnn.tan\"(%arg0) : () -> ()", "dram": {"num_banks": )json"
                 + std::to_string(banks) + R"json(, "total_bytes_per_bank": 1000,
                     "block_table": [{"allocated": "no", "address": "0", "size": ")json"
                 + std::to_string(size) + R"json("}]}}])json"});
    };
    const auto reported = [](const Profile& profile) {
        std::uint64_t count = 0;
        for (const Warning& warning : profile.warnings.list())
            count += warning.count;
        return count;
    };
    const auto usual = read(12, 1000);
    ASSERT_TRUE(usual) << usual.error().message;
    const auto sizes = read(12, kEndOfABank + 1);
    ASSERT_TRUE(sizes) << sizes.error().message;
    EXPECT_TRUE(sizes->blocks[0][static_cast<std::size_t>(Memory::Dram)].empty());
    EXPECT_EQ(reported(*sizes), reported(*usual) + 1);
    const auto banks = read(kMostBanks + 1, 1000);
    ASSERT_TRUE(banks) << banks.error().message;
    EXPECT_LT(banks->states[0][static_cast<std::size_t>(Memory::Dram)].banks, 0);
    EXPECT_EQ(reported(*banks), reported(*usual) + 1);
}

TEST(TtXlaFiles, TheMostCompleteFileOfARunIsOpened)
{
    const test::TempFolder folder;
    const auto write
        = [&](const char* name, const std::string& text) { std::ofstream(folder.path() + "/" + name) << text; };
    const Profile log = logged();
    write("toy_memory.json", written(writeMemoryList, log));
    write("toy_operations.json", written(writeOperationList, log));
    write("toy_ir.json", "{\"ttir\": {\"text\": \"module @a\\n\", \"loc_index\": {}}}");
    const auto origin = [&](const std::string& path) {
        const auto documents = openDocuments({path}, allKinds(), {});
        EXPECT_TRUE(documents) << (documents ? "" : documents.error().message);
        const auto document = documents ? std::dynamic_pointer_cast<const ProfileDocument>(documents->back()) : nullptr;
        EXPECT_TRUE(document);
        return document ? document->profile(ProgramId(0)) : nullptr;
    };
    for (const char* name : {"", "/toy_memory.json", "/toy_operations.json"}) {
        const auto profile = origin(folder.path() + name);
        ASSERT_TRUE(profile) << name;
        EXPECT_EQ(profile->origin, Origin::Lists) << name;
        EXPECT_TRUE(profile->relations.empty());
        EXPECT_TRUE(profile->firstModule("ttir"));
        EXPECT_EQ(profile->name, "toy");
    }
    write("toy_profile.log", stepText("%1", "ttnn.to_layout", "%arg0", "ToLayoutOp", {1000}));
    EXPECT_EQ(origin(folder.path())->origin, Origin::Log);
    write("lone_operations.json", written(writeOperationList, log));
    const auto alone = openDocuments({folder.path() + "/lone_operations.json"}, allKinds(), {});
    ASSERT_FALSE(alone);
    EXPECT_NE(alone.error().message.find("lone_memory.json is not in its folder"), std::string::npos)
        << alone.error().message;
}

TEST(TtXlaFiles, ArgumentsOfAModuleAreThoseBetweenItsBrackets)
{
    const auto text = [](const std::string& arguments) {
        std::string all;
        for (const InputEntry& entry : readInputs("module {\n func.func @main(" + arguments).entries)
            all += entry.ssa + " " + entry.shape + " " + entry.dtype + " " + entry.type + "; ";
        return all;
    };
    const std::string one = "%arg0: tensor<2x3xbf16> {ttcore.argument_type = #ttcore.argument_type<input>}";
    EXPECT_EQ(text(one + ") -> (tensor<7xf32>) {"), "%arg0 2x3 bf16 input; ");
    EXPECT_EQ(text("%arg0: tensor<2x3xbf16>, %arg1: tensor<4xf32>) -> tensor<7xf32> {"),
              "%arg0 2x3 bf16 unknown; %arg1 4 f32 unknown; ");
    EXPECT_EQ(text("%arg0: tensor<2x3xbf16>"), "%arg0 2x3 bf16 unknown; ") << "cut";
    EXPECT_EQ(text(") {"), "");
}

TEST(TtXlaFiles, ListsNestedDeeperThanSixteenLevelsAreRejected)
{
    const auto isRead = [](std::size_t depth) {
        Warnings warnings;
        return static_cast<bool>(
            JsonSource::parse("a.json", std::string(depth, '[') + std::string(depth, ']'), warnings));
    };
    EXPECT_TRUE(isRead(16));
    EXPECT_FALSE(isRead(17));
}

} // namespace
} // namespace tidemark::ttxla
