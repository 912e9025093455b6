#include "tests/core/document_fixture.h"

#include "core/report/curve_table.h"
#include "core/report/row_table.h"
#include "core/view/choice.h"
#include "core/xla/programs/program_file.h"
#include "core/xla/replay/space_timeline.h"
#include "tests/support/phases_document.h"
#include "tests/support/samples.h"
#include "tests/support/wire_writer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sys/stat.h>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

using Names = std::vector<std::string>;

TEST_F(DocumentTest, OpensASessionOfManyWorkersAsOne)
{
    container("s/w-1.xplane.pb", {{"jit_b(2)", small(8)}, {"jit_a(9)", small(8)}, {"jit_a(10)", small(8)}});
    container("s/w-0.xplane.pb", {{"jit_b(2)", small(16)}});
    const auto profile = open({m_folder.path("s")});
    EXPECT_EQ(names(*profile), (Names{"w-0 jit_b(2)", "w-1 jit_a(9)", "w-1 jit_a(10)", "w-1 jit_b(2)"}));
    EXPECT_NE(profile->digest(ProgramId(0)), profile->digest(ProgramId(3))) << "equal names and ids, other programs";
    EXPECT_TRUE(profile->digest(ProgramId(1)));
    EXPECT_EQ(profile->digest(ProgramId(1)), profile->digest(ProgramId(2)));
    EXPECT_EQ((*profile->plan(ProgramId(0)))->assignment().allocations[AllocationId(0)].size, 16);
    ASSERT_TRUE(outlineAll(*profile, allPrograms(*profile), {}));
    EXPECT_EQ(profile->outline(ProgramId(3)).memories.at(0).totalBytes, 8);
    EXPECT_EQ(profile->outline(ProgramId(0)).peakIn(0), 16);
    EXPECT_EQ(profile->outline(ProgramId(0)).peakIn(7), std::nullopt);
}

TEST_F(DocumentTest, GoodFilesOpenDespiteBadOnes)
{
    container("s/good.xplane.pb", {{"jit_a(1)", small(8)}});
    m_folder.write("s/empty.xplane.pb", "");
    m_folder.write("s/text.xplane.pb", "this is no profile\n");
    m_folder.write("s/random.xplane.pb", "\xff\xfe\x00garbage\x01\x02");
    ASSERT_EQ(::mkfifo(m_folder.path("s/pipe.xplane.pb").c_str(), 0600), 0);
    std::filesystem::create_symlink("nowhere", m_folder.path("s/link.xplane.pb"));
    const auto profile = open({m_folder.path("s")});
    EXPECT_EQ(names(*profile), Names{"good jit_a(1)"});
    std::vector<std::string> bad;
    for (const FileEntry& file : profile->catalogue().files)
        if (file.error) {
            bad.push_back(file.host);
            EXPECT_NE(file.error->message.find(file.path), std::string::npos) << file.error->message;
        }
    EXPECT_EQ(bad, (Names{"empty", "link", "pipe", "random", "text"}));
    const auto& warnings = profile->catalogue().warnings.list();
    for (const std::string& name : bad)
        EXPECT_EQ(std::ranges::count_if(warnings,
                                        [&](const Warning& warning) {
                                            return warning.code == "unreadable-file"
                                                && warning.text.find(name + ".xplane.pb") != std::string::npos;
                                        }),
                  1)
            << name;
}

TEST_F(DocumentTest, AFileOfNoKindIsListedInOneDocument)
{
    m_folder.write("s/a.hlo.pb", small(8));
    m_folder.write("s/b.phases", phasesText());
    m_folder.write("s/bad.hlo.pb", "this is no program\n");
    const auto documents = openDocuments({m_folder.path("s")}, {allKinds().front(), phasesKind()});
    ASSERT_TRUE(documents);
    Names files;
    for (const auto& document : *documents)
        for (const FileEntry& file : document->catalogue().files)
            files.push_back(std::filesystem::path(file.path).filename());
    EXPECT_EQ(files, (Names{"a.hlo.pb", "bad.hlo.pb", "b.phases"}));
}

