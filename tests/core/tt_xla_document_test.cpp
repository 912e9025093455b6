#include "core/devices/device_table.h"
#include "core/groups/group_tree.h"
#include "core/open/open_documents.h"
#include "core/report/curve_table.h"
#include "core/tenstorrent/tt_xla/profile_view.h"
#include "core/view/choice.h"
#include "tests/support/temp_folder.h"
#include "tests/support/tt_xla_logs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace tidemark {
namespace {

using test::blockText;
using test::runtimeLine;
using test::stepText;

std::string runOfMain(int held)
{
    const auto line = [](const char* words) {
        return runtimeLine("RuntimeTTNN", "DEBUG", std::string(words) + " execution of program: main");
    };
    return line("Starting") + stepText("%1", "ttnn.to_layout", "%arg0", "ToLayoutOp", {held})
        + stepText("%2", "ttnn.matmul", "%1", "MatmulOp", {held + 2500})
        + stepText("", "ttnn.deallocate", "%1", "DeallocateOp", {held + 6501, 1000000, 600000})
        + stepText("%3", "ttnn.reshape", "%2", "ReshapeOp", {held + 4000})
        + stepText("", "ttnn.deallocate", "%2", "DeallocateOp", {held + 4000})
        + stepText("", "ttnn.deallocate", "%3", "DeallocateOp", {held + 4000}) + line("Finished");
}

/// A document of a log, and its folder.
struct OpenedLog {
    explicit OpenedLog(const std::string& text)
    {
        const std::string path = folder.path() + "/toy_profile.log";
        std::ofstream(path) << text;
        const auto documents = openDocuments({path}, allKinds(), {});
        EXPECT_TRUE(documents) << (documents ? "" : documents.error().message);
        if (documents)
            document = documents->back();
    }
    std::shared_ptr<const View> view(std::size_t program, std::int64_t memory) const
    {
        const auto found = document->view({ProgramId::at(program), memory}, {});
        EXPECT_TRUE(found);
        return found ? *found : nullptr;
    }

