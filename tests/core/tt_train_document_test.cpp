#include "core/open/open_documents.h"
#include "core/report/curve_table.h"
#include "core/tenstorrent/tt_train/train_document.h"
#include "core/view/choice.h"
#include "core/view/given_sizes.h"
#include "tests/support/temp_folder.h"
#include "tests/support/tt_logs.h"

#include <gtest/gtest.h>

#include <fstream>

namespace tidemark {
namespace {

std::string trainSample(const std::string& name)
{
    return TIDEMARK_TEST_DATA "/tenstorrent/" + name;
}

std::shared_ptr<const Document> opened(const std::string& path)
{
    const auto documents = openDocuments({path}, allKinds(), {});
    EXPECT_TRUE(documents) << (documents ? "" : documents.error().message);
    return documents ? documents->front() : nullptr;
}

std::shared_ptr<const View> viewOf(const Document& document, std::size_t program, std::int64_t memory)
{
    const auto view = document.view({ProgramId::at(program), memory}, {});
    EXPECT_TRUE(view);
    return view ? *view : nullptr;
}

TEST(TtTrainDocument, RunsAreProgramsWithTwoMemories)
{
    const auto document = opened(trainSample("nano_gpt_two_runs.log"));
    const Catalogue& catalogue = document->catalogue();
    EXPECT_EQ(catalogue.kind, "tt_train");
    EXPECT_EQ(catalogue.words.programs, "runs");
    ASSERT_EQ(catalogue.programs.size(), 2U);
    EXPECT_EQ(catalogue.programs[1].fullName(), "tinyllama (default)");
    const ProgramOutline& outline = document->outline(ProgramId(1));
    ASSERT_EQ(outline.memories.size(), 2U);
    EXPECT_EQ(outline.memories[0].text, "DRAM");
    EXPECT_EQ(outline.memories[0].upstreamPeakBytes, 16427809505); // 15666.78 MB
    EXPECT_EQ(outline.memories[1].peakBytes, 1373635); // 1.31 MB
    Warnings unread;
    const auto chosen = resolve(*document, {}, unread);
    EXPECT_EQ(chosen->program, ProgramId(1));
    EXPECT_EQ(chosen->memory, 0);
    EXPECT_EQ(document->parseMemory(catalogue.files[0], "l1"), 1);
    EXPECT_EQ(document->parseMemory(catalogue.files[0], "0"), 0);
    EXPECT_FALSE(document->parseMemory(catalogue.files[0], "HBM"));
}

TEST(TtTrainDocument, TheLevelIsAfterAPhaseAndTheInsideLevelIsItsPeak)
{
    const auto view = viewOf(*opened(trainSample("real_pr50909_excerpt.log")), 0, 0);
    EXPECT_EQ(view->axis.kind, AxisKind::Phases);
    ASSERT_EQ(view->axis.count, 5U);
    EXPECT_EQ(view->axis.label(StepId(3)), "FORWARD_PASS_micro_0");
    // 2104.53, 6311.80, 13953.79 and 8416.72 MB.
    const std::vector<std::int64_t> level = {0, 2206759649, 6618401997, 14631609303, 8825570591};
    EXPECT_TRUE(std::ranges::equal(view->level(), level));
    // 2112.40, 2104.53 + 4207.27, 6311.80 + 7642.46 and 13953.79 + 500.09 MB.
    const std::vector<std::int64_t> inside = {0, 2215011942, 6618401997, 14632102134, 15155991675};
    EXPECT_TRUE(std::ranges::equal(view->values(CurveRole::Inside), inside));
    EXPECT_EQ(view->peakStep, StepId(4));
    const Figures figures = view->figures(nullptr);
    EXPECT_EQ(figures.peakBytes, 15155991675);
    std::int64_t sum = 0;
    for (const Part& part : figures.parts)
        sum += part.bytes;
    EXPECT_EQ(sum, figures.peakBytes);
    EXPECT_EQ(figures.bytes("activations_bytes"), 8013207306); // 7641.99 MB
    EXPECT_FALSE(figures.capacity.bytes);
}

TEST(TtTrainDocument, HeadroomIsThatOfTheChosenDevice)
{
    const auto view = viewOf(*opened(trainSample("nano_gpt_two_runs.log")), 0, 0);
    const Device* const device = findDevice("v5e");
    const Figures figures = view->figures(device);
    EXPECT_EQ(figures.headroomBytes, device->hbmBytes - 8680793702);
    EXPECT_FALSE(viewOf(*opened(trainSample("nano_gpt_two_runs.log")), 0, 1)->figures(device).capacity.bytes);
}

TEST(TtTrainDocument, GivenSizesCountInItsFigures)
{
    const auto document = opened(trainSample("nano_gpt_two_runs.log"));
    const Chosen chosen{document, {ProgramId(0), 0}};
    const auto view = viewOf(*document, 0, 0);
    const Figures read = figuresOf(chosen, *view, nullptr, {});
    EXPECT_EQ(read.bytes("model_expected_bytes"), 969369600 * 2);
    EXPECT_EQ(read.find("model_expected_bytes")->remarks.at(0).bytes, 1953759232) << "measured: 1863.25 MB";
    EXPECT_FALSE(read.headroomBytes);
    const Figures said = figuresOf(chosen, *view, findDevice("v5e"),
                                   {{"device_memory", 9e9}, {"model_size", 1e9}, {"gradients_size", 3}, {"other", 5}});
    EXPECT_EQ(said.bytes("model_expected_bytes"), 1000000000);
    EXPECT_EQ(said.bytes("optimizer_expected_bytes"), 2000000000) << "twice the model";
    EXPECT_EQ(said.bytes("gradients_expected_bytes"), 3);
    EXPECT_EQ(said.headroomBytes, 9000000000 - 8680793702) << "before the device that is chosen";
    EXPECT_EQ(said.peakBytes, read.peakBytes);
    const Figures l1 = figuresOf({document, {ProgramId(0), 1}}, *viewOf(*document, 0, 1), nullptr,
                                 {{"device_memory", 9e9}, {"model_size", 1e9}});
    EXPECT_FALSE(l1.capacity.bytes) << "they are of DRAM";
    EXPECT_FALSE(l1.find("model_expected_bytes"));
}

TEST(TtTrainDocument, UnknownValuesAreNull)
{
    const test::TempFolder folder;
    const std::string path = folder.path() + "/run.log";
    std::string text
        = test::summaryText(test::groupText("A", 10, 5) + test::groupText("B", 20, 8) + test::groupText("C", 30, 9));
    text.replace(text.find("Current 8.00"), 12, "Current nan");
    std::ofstream(path) << text;
    const auto document = opened(path);
    std::ostringstream out;
    const auto writer = makeTableWriter(out, TableFormat::Csv, curveColumns());
    writeCurves(*viewOf(*document, 0, 0), *writer);
    EXPECT_EQ(out.str(),
              "step,instruction,bytes,occupied_bytes,unpadded_bytes,inside_bytes\r\n"
              "0,A,5242880,,,10485760\r\n"
              "1,B,,,,26214400\r\n" // 5 + 20 MB
              "2,C,9437184,,,\r\n");
    std::ostringstream l1;
    const auto second = makeTableWriter(l1, TableFormat::Csv, curveColumns());
    writeCurves(*viewOf(*document, 0, 1), *second);
    EXPECT_EQ(l1.str(),
              "step,instruction,bytes,occupied_bytes,unpadded_bytes,inside_bytes\r\n"
              "0,A,,,,524288\r\n1,B,,,,524288\r\n2,C,,,,524288\r\n");
    EXPECT_FALSE(viewOf(*document, 0, 0)->problems.empty());
}

TEST(TtTrainDocument, RunsBelongToFilesIfTheLogHasNoRanks)
{
    EXPECT_EQ(opened(trainSample("nano_gpt_two_runs.log"))->catalogue().words.source, "file");
    const test::TempFolder folder;
    std::string text = test::summaryText(test::groupText("A", 10, 5));
    for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1)
        text.insert(at, "[1,3]<stdout>:");
    EXPECT_EQ(opened(folder.write("run.log", text))->catalogue().words.source, "rank");
}

TEST(TtTrainDocument, RunsOfOneTitleAreDistinguishedByTheirLines)
{
    const test::TempFolder folder;
    const std::string path = folder.path() + "/run.log";
    const std::string run = "same\n" + test::summaryText(test::groupText("A", 10, 5));
    std::ofstream(path) << run << run << test::summaryText(test::groupText("A", 10, 5));
    const auto document = opened(path);
    ASSERT_EQ(document->catalogue().programs.size(), 3U);
    EXPECT_EQ(document->catalogue().programs[0].name, "same, line 2");
    EXPECT_EQ(document->catalogue().programs[1].name, "same, line 12");
    EXPECT_EQ(document->catalogue().programs[2].name, "run at line 21");
}

TEST(TtTrainDocument, ASummaryDeepInALongLogIsFound)
{
    const test::TempFolder folder;
    const std::string path = folder.path() + "/long.log";
    std::ofstream file(path);
    for (int i = 0; i < 20000; ++i)
        file << "Step: " << i << ", Loss: 10.9375\n";
    file << test::summaryText(test::groupText("A", 10, 5));
    file.close();
    const auto document = opened(path);
    ASSERT_EQ(document->catalogue().programs.size(), 1U);
    EXPECT_EQ(document->catalogue().programs[0].name, "run at line 20001") << "the progress before it is no name";
    const auto cancelled = openDocuments({path}, allKinds(), {[] { return true; }, {}});
    ASSERT_FALSE(cancelled);
    EXPECT_EQ(cancelled.error().kind, ErrorKind::Cancelled);
}

TEST(TtTrainDocument, ATrackerThatCapturedNothingIsReported)
{
    const test::TempFolder folder;
    const std::string path = folder.write("run.log", "a\nWARNING: No traces captured\n");
    const auto documents = openDocuments({path}, allKinds(), {});
    ASSERT_FALSE(documents);
    EXPECT_EQ(documents.error().message, path + ": line 2: the tracker says that it captured nothing.");
}

TEST(TtTrainDocument, ARunWithoutNumbersIsReportedByTheDocument)
{
    const test::TempFolder folder;
    const std::string path = folder.write("run.log", "=== Memory Usage Summary ===\n");
    const auto document = opened(path);
    EXPECT_TRUE(document->outline(ProgramId(0)).memories.empty());
    ASSERT_EQ(document->catalogue().warnings.list().size(), 1U);
    EXPECT_EQ(document->catalogue().warnings.list()[0].describe(),
              path + ": line 1: the log ends in the middle of a run, without its totals.");
    const auto view = document->view({ProgramId(0), 0}, {});
    ASSERT_FALSE(view);
    EXPECT_NE(view.error().message.find("the log has no number of it"), std::string::npos);
}

TEST(TtTrainDocument, ThePrototypeHasOneCellForTheRun)
{
    const auto view = viewOf(*opened(trainSample("prototype_per_device.log")), 0, 0);
    EXPECT_EQ(view->programText, "Unknown, device 0");
    EXPECT_EQ(view->axis.count, 1U);
    EXPECT_EQ(view->levelAt(StepId(0)), 1945894912); // 1855.75 MB
    EXPECT_EQ(view->values(CurveRole::Inside)[0], 1953759232); // 1863.25 MB
}

TEST(TtTrainDocument, ACiExportIsARunWithItsParts)
{
    const auto document = opened(trainSample("tinyllama_memory_analysis_1772000000000000.json"));
    ASSERT_EQ(document->catalogue().programs.size(), 1U);
    EXPECT_EQ(document->catalogue().programs[0].name, "TinyLlama");
    const auto view = viewOf(*document, 0, 0);
    EXPECT_EQ(view->axis.count, 1U);
    const Figures figures = view->figures(nullptr);
    EXPECT_EQ(figures.peakBytes, 8680793702); // 8278.65 MB
    EXPECT_EQ(figures.bytes("model_bytes"), 1938739200); // 1848.92578125 MB: 969,369,600 parameters of two bytes
    EXPECT_EQ(figures.bytes("gradients_overhead_bytes"), 2635795005); // 2513.69 MB
    EXPECT_EQ(figures.capacity.bytes, std::int64_t{12} << 30);
    EXPECT_EQ(figures.headroomBytes, (std::int64_t{12} << 30) - 8680793702);
    ASSERT_EQ(figures.parts.size(), 5U);
    std::int64_t sum = 0;
    for (const Part& part : figures.parts)
        sum += part.bytes;
    EXPECT_EQ(sum, figures.peakBytes);
}

TEST(TtTrainDocument, AFolderOfCiExportsIsInTimeOrder)
{
    const test::TempFolder folder;
    const auto text = [](const char* time, const char* total) {
        return std::string("{\"test_ts\": ") + time + ", \"model_name\": \"m" + total + "\", \"model_dram_mb\": NUL, "
            + "\"total_dram_mb\": " + total + "}";
    };
    const auto write = [&](const char* name, std::string json, const char* model) {
        json.replace(json.find("NUL"), 3, model);
        folder.write(name, json);
    };
    write("a_memory_analysis_3.json", text("3.0", "30"), "1.5");
    write("b_memory_analysis_1.json", text("1.0", "10"), "null");
    write("c_memory_analysis_2.json", text("2e0", "20"), "\"x\"");
    folder.write("other.json", "{\"test_ts\": 1}");
    const auto document = opened(folder.path());
    std::string names;
    for (const ProgramEntry& program : document->catalogue().programs)
        names += program.name + " ";
    EXPECT_EQ(names, "m10 m20 m30 ");
    EXPECT_TRUE(viewOf(*document, 0, 0)->problems.empty());
    EXPECT_FALSE(viewOf(*document, 1, 0)->problems.empty());
    EXPECT_EQ(viewOf(*document, 2, 0)->figures(nullptr).bytes("model_bytes"), 1572864);
}

TEST(TtTrainDocument, AnExportNeedsAValidTime)
{
    const auto isRead = [](const std::string& time) {
        const auto run
            = tt::readExport("{\"test_ts\": " + time + ", \"model_dram_mb\": 1, \"total_dram_mb\": 2}", "a.json");
        return run && run->warnings.empty();
    };
    EXPECT_TRUE(isRead("0"));
    EXPECT_TRUE(isRead("1700000000.5"));
    EXPECT_TRUE(isRead("9e18"));
    EXPECT_FALSE(isRead("-1"));
    EXPECT_FALSE(isRead("1e19"));
    EXPECT_FALSE(isRead("\"1\""));
    EXPECT_FALSE(isRead("NaN"));
    EXPECT_TRUE(isRead("null")) << "not known";
}

} // namespace
} // namespace tidemark