TEST_F(DocumentTest, FilesOfAFolderBeyondTheLimitsAreReported)
{
    DocumentKind anyText = phasesKind();
    anyText.isInAnyText = true;
    anyText.recognises = [](const File&) { return true; };
    Names opened;
    Names reported;
    anyText.open = [&](std::vector<OpenedFile> files, Warnings warnings, const Progress&) -> Result<Documents> {
        for (const OpenedFile& file : files)
            opened.push_back(std::filesystem::path(file.input.path).filename());
        for (const Warning& warning : warnings.list())
            if (warning.code == "text-not-looked-at")
                reported.push_back(std::filesystem::path(warning.text.substr(0, warning.text.find(' '))).filename());
            else
                reported.push_back(warning.code);
        return Error{ErrorKind::NotFound, "", std::nullopt};
    };
    const auto write = [&](const std::string& name, std::uint64_t size) {
        std::filesystem::resize_file(m_folder.write("s/" + name, "text"), size);
    };
    for (const char* const name : {"run1", "run2", "run3", "run4", "run5"})
        write(name, std::uint64_t{60} << 20);
    write("run6", (std::uint64_t{64} << 20) + 1);
    write("run7", std::uint64_t{16} << 20);
    write("run8", 0);
    EXPECT_FALSE(openDocuments({m_folder.path("s")}, {anyText}));
    EXPECT_EQ(opened, (Names{"run1", "run2", "run3", "run4", "run7"}));
    EXPECT_EQ(reported, (Names{"run5", "run6"}));
    opened.clear();
    reported.clear();
    for (int i = 0; i < 513; ++i)
        m_folder.write("many/" + std::to_string(i), "text");
    EXPECT_FALSE(openDocuments({m_folder.path("many")}, {anyText}));
    EXPECT_EQ(opened.size(), 512U);
    EXPECT_EQ(reported, Names{"files-not-looked-at"});
}

TEST_F(DocumentTest, TakesTheHostFromTheContentIfTheNameHasNone)
{
    EXPECT_EQ(names(*open({m_folder.write("profile.pb", containerBytes({{"jit_a(1)", small(8)}}))})),
              Names{"worker-0 jit_a(1)"});
}

TEST_F(DocumentTest, OnlyBadFilesAreAnError)
{
    EXPECT_EQ(openXla({m_folder.write("empty.xplane.pb", "")}).error().kind, ErrorKind::Empty);
    EXPECT_EQ(openXla({m_folder.path("missing.xplane.pb")}).error().kind, ErrorKind::NotFound);
    EXPECT_EQ(openXla({m_folder.write("a.xplane.pb", "\x1f\x8b\x08zip")}).error().kind, ErrorKind::Malformed);
    EXPECT_EQ(openXla({"/dev/zero"}).error().kind, ErrorKind::Unsupported);
    EXPECT_FALSE(openXla({}));
}

TEST_F(DocumentTest, TakesTheNameOfACachedFileFromItsName)
{
    m_folder.write("jit_step(18446744073709551615).hlo_proto.pb", small(8));
    m_folder.write("module_0007.jit_step.after_optimizations.hlo.pb", small(8));
    EXPECT_EQ(names(*open({m_folder.path()})), (Names{" jit_step(18446744073709551615)", " jit_test(1)"}));
}

TEST_F(DocumentTest, DecidesTheFormatByContent)
{
    const auto format
        = [&](const std::string& bytes) { return *detectFormat(**File::open(m_folder.write("x", bytes))); };
    EXPECT_EQ(format(small(8)), FileFormat::Hlo);
    EXPECT_EQ(format(containerBytes({{"jit_a(1)", small(8)}})), FileFormat::XSpace);
    for (const bool nameLast : {false, true}) {
        ContainerStyle style;
        style.planeNameLast = nameLast;
        style.deviceFirst = false;
        EXPECT_EQ(format(containerBytes({{"jit_a(1)", small(8)}}, style)), FileFormat::XSpace);
    }
    const proto::HloProto hlo = planFromText("temp 8\n a 0 8");
    EXPECT_EQ(format(bytesField(3, hlo.buffer_assignment().SerializeAsString())
                     + bytesField(1, hlo.hlo_module().SerializeAsString())),
              FileFormat::Hlo);
    const auto expected = [](const std::string& path) {
        if (path.ends_with(".serialized_buffer_assignment.pb"))
            return FileFormat::BufferAssignment;
        return path.ends_with(".xplane.pb") ? FileFormat::XSpace : FileFormat::Hlo;
    };
    for (const std::string& path : samplePaths())
        EXPECT_EQ(*detectFormat(**File::open(path)), expected(path)) << path;
}

