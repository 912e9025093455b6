#include "core/report/curve_table.h"
#include "core/xla/programs/dump_folder.h"
#include "tests/core/document_fixture.h"
#include "tests/support/samples.h"

#include <algorithm>
#include <sstream>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

class ReportFiles : public DocumentTest
{
protected:
    /// Copies a file of the stage `module_0000.jit_padded…after_optimizations` of the samples to another name.
    std::string copy(const std::string& ending, const std::string& name)
    {
        return m_folder.write(name, readFile(kPadded + ending));
    }
    std::string copy(const std::string& ending) { return copy(ending, "dump/" + kStage + ending); }
    std::string folder() { return m_folder.path("dump"); }

    static std::vector<std::string> codes(const Warnings& warnings)
    {
        std::vector<std::string> result;
        for (const Warning& warning : warnings.list())
            result.push_back(warning.code);
        return result;
    }
    static bool has(const Warnings& warnings, const std::string& code)
    {
        return std::ranges::find(warnings.list(), code, &Warning::code) != warnings.list().end();
    }
    static std::shared_ptr<const View> viewOf(const XlaDocument& document)
    {
        return *document.view({ProgramId(0), 0}, {});
    }
    static std::string file(const XlaDocument& document, std::size_t i = 0)
    {
        const std::string& path = document.catalogue().files.at(i).path;
        return path.substr(path.find_last_of('/') + 1);
    }

    const std::string kStage = "module_0000.jit_padded.cl_1003875606.after_optimizations";
    const std::string kPadded = dataFolder() + "/reports/" + kStage;
};

TEST_F(ReportFiles, ABufferAssignmentReportsItsMissingData)
{
    const auto document = open({copy("-buffer-assignment.txt")});
    EXPECT_EQ(document->catalogue().programs.front().fullName(), "jit_padded(0)");
    EXPECT_EQ(document->catalogue().files.front().platform, Platform::Tpu) << "by its tiles";
    EXPECT_TRUE(document->catalogue().warnings.empty());
    EXPECT_TRUE(document->digest(ProgramId(0)));
    const auto view = viewOf(*document);
    EXPECT_EQ(codes(view->problems), (std::vector<std::string>{"no-total", "no-live-ranges", "no-hlo"}));
    EXPECT_EQ(view->axis.count, 1U);
    EXPECT_FALSE(view->meanings);
    EXPECT_FALSE(view->uses);
    EXPECT_TRUE(view->findings) << "shapes and arguments are known";
    EXPECT_NE(view->untriedAdvice.find("the HLO, live ranges of temporaries: Donate arguments"), std::string::npos)
        << view->untriedAdvice;
    EXPECT_FALSE(view->rows.fills(RowColumn::Category));
    EXPECT_FALSE(view->rows.fills(RowColumn::Idle));
    EXPECT_TRUE(view->rows.fills(RowColumn::Offset));
    std::vector<std::string> temporary; // the values of the allocation and the rest of it
    std::int64_t bytes = 0;
    for (const LiveRow& live : view->rows.live(StepId(0)))
        if (view->rows.kindOf(live.row).id == RowKind::kTemporary) {
            temporary.push_back(view->rows.name(live.row));
            bytes += view->rows.size[live.row] - live.overlap;
        }
    std::ranges::sort(temporary);
    EXPECT_EQ(temporary,
              (std::vector<std::string>{"copy-start", "iota_reduce_fusion", "iota_reduce_fusion{0}",
                                        "unlisted in allocation 25", "unlisted in allocation 25"}));
    EXPECT_EQ(bytes, 344576);
    view->rows.unplaced([&](const Rows::Unplaced& each) {
        EXPECT_NE(view->rows.kinds[each.kind].id, RowKind::kTemporary) << each.facts.name;
    });
    EXPECT_EQ(view->figures(nullptr).find("arguments_bytes")->bytes(), 40513536 + 4096 + 512);
    for (const Check& check : view->checks())
        EXPECT_NE(check.verdict, Verdict::Fails) << check.name;
    // The view can be requested again after it has been released. Its bytes are not those of a file.
    EXPECT_TRUE(document->view({ProgramId(0), 1}, {}));
}

TEST_F(ReportFiles, ALoneReportIsCompletedByItsNeighbour)
{
    copy("-buffer-assignment.txt");
    copy("-live-range.txt");
    for (const char* const ending : {"-buffer-assignment.txt", "-live-range.txt"}) {
        const auto document = open({folder() + "/" + kStage + ending});
        EXPECT_EQ(file(*document), kStage + ending);
        const auto view = *document->view({ProgramId(0), 1}, {});
        EXPECT_EQ(codes(view->problems), (std::vector<std::string>{"no-total", "no-hlo"})) << ending;
        EXPECT_EQ(view->axis.count, 8U) << ending;
    }
}