    test::TempFolder folder;
    std::shared_ptr<const Document> document;
};

std::int64_t all(int thousandths)
{
    return 12 * std::llround(thousandths * 1048.576);
}

TEST(TtXlaDocument, TheWholeLogIsListedFirstThenItsPrograms)
{
    const OpenedLog log(runOfMain(1000) + runOfMain(1000));
    const Catalogue& catalogue = log.document->catalogue();
    EXPECT_EQ(catalogue.kind, "tt_xla");
    ASSERT_EQ(catalogue.programs.size(), 3U);
    EXPECT_EQ(catalogue.programs[0].fullName(), "all");
    EXPECT_EQ(catalogue.programs[2].fullName(), "main(2)");
    ASSERT_EQ(log.document->outline(ProgramId(0)).memories.size(), 4U);
    EXPECT_EQ(log.document->outline(ProgramId(0)).memories[2].text, "L1_SMALL");
    EXPECT_EQ(log.document->outline(ProgramId(0)).peakIn(0), all(7501));
    Warnings unread;
    EXPECT_EQ(resolve(*log.document, {}, unread)->program, ProgramId(0));
    EXPECT_EQ(log.document->parseMemory(catalogue.files[0], "l1_small"), 2);
    EXPECT_FALSE(log.document->parseMemory(catalogue.files[0], "HBM"));
    const auto second = log.view(2, 0);
    EXPECT_EQ(second->axis.count, 6U);
    EXPECT_EQ(second->programText, "main(2)");
    EXPECT_EQ(log.view(0, 0)->marks.size(), 2U);
}

TEST(TtXlaDocument, TheLevelIsAfterAnOperation)
{
    const OpenedLog log(runOfMain(1000));
    const auto view = log.view(0, 0);
    std::ostringstream out;
    const auto writer = makeTableWriter(out, TableFormat::Csv, curveColumns());
    writeCurves(*view, *writer);
    EXPECT_EQ(out.str(),
              "step,instruction,bytes,occupied_bytes,unpadded_bytes,inside_bytes\r\n"
              "0,ttnn.to_layout,"
                  + std::to_string(all(3500)) + ",,," + std::to_string(all(3500))
                  + "\r\n"
                    "1,ttnn.matmul,"
                  + std::to_string(all(7501)) + ",,," + std::to_string(all(7501))
                  + "\r\n"
                    "2,ttnn.deallocate,"
                  + std::to_string(all(5000)) + ",,," + std::to_string(all(7501))
                  + "\r\n"
                    "3,ttnn.reshape,"
                  + std::to_string(all(5000)) + ",,," + std::to_string(all(5000))
                  + "\r\n"
                    "4,ttnn.deallocate,"
                  + std::to_string(all(5000)) + ",,," + std::to_string(all(5000))
                  + "\r\n"
                    "5,ttnn.deallocate,,,,"
                  + std::to_string(all(5000)) + "\r\n");
    EXPECT_EQ(view->peakStep, StepId(1));
    const Figures figures = view->figures(nullptr);
    EXPECT_EQ(figures.peakBytes, all(7501));
    EXPECT_EQ(figures.bytes("upstream_peak_bytes"), all(5000)); // before the operation at which it is listed
    EXPECT_EQ(figures.bytes("largest_increase_bytes"), all(7501) - all(3500));
    EXPECT_EQ(figures.capacity.bytes, all(1000000));
    EXPECT_EQ(figures.bytes("capacity_bytes"), all(1000000));
    const Device* const device = findDevice("p150");
    const Figures chosen = view->figures(device);
    EXPECT_EQ(chosen.bytes("capacity_bytes"), device->hbmBytes) << "like the device and the headroom next to it";
    EXPECT_EQ(chosen.bytes("headroom_bytes"), device->hbmBytes - all(7501));
    std::int64_t sum = 0;
    for (const Part& part : figures.parts)
        sum += part.bytes;
    EXPECT_EQ(sum, figures.peakBytes);
    const Curve* const ratio = view->curve(CurveRole::Ratio);
    EXPECT_EQ(ratio->values[1], 395); // 1 - 600 / 992.499
    EXPECT_FALSE(ratio->knows(5));
    EXPECT_FALSE(view->remarks.empty());
}

TEST(TtXlaDocument, RowsAddUpAndEndWhenTheirMemoryIsFreed)
{
    const OpenedLog log(runOfMain(1000) + runOfMain(1000));
    const auto view = log.view(0, 0);
    for (std::uint32_t step = 0; step < view->axis.count; ++step) {
        std::int64_t sum = 0;
        for (const LiveRow& live : view->rows.live(StepId(step)))
            sum += view->rows.size[live.row] - live.overlap;
        EXPECT_EQ(sum, view->levelAt(StepId(step))) << step;
    }
    const auto named = [&](const std::string& name) {
        std::size_t row = 0;
        while (row < view->rows.count && view->rows.name(RowId::at(row)) != name)
            ++row;
        EXPECT_LT(row, view->rows.count) << name;
        return RowId::at(row);
    };
    EXPECT_LE(std::abs(view->rows.size[RowId(0)] - all(1000)),
              3 * 1049 * 12); // memory in use before the log, except for rounding
    EXPECT_EQ(view->rows.name(RowId(0)), "(not attributed)");
    EXPECT_EQ(view->rows.size[named("ttnn.to_layout")], all(3500) - all(1000));
    EXPECT_EQ(view->rows.end[named("ttnn.to_layout")], StepId(2)); // its deallocation
    const RowId matmul = named("ttnn.matmul");
    EXPECT_FALSE(view->curves[0].knows(5)) << "the memory after the last operation of a run is unknown";
    EXPECT_EQ(view->rows.end[matmul], StepId(6)); // the reshape held it, and it is freed when the next run begins
    EXPECT_EQ(view->rows.size[named("ttnn.reshape")], 0);
    for (std::size_t i = 0; i < view->rows.count; ++i)
        EXPECT_TRUE(view->rows.kindOf(RowId::at(i)).id != "rounding" || view->rows.size[RowId::at(i)] <= 3 * 1049 * 12);
    Facts facts;
    view->rows.describe(matmul, facts);
    EXPECT_EQ(facts.id, 1);
    EXPECT_EQ(facts.opcode, "MatmulOp");
    EXPECT_EQ(facts.shape, "64x64xbf16");
    for (const Check& check : view->checks())
        EXPECT_NE(check.verdict, Verdict::Fails) << check.name << check.text;
}

TEST(TtXlaDocument, ChecksFindContradictions)
{
    std::string text = runOfMain(1000);
    const std::string free = "totalBytesFreePerBank: 996.500 MB";
    text.replace(text.find(free), free.size(), "totalBytesFreePerBank: 996.400 MB");
    const auto checks = OpenedLog(text).view(0, 0)->checks();
    const auto failed = std::ranges::find(checks, Verdict::Fails, &Check::verdict);
    ASSERT_NE(failed, checks.end());
    EXPECT_EQ(failed->name, "allocated-and-free");
    EXPECT_NE(failed->text.find("Operation 1, ttnn.matmul (line 8)"), std::string::npos) << failed->text;
}

TEST(TtXlaDocument, ShortagesAreExplained)
{
    struct Case {
        const char* content;
        const char* label;
        std::int64_t saved;
    };
    for (const Case& each :
         {Case{", but bank size is 1000 B (allocated: 800 B, free: 200 B, largest free block: 60 B)",
               "Out of memory: fragmented", 40 * 12},
          Case{", but bank size is 1000 B (allocated: 930 B, free: 70 B, largest free block: 60 B)",
               "Out of memory: too big", 30 * 12},
          Case{", but bank size is 1000 B (allocated: 800 B, free: 200 B, largest free block: 100 B)", "Out of memory",
               1200},
          Case{"", "Out of memory", 1200}}) {
        const OpenedLog log(
            runOfMain(1000)
            + "Out of Memory: Not enough space to allocate 1200 B DRAM buffer across 12 banks, where each "
              "bank needs to store 100 B"
            + each.content + "\n");
        const auto view = log.view(0, 0);
        const auto findings = view->findings(view->figures(nullptr), {});
        ASSERT_TRUE(findings);
        const auto found = std::ranges::find(*findings, "out_of_memory", &Finding::id);
        ASSERT_NE(found, findings->end());
        EXPECT_EQ(found->label, each.label);
        EXPECT_EQ(found->savedBytes, each.saved) << each.content;
        EXPECT_NE(std::ranges::find(view->problems.list(), "out-of-memory", &Warning::code),
                  view->problems.list().end());
    }
}

TEST(TtXlaDocument, BytesOfNoOperationAreNoBuffer)
{
    const test::TempFolder folder;
    const auto said = [&](int held) {
        const auto documents = openDocuments({folder.write("a.log", runOfMain(held))}, allKinds());
        const auto view = *documents->front()->view({ProgramId(0), 0}, {});
        return view->explain(view->figures(nullptr), {})->text;
    };
    EXPECT_NE(said(500000).find("is not attributed to any operation; of the rest, "), std::string::npos)
        << said(500000);
    EXPECT_EQ(said(500000).find("one buffer"), std::string::npos) << said(500000);
    EXPECT_NE(said(10).find("is one buffer of "), std::string::npos) << said(10);
}

TEST(TtXlaDocument, RanksAreSources)
{
    std::string log;
    std::istringstream lines(runOfMain(1000));
    for (std::string line; std::getline(lines, line);)
        log += "[1,0]<stdout>: " + line + "\n[1,1]<stdout>: " + line + "\n";
    const OpenedLog opened(log);
    ASSERT_EQ(opened.document->catalogue().sources.size(), 2U);
    EXPECT_EQ(opened.document->catalogue().sources[1].name, "toy_profile.log, rank 1,1");
    EXPECT_EQ(opened.document->catalogue().programs.size(), 4U);
    EXPECT_EQ(opened.view(2, 0)->host, "1,1");
    Choice choice;
    choice.host = "1,1";
    Warnings unread;
    const auto chosen = resolve(*opened.document, choice, unread);
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_EQ(chosen->program, ProgramId(2)) << "all of that rank's log";
    choice.host = "7";
    const auto none = resolve(*opened.document, choice, unread);
    ASSERT_FALSE(none);
    EXPECT_NE(none.error().message.find("--host 1,0"), std::string::npos) << none.error().message;
}

TEST(TtXlaDocument, RowsAreGroupedByTheDataOfTheLog)
{
    const OpenedLog log(runOfMain(1000));
    const auto view = log.view(0, 0);
    const auto groupings = groupingsOf(*view, nullptr);
    EXPECT_EQ(shownLevels(*view, groupings, {"category", "op_path", ""}),
              (std::vector<std::string>{"operation", "location"}))
        << "not only its root";
    EXPECT_EQ(shownLevels(*view, groupings, {"layout", "category", "kind"}),
              (std::vector<std::string>{"layout", "kind"}));
    const auto groups = [&](const char* id) {
        std::vector<std::string> found;
        const auto grouping = std::ranges::find(groupings, id, &Grouping::id);
        for (std::size_t i = 0; i < view->rows.count; ++i)
            found.push_back(grouping->groupOf(RowId::at(i)));
        return found;
    };
    const auto has = [&](const char* id, const char* group) {
        const auto all = groups(id);
        return std::ranges::find(all, group) != all.end();
    };
    EXPECT_TRUE(has("operation", "ttnn.matmul"));
    EXPECT_TRUE(has("operation", "(not attributed)"));
    EXPECT_TRUE(has("location", "ttnn.matmul%1"));
    EXPECT_TRUE(has("layout", "bf16 in tiles, dram"));
}

TEST(TtXlaDocument, ARowWithoutALayoutIsGroupedByItsType)
{
    test::TempFolder folder;
    const auto state = [](int index, int allocated) {
        return R"({"index": )" + std::to_string(index) + R"(, "memory": {"DRAM": {"numBanks": 1,
            "totalBytesPerBank_MB": 1000.0, "totalBytesAllocatedPerBank_MB": )"
            + std::to_string(allocated) + R"(.0, "totalBytesFreePerBank_MB": )" + std::to_string(1000 - allocated)
            + R"(.0, "largestContiguousBytesFreePerBank_MB": 100.0}}})";
    };
    const auto operation = [](int index) {
        return R"({"index": )" + std::to_string(index) + R"(, "mlir_op": "ttnn.add", "result": "%1", "inputs": ["%0"],
            "loc": "here", "input_shapes": ["8"], "input_dtypes": ["f32"], "output_shapes": ["8"],
            "output_dtypes": ["si32"], "output_layout_info": null})";
    };
    std::ofstream(folder.path() + "/a_memory.json") << "[" + state(0, 10) + "," + state(1, 42) + "]";
    std::ofstream(folder.path() + "/a_operations.json") << "[" + operation(0) + "," + operation(1) + "]";
    const auto documents = openDocuments({folder.path()}, allKinds(), {});
    ASSERT_TRUE(documents) << documents.error().message;
    const auto view = documents->back()->view({ProgramId(0), 0}, {});
    ASSERT_TRUE(view) << view.error().message;
    const auto groupings = groupingsOf(**view, nullptr);
    const auto grouping = std::ranges::find(groupings, "layout", &Grouping::id);
    ASSERT_NE(grouping, groupings.end());
    std::vector<std::string> groups;
    for (std::size_t i = 0; i < (*view)->rows.count; ++i)
        groups.push_back(grouping->groupOf(RowId::at(i)));
    EXPECT_NE(std::ranges::find(groups, "si32"), groups.end()) << testing::PrintToString(groups);
}

TEST(TtXlaDocument, PrimeSuspectsAreThoseThatCausedTheIncrease)
{
    const ttxla::Profile profile = test::readXlaLog(runOfMain(1000))[0];
    const ttxla::Extent extent{0, profile.operations.size()};
    const auto levels = ttxla::levelsOf(profile, ttxla::Memory::Dram, extent);
    const auto suspects = ttxla::primeSuspects(profile, extent, levels, 10);
    ASSERT_EQ(suspects.size(), 2U);
    EXPECT_EQ(suspects[0].operation, 1U); // the matmul, not the operation after it
    EXPECT_EQ(suspects[1].operation, 0U);
}

} // namespace
} // namespace tidemark