TEST_F(DocumentTest, PiecesOfAHloProtoAreMergedAsProtobufDoes)
{
    const proto::HloProto whole
        = planFromText("param 0 16\n p 0 16\ntemp 64\n a 0 32 f32[4]\n b 32 8\n trace +a +b -b");
    proto::HloProto first = whole;
    first.mutable_buffer_assignment()->clear_buffer_allocations();
    first.mutable_buffer_assignment()->clear_heap_simulator_traces();
    proto::HloProto second;
    *second.mutable_buffer_assignment() = whole.buffer_assignment();
    second.mutable_buffer_assignment()->clear_logical_buffers();
    const std::string pieces = first.SerializeAsString() + second.SerializeAsString();
    const auto profile
        = open({m_folder.write("whole.hlo.pb", whole.SerializeAsString()), m_folder.write("pieces.hlo.pb", pieces),
                container("x.xplane.pb", {{"jit_a(1)", pieces}})});
    ASSERT_EQ(profile->catalogue().programs.size(), 3U);
    for (const ProgramId program : allPrograms(*profile)) {
        const ProgramOutline& outline = profile->outline(program);
        ASSERT_EQ(outline.memories.size(), 1U) << program.value;
        EXPECT_EQ(outline.memories[0].peakBytes, 16 + 40);
        const auto plan = *profile->plan(program);
        EXPECT_EQ(plan->assignment().buffers[BufferId(1)].unpadded, 16);
    }
}

TEST_F(DocumentTest, AMissingBufferAssignmentIsReported)
{
    proto::HloProto hlo = planFromText("temp 8\n a 0 8");
    hlo.clear_buffer_assignment();
    const auto profile
        = open({container("x.xplane.pb", {{"jit_a(1)", hlo.SerializeAsString()}, {"jit_b(2)", small(8)}})});
    ASSERT_EQ(profile->catalogue().programs.size(), 2U);
    const ProgramOutline& outline = profile->outline(ProgramId(0));
    EXPECT_FALSE(outline.hasPlan);
    ASSERT_TRUE(outline.error);
    EXPECT_EQ(outline.error->kind, ErrorKind::NoPlan);
    EXPECT_EQ(profile->plan(ProgramId(0)).error().kind, ErrorKind::NoPlan);
    EXPECT_TRUE(profile->plan(ProgramId(1)));
}

TEST_F(DocumentTest, TheAbsenceOfModulesIsExplained)
{
    const auto profile = open({container("x.xplane.pb", {})});
    EXPECT_TRUE(profile->catalogue().programs.empty());
    EXPECT_NE(whyEmpty(profile->catalogue()).find("x.xplane.pb"), std::string::npos);
    Warnings unread;
    const auto chosen = resolve(*profile, {}, unread);
    ASSERT_FALSE(chosen);
    EXPECT_EQ(chosen.error().kind, ErrorKind::NotFound);
}

TEST_F(DocumentTest, ACutFileIsReportedWithPlaceAndRemainder)
{
    ContainerStyle style;
    style.deviceFirst = false;
    const std::string whole = containerBytes({{"jit_a(1)", small(8)}}, style);
    const auto profile = open({m_folder.write("cut.xplane.pb", std::string_view(whole).substr(0, whole.size() - 30))});
    ASSERT_EQ(profile->catalogue().programs.size(), 1U);
    ASSERT_FALSE(profile->catalogue().warnings.empty());
    EXPECT_EQ(profile->catalogue().warnings.list()[0].code, "cut-file");
    EXPECT_EQ(profile->catalogue().warnings.list()[0].offset, whole.size() - 30);
    // The place is stated once, by describe().
    EXPECT_EQ(profile->catalogue().warnings.list()[0].text.find("byte"), std::string::npos);
}

TEST_F(DocumentTest, FiguresCarryTheWarningsOfTheFileAndOfTheSpace)
{
    ContainerStyle style;
    style.deviceFirst = false;
    std::string bytes = containerBytes(
        {{"jit_a(1)", hloBytes("temp 64\n a 0 32\ntemp 100\n b 0 50\n trace +a -a\n trace +b -b")}}, style);
    bytes.resize(bytes.size() - 30);
    const auto profile = open({m_folder.write("cut.xplane.pb", bytes)});
    const auto view = profile->view({ProgramId(0), 0}, {});
    ASSERT_TRUE(view);
    Names codes;
    for (const Warning& warning : (*view)->figures(nullptr).warnings)
        codes.push_back(warning.code);
    EXPECT_EQ(codes, (Names{"cut-file", "untraced-allocations"}));
}