TEST_F(ReportFiles, LiveRangesAloneGiveThePeak)
{
    const auto view = viewOf(*open({copy("-live-range.txt")}));
    EXPECT_EQ(codes(view->problems), (std::vector<std::string>{"no-allocations", "no-hlo", "peak-lower-bound"}));
    EXPECT_NE(view->problems.list().front().text.find("8 of 15 values"), std::string::npos);
    EXPECT_EQ(view->levelAt(view->peakStep), 43401404);
    const Figures figures = view->figures(findDevice("v5e"));
    for (const char* const id : {"total_bytes", "arguments_bytes", "temporaries_bytes", "padding_bytes",
                                 "unpadded_peak_bytes", "fragmentation_bytes", "headroom_bytes"})
        EXPECT_EQ(figures.find(id)->value, Figure().value) << id;
    EXPECT_FALSE(figures.headroomBytes);
    EXPECT_EQ(view->rows.kindOf(RowId(0)).id, "unknown");
    Facts facts;
    view->rows.describe(RowId(0), facts);
    EXPECT_FALSE(facts.id);
    EXPECT_FALSE(facts.allocation);
}

TEST_F(ReportFiles, MemoryUsageIsReadFromBothForms)
{
    for (const char* const ending : {"-memory-usage-report.txt", "-memory-usage-report.pb"}) {
        const auto document = open({copy(ending, std::string("one/") + ending)});
        const auto view = viewOf(*document);
        EXPECT_EQ(codes(view->problems),
                  (std::vector<std::string>{"rounded-sizes", "no-kinds", "no-live-ranges", "no-hlo"}))
            << ending;
        EXPECT_NE(view->problems.list().front().text.find("45,693,440"), std::string::npos);
        EXPECT_EQ(document->outline(ProgramId(0)).memories.size(), 4U);
        EXPECT_EQ(view->figures(nullptr).find("temporaries_bytes")->value, Figure().value);
    }
}

TEST_F(ReportFiles, InAFolderTheDumpIsTheProgram)
{
    for (const char* const ending : {"-buffer-assignment.txt", "-live-range.txt", "-memory-usage-report.txt",
                                     "-memory-usage-report.pb", ".hlo.pb"})
        copy(ending);
    const auto document = open({folder()});
    EXPECT_EQ(document->catalogue().programs.size(), 1U);
    EXPECT_EQ(file(*document), kStage + ".hlo.pb");
    EXPECT_TRUE(document->catalogue().warnings.empty());
}

TEST_F(ReportFiles, InAFolderOfTextsEachModuleIsOneProgram)
{
    for (const char* const ending :
         {"-buffer-assignment.txt", "-live-range.txt", "-memory-usage-report.txt", "-memory-usage-report.pb"})
        copy(ending);
    copy("-memory-usage-report.pb", "dump/module_0007.jit_g.gpu_after_optimizations-memory-usage-report.pb");
    copy("-memory-usage-report.txt", "dump/module_0007.jit_g.gpu_after_optimizations-memory-usage-report.txt");
    m_folder.write("dump/module_0000.jit_padded.cl_1003875606.before_optimizations.hlo.pb",
                   readFile(kPadded + ".hlo.pb"));
    m_folder.write("dump/module_0000.jit_padded.cl_1003875606.target_arguments.txt",
                   "x {\n  version: TPU_VERSION_VIPERFISH\n  variant: \"lite\"\n}\n");
    const auto document = open({folder()});
    ASSERT_EQ(document->catalogue().programs.size(), 2U);
    EXPECT_EQ(file(*document), kStage + "-buffer-assignment.txt");
    EXPECT_EQ(document->catalogue().files.front().device.type, "TPU v5e");
    EXPECT_EQ(document->catalogue().programs.back().fullName(), "jit_g(7)");
    EXPECT_EQ(file(*document, 1), "module_0007.jit_g.gpu_after_optimizations-memory-usage-report.pb");
    EXPECT_EQ(document->catalogue().files.back().platform, Platform::Gpu);
}