TEST_F(DocumentTest, TheWindowShowsOnlyInformativeFigures)
{
    const auto shown = [&](const proto::HloProto& hlo, const char* device) {
        const auto profile = open({m_folder.write("x.hlo.pb", hlo.SerializeAsString())});
        const Figures figures = (*profile->view({ProgramId(0), 0}, {}))->figures(findDevice(device));
        std::map<int, std::string> lines;
        Names labels;
        for (const Figure& figure : figures.list) {
            if (figure.line > 0)
                lines[figure.line] = figure.label;
            if (figure.isIn(FigurePlace::Window)) {
                labels.push_back(figure.label);
                EXPECT_EQ(figure.help.empty(), figure.label == "Constants") << figure.label;
            }
        }
        Names texts;
        for (const auto& [line, label] : lines)
            texts.push_back(label);
        return std::pair(texts, labels);
    };
    const auto [texts, labels] = shown(planFromText("param 0 8\n p 0 8"), "");
    EXPECT_EQ(texts, (Names{"Unpadded", "Allocated", "Fragmentation"}));
    EXPECT_EQ(labels,
              (Names{"Steps", "Allocated", "Arguments", "All outputs", "Constants", "Temporaries", "Padding",
                     "Fragmentation"}));

    proto::HloProto hlo = planFromText("param 0 8 output\n p 0 8\ntemp 64\n a 0 40\n b 20 40\nlocal 16\n l 0 16\n"
                                       "temp 32\n c 0 32\n trace +a +b -a -b");
    hlo.mutable_hlo_module()->mutable_computations(0)->mutable_instructions(0)->set_backend_config(
        R"({"used_scoped_memory_configs":[{"memory_space":"1","offset":"0","size":"77"}]})");
    const auto [allTexts, allLabels] = shown(hlo, "v5e");
    EXPECT_EQ(allTexts,
              (Names{"Donated", "Unpadded", "Allocated", "Fragmentation", "Thread-local", "Scoped VMEM", "XProf's peak",
                     "Capacity", "Headroom"}));
    EXPECT_EQ(allLabels,
              (Names{"Steps", "Allocated", "Arguments", "All outputs", "Constants", "Temporaries", "Untraced",
                     "Thread-local", "Padding", "Fragmentation", "Scoped VMEM"}));
}

TEST_F(DocumentTest, AViewNamesItsProgramAndItsMemory)
{
    const auto profile = open({container("w-0.xplane.pb", {{"jit_a(7)", small(8, "\ntemp 32 space 1\n a 0 32")}})});
    const auto view = *profile->view({ProgramId(0), 1}, {});
    EXPECT_EQ(view->memory, 1);
    EXPECT_EQ(view->memoryName, "VMEM");
    EXPECT_EQ(view->memoryText, "VMEM (1)");
    EXPECT_EQ(view->path, m_folder.path("w-0.xplane.pb"));
    EXPECT_EQ(view->host, "w-0");
    EXPECT_EQ(view->program, "jit_a");
    EXPECT_EQ(view->programId, 7U);
    EXPECT_EQ(view->programText, "jit_a(7)");
    EXPECT_EQ(view->platform, Platform::Tpu);
}

TEST_F(DocumentTest, ChecksOfArgumentsNameTheDifference)
{
    const auto saidOf = [&](const std::string& text) {
        const auto profile = open({m_folder.write("x.hlo.pb", hloBytes(text))});
        for (const Check& check : (*profile->view({ProgramId(0), 0}, {}))->checks())
            if (check.name == "entry-arguments")
                return std::pair(check.verdict, check.text);
        return std::pair(Verdict::Note, std::string("no such check"));
    };
    EXPECT_EQ(saidOf("param 0 8\n p 0 8"), std::pair(Verdict::Ok, std::string()));
    EXPECT_EQ(saidOf("param 0 16\n p 0 8"),
              std::pair(Verdict::Fails, std::string("Arguments and their allocations differ in size.")));
    EXPECT_EQ(saidOf("param 0 8\n p 0 8\nparam 1 8"),
              std::pair(Verdict::Fails, std::string("1 parameter allocation matches no argument.")));
}

/// Text tables align only these columns right.
TEST_F(DocumentTest, TheColumnsOfNumbersAreThoseThatHoldNumbers)
{
    struct Aligned : TableWriter {
        explicit Aligned(std::vector<TableColumn> of)
            : columns(std::move(of))
        { }
        void row(std::vector<Cell> cells) override
        {
            ASSERT_EQ(cells.size(), columns.size());
            for (std::size_t i = 0; i < cells.size(); ++i)
                if (cells[i] != Cell()) {
                    EXPECT_EQ(columns[i].isNumber,
                              std::holds_alternative<std::int64_t>(cells[i])
                                  || std::holds_alternative<std::uint64_t>(cells[i]))
                        << columns[i].name;
                }
            ++rows;
        }
        void finish() override { }
        std::vector<TableColumn> columns;
        int rows = 0;
    };
    const auto profile = open({m_folder.write("x.hlo.pb", small(8, "\ntemp 64\n a 0 32\n trace +a -a"))});
    const auto view = *profile->view({ProgramId(0), 0}, {});
    Aligned rows(rowColumns());
    writeRows(*view, view->rows.live(StepId(0)), view->meanings({})->get(), rows);
    EXPECT_EQ(rows.rows, 2);
    Aligned curves(curveColumns());
    writeCurves(*view, curves);
    EXPECT_EQ(curves.rows, 2);
}

TEST_F(DocumentTest, SurvivesAFileThatShrinksAfterOpening)
{
    ContainerStyle style;
    style.deviceFirst = true;
    const std::string path = container("x.xplane.pb", {{"jit_a(1)", small(8, "\n q 0 4 f32[1]")}}, style);
    const auto profile = open({path});
    std::filesystem::resize_file(path, 60);
    const auto plan = profile->plan(ProgramId(0));
    ASSERT_FALSE(plan);
    EXPECT_NE(plan.error().message.find(path), std::string::npos);
    EXPECT_TRUE(profile->outline(ProgramId(0)).error);
    EXPECT_FALSE(profile->digest(ProgramId(0))) << "what cannot be read equals nothing";
}

TEST_F(DocumentTest, AProgramOpenedAloneIsReadOnce)
{
    const std::string path = m_folder.write("x.hlo.pb", small(8, "\n q 0 4 f32[1]"));
    const auto alone = open({path});
    const auto oneOfMany = open({path, m_folder.write("y.hlo.pb", small(16))});
    std::filesystem::resize_file(path, 20);
    EXPECT_FALSE(alone->outline(ProgramId(0)).error);
    EXPECT_TRUE(alone->digest(ProgramId(0)));
    auto plan = alone->plan(ProgramId(0));
    ASSERT_TRUE(plan) << plan.error().message;
    EXPECT_EQ(*alone->plan(ProgramId(0)), *plan);
    *plan = nullptr;
    EXPECT_FALSE(alone->plan(ProgramId(0))) << "what has been decoded does not stay in memory as well";
    EXPECT_FALSE(oneOfMany->plan(ProgramId(0))) << "of many files nothing stays in memory";
}

TEST_F(DocumentTest, CanBeCancelled)
{
    container("s/w-0.xplane.pb", {{"jit_a(1)", small(8)}, {"jit_b(2)", small(16)}});
    Progress progress;
    progress.isCancelled = [] { return true; };
    EXPECT_EQ(openXla({m_folder.path("s")}, progress).error().kind, ErrorKind::Cancelled);
    const auto profile = open({m_folder.path("s")});
    EXPECT_FALSE(outlineAll(*profile, allPrograms(*profile), progress));
    Warnings unread;
    EXPECT_EQ(resolve(*profile, {}, unread, progress).error().kind, ErrorKind::Cancelled);
}