TEST_F(ReportFiles, ADamagedDumpIsReplacedByItsTexts)
{
    copy("-buffer-assignment.txt");
    const std::string whole = readFile(kPadded + ".hlo.pb");
    std::string deep = whole;
    deep.replace(deep.find("convolution_add_fusion") - 2, 2, "\x0a\x7f"); // a name longer than its message
    for (const std::string& damaged : {whole.substr(0, whole.size() / 2), deep.substr(0, deep.size() - 1)}) {
        m_folder.write("dump/" + kStage + ".hlo.pb", damaged);
        const auto document = open({folder()});
        ASSERT_EQ(document->catalogue().programs.size(), 1U);
        EXPECT_EQ(file(*document), kStage + "-buffer-assignment.txt");
        EXPECT_TRUE(has(document->catalogue().warnings, "unreadable-plan"));
        EXPECT_EQ(document->outline(ProgramId(0)).memories.size(), 3U);
    }
}

TEST_F(ReportFiles, ADamagedReportIsReplacedByTheNext)
{
    copy("-memory-usage-report.txt");
    m_folder.write("dump/" + kStage + "-buffer-assignment.txt", "BufferAssignment:\nallocation x: size 5:\n");
    const auto document = open({folder()});
    EXPECT_EQ(file(*document), kStage + "-memory-usage-report.txt");
    ASSERT_TRUE(has(document->catalogue().warnings, "unreadable-report"));
    EXPECT_NE(document->catalogue().warnings.list().front().text.find("Line 2 is no allocation"), std::string::npos);
}

TEST_F(ReportFiles, LiveRangesOfAnotherCompileAreLeftOut)
{
    const std::string assignment = copy("-buffer-assignment.txt");
    m_folder.write("dump/" + kStage + "-live-range.txt",
                   "HloLiveRange (max 1):\n  BufferLiveRange:\n    other{}:0-1\n");
    const auto document = open({assignment});
    EXPECT_TRUE(has(document->catalogue().warnings, "other-report"));
    EXPECT_TRUE(has(viewOf(*document)->problems, "no-live-ranges"));
}

TEST_F(ReportFiles, AFileWithAReportsNameButOtherContentIsNamed)
{
    const std::string assignment = copy("-buffer-assignment.txt");
    for (const std::string& content : {std::string("HloLiveRan"), std::string(200000, 'x'), std::string("\x01\x02")}) {
        m_folder.write("dump/" + kStage + "-live-range.txt", content);
        for (const std::string& opened : {folder(), assignment}) {
            const auto document = open({opened});
            ASSERT_EQ(document->catalogue().programs.size(), 1U);
            const auto& warnings = document->catalogue().warnings.list();
            ASSERT_EQ(warnings.size(), 1U) << opened;
            EXPECT_NE(warnings.front().text.find("-live-range.txt"), std::string::npos) << warnings.front().text;
        }
    }
}

/// A peak that is too low is called a lower bound, wherever the live ranges end.
TEST_F(ReportFiles, ATooLowPeakOfACutReportIsCalledALowerBound)
{
    const std::string stem = dataFolder() + "/reports/module_0006.jit__lambda.cpu_after_optimizations";
    const std::string ranges = readFile(stem + "-live-range.txt");
    const std::string assignment
        = m_folder.write("cut/x-buffer-assignment.txt", readFile(stem + "-buffer-assignment.txt"));
    const auto figuresOfCut = [&](const std::string& text) {
        m_folder.write("cut/x-live-range.txt", text);
        return viewOf(*open({assignment}))->figures(nullptr);
    };
    const auto codesOf = [](const Figures& figures) {
        Warnings warnings;
        for (const Warning& warning : figures.warnings)
            warnings.addApart(warning);
        return warnings;
    };
    const Figures whole = figuresOfCut(ranges);
    EXPECT_EQ(whole.peakDoubt, "");
    EXPECT_FALSE(has(codesOf(whole), "peak-lower-bound"));
    std::size_t lower = 0;
    for (std::size_t end = ranges.find("BufferLiveRange"); end != ranges.npos; end = ranges.find('\n', end + 1)) {
        const std::string cut = ranges.substr(0, end + 1);
        if (cut.find("-", cut.find("BufferLiveRange")) == cut.npos)
            continue; // an error: there is no range
        const Figures figures = figuresOfCut(cut);
        const bool isReported = !figures.peakDoubt.empty();
        EXPECT_EQ(isReported, has(codesOf(figures), "peak-lower-bound"));
        EXPECT_TRUE(isReported || figures.peakBytes >= whole.peakBytes) << end;
        lower += isReported ? 1U : 0U;
    }
    EXPECT_GT(lower, 10U);
    std::string fewer = ranges;
    fewer.replace(fewer.find("max 67"), 6, "max 68");
    EXPECT_NE(figuresOfCut(fewer).peakDoubt.find("it lists 67 of 68 instructions"), std::string::npos);
}