TEST_F(DocumentTest, AnUnreadableProgramIsNotTheDefaultAndIsNamed)
{
    std::string bad = small(512);
    bad.resize(bad.size() - 3);
    const auto document = open({container("x.xplane.pb", {{"jit_a_large(1)", bad}, {"jit_small(2)", small(8)}})});
    Warnings unread;
    const auto chosen = resolve(*document, {}, unread);
    ASSERT_TRUE(chosen);
    EXPECT_EQ(document->catalogue().programs[chosen->program.index()].name, "jit_small");
    ASSERT_EQ(unread.list().size(), 1U);
    EXPECT_EQ(unread.list()[0].code, "unreadable-module");
    EXPECT_EQ(unread.list()[0].count, 1U);
    EXPECT_TRUE(unread.list()[0].offset);
    EXPECT_NE(unread.list()[0].text.find("jit_a_large"), std::string::npos) << unread.list()[0].text;
}

TEST_F(DocumentTest, ReportsAMemoryWithoutATrace)
{
    const auto remark = [&](const std::string& hlo) {
        return (*open({m_folder.write("x.hlo.pb", hlo)})->view({ProgramId(0), 0}, {}))->axis.remark;
    };
    EXPECT_EQ(remark(small(8)),
              "The file does not say when buffers are live, so there is one level for the whole program.");
    EXPECT_EQ(remark(small(8, "\ntemp 8\n a 0 8\ntrace +a -a")), "");
    const auto view = *open({m_folder.write("y.hlo.pb", small(8))})->view({ProgramId(0), 0}, {});
    EXPECT_EQ(view->axis.title, "Program order (scheduled step, not time)");
}

/// The window caches views as long as their total is below a limit in bytes.
TEST_F(DocumentTest, TheMemoryUseOfAViewCountsItsProgramRowsAndCurves)
{
    for (const char* const more : {"", " c 0 24\n"}) {
        const bool isShared = *more != '\0';
        const std::string trace = isShared ? "trace +a +b c=a -b -c -a" : "trace +a +b -b -a";
        const auto document
            = open({m_folder.write("x.hlo.pb", hloBytes("temp 64\n a 0 32\n b 32 32\n" + (more + trace)))});
        const auto view = *document->view({ProgramId(0), 0}, {});
        const std::uint64_t rows = 2; // each with its kind; a sharer belongs to the row of its root
        const std::uint64_t steps = isShared ? 6 : 4;
        EXPECT_EQ(view->memoryUse,
                  3 * document->catalogue().programs[0].bytes.value() + rows * (sizeof(BufferRow) + 1)
                      + 3 * steps * sizeof(std::int64_t) + (isShared ? sizeof(Sharer) : 0));
    }
}

TEST_F(DocumentTest, FilesOfSingleProgramsAreOneSource)
{
    m_folder.write("dump/a.hlo.pb", small(8));
    m_folder.write("dump/b.hlo.pb", small(16));
    container("dump/w-10.xplane.pb", {{"jit_a(1)", small(8)}});
    container("dump/w-2.xplane.pb", {{"jit_a(1)", small(8)}});
    const auto document = open({m_folder.path("dump")});
    Names sources;
    for (const SourceEntry& source : document->catalogue().sources)
        sources.push_back(source.name);
    EXPECT_EQ(sources, (Names{"HLO files", "w-2", "w-10"}));
    EXPECT_EQ(document->catalogue().programs[0].source, document->catalogue().programs[1].source);
}

TEST_F(DocumentTest, EqualPlansOfSeveralFilesHaveTheMemoriesOfTheirPlatform)
{
    const std::string hlo = hloBytes("temp 4096 space 1\n a 0 4096\nparam 0 64\n p 0 64");
    for (const auto& [name, device] : {std::pair("a", "TPU"), std::pair("b", "GPU"), std::pair("c", "TPU")}) {
        ContainerStyle style;
        style.deviceName = "/device:" + std::string(device) + ":0";
        container("s/" + std::string(name) + ".xplane.pb", {{"jit_a(1)", hlo}}, style);
    }
    const auto document = open({m_folder.path("s")});
    Names memories;
    for (const ProgramId program : allPrograms(*document))
        for (const MemoryOutline& memory : document->outline(program).memories)
            memories.push_back(memory.text + " " + std::to_string(memory.peakBytes.value_or(0)));
    EXPECT_EQ(
        memories,
        (Names{"HBM (0) 64", "VMEM (1) 4096", "HBM (0) 64", "Collective (1) 4096", "HBM (0) 64", "VMEM (1) 4096"}));
}

} // namespace
} // namespace tidemark