TEST_F(ReportFiles, ATotalThatDoesNotAddUpFailsItsCheck)
{
    const auto totalIn = [&](const std::string& text) {
        const auto view = viewOf(*open({m_folder.write("total-memory-usage-report.txt", text)}));
        for (const Check& check : view->checks())
            if (check.name == "reported-total")
                return std::pair(check, view->figures(nullptr).peakDoubt);
        return std::pair(Check(), std::string("no check"));
    };
    std::string text = readFile(kPadded + "-memory-usage-report.txt");
    EXPECT_EQ(totalIn(text).first.verdict, Verdict::Ok);
    EXPECT_EQ(totalIn(text).second, "");
    text.replace(text.find("45693440"), 8, "95693440");
    const auto [check, doubt] = totalIn(text);
    EXPECT_EQ(check.verdict, Verdict::Fails);
    EXPECT_EQ(check.leftBytes, 45697290);
    EXPECT_EQ(check.rightBytes, 95693440);
    EXPECT_NE(doubt.find("do not add up"), std::string::npos) << doubt;
    // Unlisted memory takes space too.
    const auto document = open({m_folder.path("total-memory-usage-report.txt")});
    const Figures figures = viewOf(*document)->figures(findDevice("v5e"));
    EXPECT_EQ(figures.totalBytes, 95693440);
    EXPECT_EQ(figures.bytes("total_bytes"), 95693440);
    EXPECT_EQ(figures.headroomBytes, *figures.capacity.bytes - 95693440);
    EXPECT_EQ(figures.bytes("fragmentation_bytes"), std::nullopt);
    EXPECT_EQ(document->outline(ProgramId(0)).memories.front().totalBytes, 95693440);
}

TEST_F(ReportFiles, EachPlaceOfAUsageReportIsARow)
{
    for (const char* const ending : {"-memory-usage-report.txt", "-memory-usage-report.pb"}) {
        const auto view = viewOf(*open({copy(ending, std::string("rows/") + ending)}));
        std::vector<std::pair<std::string, std::int64_t>> inFourth; // allocation of the report
        std::int64_t sum = 0;
        Facts facts;
        for (const LiveRow& live : view->rows.live(view->peakStep)) {
            view->rows.describe(live.row, facts);
            sum += view->rows.size[live.row] - live.overlap;
            if (facts.shape == "bf16[20000,7]" || facts.shape.starts_with("(bf16[20000,7], ")
                || facts.shape.starts_with("(f32[20000,7,65], "))
                inFourth.emplace_back(facts.shape, view->rows.size[live.row]);
        }
        EXPECT_EQ(sum, view->levelAt(view->peakStep)) << ending;
        EXPECT_EQ(inFourth,
                  (std::vector<std::pair<std::string, std::int64_t>>{{"bf16[20000,7]", 321536},
                                                                     {"(f32[20000,7,65], f32[20000,7,65], u32[])", 512},
                                                                     {"(bf16[20000,7], s32[20000,7])", 512}}))
            << ending;
    }
}

TEST_F(ReportFiles, XprofsFiguresAreUnknownForReports)
{
    for (const char* const ending : {"-memory-usage-report.txt", "-buffer-assignment.txt"}) {
        const auto document = open({copy(ending, std::string("xprof/") + ending)});
        for (const MemoryOutline& memory : document->outline(ProgramId(0)).memories)
            EXPECT_FALSE(memory.upstreamPeakBytes) << ending;
        const auto view = viewOf(*document);
        EXPECT_EQ(view->figures(nullptr).find("peak_bytes")->value, Figure().value);
        std::ostringstream out;
        writeCurves(*view, *makeTableWriter(out, TableFormat::Json, curveColumns()));
        EXPECT_NE(out.str().find("\"bytes\": null, \"occupied_bytes\": "), std::string::npos) << out.str();
        EXPECT_EQ(out.str().find("\"occupied_bytes\": null"), std::string::npos) << out.str();
    }
}

TEST_F(ReportFiles, AdviceNamesTheUntriedKinds)
{
    const auto usage = viewOf(*open({copy("-memory-usage-report.txt", "advice/u-memory-usage-report.txt")}));
    EXPECT_FALSE(usage->findings) << "nothing could be tried";
    EXPECT_NE(usage->untriedAdvice.find("the HLO, the kinds of allocations, live ranges of temporaries, "),
              std::string::npos)
        << usage->untriedAdvice;
    const auto assignment = viewOf(*open({copy("-buffer-assignment.txt", "advice/a-buffer-assignment.txt")}));
    const auto findings = assignment->findings(assignment->figures(nullptr), {});
    ASSERT_TRUE(findings);
    ASSERT_FALSE(findings->empty());
    EXPECT_EQ(findings->front().id, "float32_arguments");
    EXPECT_EQ(findings->front().text.find("inputs"), std::string::npos) << "a report has no dataflow";
    const auto whole = viewOf(*open({copy(".hlo.pb", "advice/whole.hlo.pb")}));
    EXPECT_EQ(whole->untriedAdvice, "");
}

TEST_F(ReportFiles, TheContentDecidesTheKindNotTheName)
{
    const auto document = open({copy("-buffer-assignment.txt", "notes.txt")});
    EXPECT_EQ(document->catalogue().programs.front().name, "notes");
    // A log is a log, whatever text it quotes.
    const std::string log = "step 1\nBufferAssignment:\nallocation 0: size 4:\n";
    EXPECT_FALSE(openXla({m_folder.write("x-buffer-assignment.txt", log)}));
    const auto oom = openDocuments(
        {m_folder.write("y-live-range.txt",
                        "Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm. Exceeded hbm capacity by "
                        "4.25G.\n")},
        allKinds());
    ASSERT_TRUE(oom) << oom.error().message;
    EXPECT_EQ(oom->front()->catalogue().kind, "oom");
}

TEST_F(ReportFiles, AReportWithoutReadableContentIsAnErrorWithItsPlace)
{
    const auto messageOf = [&](const std::string& text) {
        const auto document = openXla({m_folder.write("bad", text)});
        EXPECT_FALSE(document) << text;
        return document ? std::string() : document.error().message;
    };
    EXPECT_NE(messageOf("BufferAssignment:\n").find("no allocation that can be read. Dump it again."),
              std::string::npos);
    EXPECT_NE(messageOf("BufferAssignment:\nallocation 0: size -1:\n").find("Line 2 is no allocation"),
              std::string::npos);
    EXPECT_NE(messageOf("BufferAssignment:\nallocation 0: si").find("Line 2, the last one, has no end"),
              std::string::npos);
    EXPECT_NE(messageOf("HloLiveRange (max 3):\n  BufferLiveRange:\n    a{}:3-1\n").find("ends before it begins"),
              std::string::npos);
    EXPECT_NE(messageOf("HloLiveRange (max 3):\n  BufferLiveRange:\n    a{}:0-1\n").find("but no sizes"),
              std::string::npos);
    EXPECT_NE(messageOf("Memory Space: default (color=0)\nTotal bytes: 5 (5B)\n").find("no allocation"),
              std::string::npos);
}

TEST_F(ReportFiles, ProblemsOfTheNeighbouringReportAreReportedWithItsName)
{
    std::string text = readFile(kPadded + "-buffer-assignment.txt");
    text.insert(text.find("allocation 0:"), "allocation x: nonsense\n");
    m_folder.write("dump/" + kStage + "-buffer-assignment.txt", text);
    const auto document = open({copy("-live-range.txt")});
    const auto& warnings = document->catalogue().warnings.list();
    ASSERT_EQ(warnings.size(), 1U);
    EXPECT_EQ(warnings.front().code, "unread-line");
    EXPECT_NE(warnings.front().text.find(kStage + "-buffer-assignment.txt"), std::string::npos)
        << warnings.front().text;
}

/// Each value is a row. Work per value of the allocation of each row would be done 4.9 billion times.
TEST_F(ReportFiles, AdviceOnAnAllocationOfManyValuesIsFast)
{
    constexpr std::size_t kValues = 70000; // more than 2^16, whose square is 2^32
    std::string text = "BufferAssignment:\n"
                       "allocation 0: size 4194304, page 0, parameter 0, shape |f32[8192,128]| at ShapeIndex {}:\n"
                       " value: <0 x.1 @0> (size=4194304,offset=0): f32[8192,128]{1,0:T(8,128)}\n"
                       "allocation 1: size "
        + std::to_string(512 * kValues) + ", page 0, preallocated-temp:\n";
    for (std::size_t i = 0; i < kValues; ++i)
        text += " value: <" + std::to_string(i + 1) + " add." + std::to_string(i)
            + " @0> (size=512,offset=" + std::to_string(512 * i) + "): f32[128]{0:T(128)}\n";
    const auto view = viewOf(*open({m_folder.write("many-buffer-assignment.txt", text)}));
    EXPECT_EQ(view->rows.count, kValues + 1);
    const auto findings = view->findings(view->figures(nullptr), {});
    ASSERT_TRUE(findings) << findings.error().message;
    ASSERT_FALSE(findings->empty());
    EXPECT_EQ(findings->front().id, "float32_arguments");
    EXPECT_EQ(findings->front().savedBytes, 2097152);
}

} // namespace
} // namespace tidemark
