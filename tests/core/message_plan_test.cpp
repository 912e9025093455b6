#include "core/link/message_plan.h"
#include "core/oom/oom_document.h"
#include "core/open/limits_beside.h"
#include "core/open/open_documents.h"
#include "core/view/choice.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace tidemark {
namespace {

const std::string kProgram = std::string(TIDEMARK_TEST_DATA) + "/tpu_hlo/padded.hlo.pb";

class MessagePlans : public testing::Test
{
protected:
    void SetUp() override
    {
        auto documents = openDocuments({kProgram}, allKinds());
        ASSERT_TRUE(documents);
        m_programs = *documents;
        m_view = *m_programs.front()->view({ProgramId(0), 0}, {});
    }

    /// The message of a text.
    std::shared_ptr<const oom::OomDocument> message(const std::string& text)
    {
        const auto documents = openDocuments({m_folder.write("train.log", text)}, allKinds());
        EXPECT_TRUE(documents) << (documents ? "" : documents.error().message);
        return documents ? std::dynamic_pointer_cast<const oom::OomDocument>(documents->front()) : nullptr;
    }
    std::optional<MessagePlan> planOf(const std::string& text)
    {
        const auto document = message(text);
        const auto plan = findMessagePlan(document->report(ProgramId(0)), m_programs);
        EXPECT_TRUE(plan);
        return plan ? *plan : std::nullopt;
    }
    static std::string entry(int number, const std::string& opName, const std::string& shape, const std::string& label)
    {
        return "  " + std::to_string(number) + ". Size: 1.00G\n     Operator: op_name=\"" + opName
            + "\"\n     Shape: " + shape + "\n     XLA label: " + label
            + " = fusion(x)\n     Allocation type: HLO temp\n     ==========================\n\n";
    }

    const test::TempFolder m_folder;
    Documents m_programs;
    std::shared_ptr<const View> m_view;
};

TEST_F(MessagePlans, BuffersAreFoundByOpNameAndShape)
{
    // A row of the plan by its op name, another by its instruction, and one that is not there.
    std::vector<Facts> rows;
    for (std::size_t i = 0; i < m_view->rows.count && rows.size() < 2; ++i) {
        Facts facts;
        m_view->rows.describe(RowId::at(i), facts);
        if (!facts.opName.empty() && facts.opName.find('"') == std::string::npos
            && (rows.empty() || facts.instruction != rows[0].instruction))
            rows.push_back(facts);
    }
    ASSERT_EQ(rows.size(), 2U);
    const std::string head
        = "Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm. Exceeded hbm capacity by 4.25G. HLO module: "
        + m_view->program + ".\n\n  Largest program allocations in hbm:\n\n";
    const auto plan = planOf(head + entry(1, rows[0].opName, rows[0].shape, "other.1")
                             + entry(2, "other", rows[1].shapeWithoutLayout, rows[1].instruction)
                             + entry(3, rows[0].opName, "f32[3,5,7]", "other.3"));
    ASSERT_TRUE(plan);
    EXPECT_TRUE(plan->isNamed);
    EXPECT_EQ(plan->asked, 3U);
    EXPECT_EQ(plan->rows.size(), 2U);
    EXPECT_FALSE(planOf("Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm. HLO module: jit_other.\n"))
        << "another module's";
}

TEST_F(MessagePlans, WithoutANameTheBuffersOfAMessageDecide)
{
    Facts row;
    for (std::size_t i = 0; i < m_view->rows.count && row.opName.empty(); ++i)
        m_view->rows.describe(RowId::at(i), row);
    const std::string head = "Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm.\n\n"
                             "  Largest program allocations in hbm:\n\n";
    const auto plan
        = planOf(head + entry(1, row.opName, row.shape, "other.1") + entry(2, "other", row.shape, "other.2"));
    ASSERT_TRUE(plan);
    EXPECT_FALSE(plan->isNamed);
    EXPECT_TRUE(plan->isOfBuffers);
    EXPECT_EQ(plan->asked, 2U);
    EXPECT_EQ(plan->rows.size(), 1U);
    EXPECT_TRUE(partsOf(plan).empty()) << "it may be another program's";
    EXPECT_FALSE(planOf(head + entry(1, "other", row.shape, "other.1"))) << "none of them is in the plan";
    EXPECT_FALSE(planOf(head + entry(1, row.opName, row.shape, "other.1") + entry(2, "other", row.shape, "other.2")
                        + entry(3, "another", row.shape, "other.3")))
        << "one of three may be anywhere";
}

TEST_F(MessagePlans, ScratchMemoryIsFoundByWhatItsKernelWrites)
{
    m_programs = *openDocuments({std::string(TIDEMARK_TEST_DATA) + "/tpu_dumps/oom_vmem"}, allKinds());
    const std::string window = ". Size: 64.00M\n     Operator: op_name=\"jit(mm)/whole_matmul/pallas_call\"\n"
                               "     Shape: u8[67108864]{0}\n     XLA label: whole_matmul.1 = custom-call(x.1, y.1)\n"
                               "     Allocation type: scoped\n     ==========================\n\n";
    const std::string list = "\n\n  Largest program allocations in vmem:\n\n  1" + window + "  2" + window;
    const std::string used = "Ran out of memory in memory space vmem. Used 192.80M of 128.00M vmem. Exceeded vmem "
                             "capacity by 64.80M.";
    for (const std::string& text :
         {used + list, used + " HLO module: jit_mm." + list,
          std::string("Ran out of memory in memory space vmem while allocating on stack for %whole_matmul.1 = "
                      "f32[8192,4096]{1,0:T(8,128)} custom-call(%x.1, %y.1). Scoped allocation with size 192.80M and "
                      "limit 128.00M exceeded scoped vmem limit by 64.80M.\n")}) {
        const auto plan = planOf(text);
        ASSERT_TRUE(plan) << text;
        EXPECT_EQ(plan->asked, 1U) << text;
        ASSERT_EQ(plan->rows.size(), 1U) << text;
        EXPECT_EQ(plan->view->rows.name(plan->rows[0]), "whole_matmul.1");
        EXPECT_TRUE(plan->isOtherMemory);
        EXPECT_TRUE(partsOf(plan).empty()) << "these are of HBM";
    }
    EXPECT_FALSE(planOf("Ran out of memory in memory space vmem while allocating on stack for %other.1 = f32[8]{0} "
                        "custom-call(). Scoped allocation with size 19.85M and limit 16.00M exceeded scoped vmem limit "
                        "by 3.85M.\n"));
}

TEST_F(MessagePlans, AMessageWithoutBuffersIsOfTheModuleThatItNames)
{
    const auto plan = planOf("E1000: CompileTimeHbmOom: Ran out of memory on HBM, the total memory required for HLO "
                             "temporaries (300.00G) exceeds available HBM (15.75G). HLO module: "
                             + m_view->program + ".\n");
    ASSERT_TRUE(plan);
    EXPECT_EQ(plan->asked, 0U);
    EXPECT_EQ(plan->view->program, m_view->program);
}

TEST_F(MessagePlans, WithoutANameASmallCountDecidesNothing)
{
    const std::string report
        = m_folder.write("module_0001.jit_f.after_optimizations-buffer-assignment.txt",
                         "BufferAssignment:\n"
                         "allocation 0: size 1048576, parameter 0, shape |u8[1048576]| at ShapeIndex {}:\n"
                         " value: <0 a @0> (size=1048576,offset=0): u8[1048576]{0}\n"
                         "allocation 1: size 1048575, parameter 1, shape |u8[1048575]| at ShapeIndex {}:\n"
                         " value: <1 b @0> (size=1048575,offset=0): u8[1048575]{0}\n"
                         "\nTotal bytes used: 2097151 (2.00MiB)\n");
    m_programs = *openDocuments({report}, allKinds());
    const auto text = [](std::int64_t bytes) {
        return "RESOURCE_EXHAUSTED: Out of memory while trying to allocate " + std::to_string(bytes) + " bytes.\n";
    };
    EXPECT_TRUE(planOf(text(1 << 20)));
    EXPECT_FALSE(planOf(text((1 << 20) - 1))) << "programs have many of such a size";
}

TEST_F(MessagePlans, WithoutANameExactByteCountsDecide)
{
    std::int64_t largest = 0;
    for (std::size_t i = 0; i < m_view->rows.count; ++i)
        largest = std::max(largest, m_view->rows.size[RowId::at(i)]);
    ASSERT_GE(largest, 1 << 20);
    const auto text = [](std::int64_t bytes) {
        return "RESOURCE_EXHAUSTED: Out of memory while trying to allocate " + std::to_string(bytes) + " bytes.\n";
    };
    const auto plan = planOf(text(largest));
    ASSERT_TRUE(plan);
    EXPECT_FALSE(plan->isNamed);
    EXPECT_EQ(plan->asked, 1U);
    ASSERT_EQ(plan->rows.size(), 1U);
    EXPECT_EQ(plan->view->rows.size[plan->rows[0]], largest);
    EXPECT_FALSE(planOf(text(largest + 1)));
    EXPECT_FALSE(planOf("Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm.\n"))
        << "two decimals tell no allocation";
}

TEST_F(MessagePlans, TheLimitOfAMessageBesideAProgramIsItsCapacity)
{
    std::filesystem::create_directory(m_folder.path("dump"));
    std::filesystem::copy_file(kProgram, m_folder.path("dump/x.hlo.pb"));
    const auto documents = openDocuments({m_folder.path("dump/x.hlo.pb")}, allKinds());
    ASSERT_TRUE(documents);
    const auto view = *documents->front()->view({ProgramId(0), 0}, {});
    const auto limitOf
        = [&] { return withLimits(view->figures(nullptr), *view, *readLimitsBeside(view->path, allKinds())).capacity; };
    EXPECT_FALSE(limitOf().bytes) << "there is no message";
    const auto write = [&](const char* name, const std::string& module, const char* memory, const char* limit) {
        m_folder.write(name,
                       std::string("\nRan out of memory in memory space ") + memory + ". Used 64.00M of " + limit + " "
                           + memory + ". HLO module: " + module + ".\n");
    };
    write("a.log", "jit_other", "hbm", "1.00M");
    const Figures ofOther = figuresWithLimit(*view, nullptr, allKinds());
    ASSERT_FALSE(ofOther.warnings.empty());
    EXPECT_EQ(ofOther.warnings.back().text,
              "The message in ../a.log:2 says that memory ran out for another program: jit_other.");
    write("b.log", view->program, "vmem", "2.00M");
    EXPECT_FALSE(limitOf().bytes) << "of another program, of another memory";
    const Figures elsewhere = figuresWithLimit(*view, nullptr, allKinds());
    ASSERT_FALSE(elsewhere.warnings.empty());
    EXPECT_EQ(elsewhere.warnings.back().code, "message-elsewhere");
    EXPECT_EQ(elsewhere.warnings.back().text,
              "The message in ../b.log:2 says that this program ran out of VMEM: 64 MiB are needed of 2 MiB.");
    write("c.log", view->program, "hbm", "32.00M");
    EXPECT_EQ(limitOf().bytes, 32 << 20);
    EXPECT_EQ(limitOf().device, "the message in ../c.log:2");
    const Figures before = view->figures(nullptr);
    ASSERT_FALSE(before.capacity.bytes);
    const Figures figures = figuresWithLimit(*view, nullptr, allKinds());
    EXPECT_EQ(figures.find("capacity_bytes")->bytes(), 32 << 20);
    EXPECT_EQ(figures.find("headroom_bytes")->bytes(), (32 << 20) - before.neededBytes);
    EXPECT_TRUE(isOpenToLimit(*view, before));
    Figures ofFile = before;
    ofFile.capacity.device = "as the profile says";
    ofFile.capacity.bytes = 1 << 20;
    EXPECT_FALSE(isOpenToLimit(*view, ofFile)) << "the file knows";
    EXPECT_FALSE(isOpenToLimit(*view, view->figures(findDevice("v5e")))) << "the user knows";
    EXPECT_EQ(figuresWithLimit(*view, nullptr, allKinds()).find("capacity_bytes")->bytes(), 32 << 20);
    EXPECT_EQ(figuresWithLimit(*view, findDevice("v5e"), allKinds()).capacity.device, "TPU v5e");
    const auto findings = view->findings(figuresWithLimit(*view, nullptr, allKinds()), {});
    ASSERT_TRUE(findings && !findings->empty());
    ASSERT_TRUE(findings->back().isAll());
    EXPECT_TRUE(findings->back().text.starts_with("together: still %1 over, of %2 before")
                || findings->back().text.starts_with("together: fits, %1 to spare instead of %2"))
        << findings->back().text;
    EXPECT_EQ(findings->back().amounts.back(), std::abs((32 << 20) - *findings->back().peakBefore));
}

TEST_F(MessagePlans, ALimitOfAMessageWithoutANameIsOfTheOnlyProgramOrOfThatWithItsBytes)
{
    std::filesystem::create_directory(m_folder.path("dump"));
    std::filesystem::copy_file(kProgram, m_folder.path("dump/x.hlo.pb"));
    const auto figuresOf = [&](const char* name, std::int64_t memory) {
        const auto documents = openDocuments({m_folder.path(name)}, allKinds());
        EXPECT_TRUE(documents);
        const auto view = documents->front()->view({ProgramId(0), memory}, {});
        EXPECT_TRUE(view);
        return figuresWithLimit(**view, nullptr, allKinds());
    };
    m_folder.write("dump/run.log",
                   "\nRan out of memory in memory space vmem. Used 192.80M of 128.00M vmem. Exceeded vmem "
                   "capacity by 64.80M.\n");
    const Figures onChip = figuresOf("dump/x.hlo.pb", 1);
    EXPECT_EQ(onChip.capacity.bytes, 128 << 20);
    std::filesystem::copy_file(kProgram, m_folder.path("dump/y.hlo.pb"));
    EXPECT_EQ(
        figuresOf("dump/x.hlo.pb", 0).warnings.back().text,
        "The message in run.log:2 says that one of the programs here ran out of VMEM: 192.8 MiB are needed of "
        "128 MiB.");
    std::filesystem::remove(m_folder.path("dump/y.hlo.pb"));
    EXPECT_EQ(onChip.find("headroom_bytes")->remarkText([](std::int64_t bytes) { return std::to_string(bytes); }),
              "of the buffers alone; DOES NOT FIT, 67947725 too much by the message");
    EXPECT_EQ(figuresOf("dump/x.hlo.pb", 1).capacity.device,
              "the message in run.log:2; this is the only program beside it");
    EXPECT_FALSE(figuresOf("dump/x.hlo.pb", 0).capacity.bytes) << "of another memory";
    EXPECT_EQ(figuresOf("dump/x.hlo.pb", 1).warnings.back().code, "message-needs-more") << "192.8 MiB";
    const std::int64_t needed = figuresOf("dump/x.hlo.pb", 1).neededBytes;
    const auto tellsMore = [&](std::int64_t bytes) {
        m_folder.write("dump/run.log",
                       "\nRan out of memory in memory space vmem. Used " + std::to_string(bytes)
                           + "B of 1.0K vmem. Exceeded vmem capacity by 1.0K.\n");
        const Figures figures = figuresOf("dump/x.hlo.pb", 1);
        EXPECT_EQ(figures.capacity.bytes, 1024) << bytes;
        return std::ranges::any_of(figures.warnings,
                                   [](const Warning& warning) { return warning.code == "message-needs-more"; });
    };
    EXPECT_FALSE(tellsMore(needed + needed / 200)) << "messages are rounded";
    EXPECT_TRUE(tellsMore(needed + needed / 50));

    // Far less is of another program.
    m_folder.write("dump/run.log",
                   "RESOURCE_EXHAUSTED: Ran out of memory in memory space vmem. Used " + std::to_string(needed / 3)
                       + "B of 1.00K vmem. Exceeded vmem capacity by 1.00K.\n");
    EXPECT_FALSE(figuresOf("dump/x.hlo.pb", 1).capacity.bytes);
    EXPECT_EQ(figuresOf("dump/x.hlo.pb", 1).warnings.back().code, "limit-not-used");
    EXPECT_FALSE(tellsMore(needed));

    // What was measured of a run is no program.
    std::filesystem::copy_file(std::string(TIDEMARK_TEST_DATA)
                                   + "/tenstorrent/tinyllama_memory_analysis_1772000000000000.json",
                               m_folder.path("dump/tinyllama_memory_analysis_1.json"));
    EXPECT_EQ(figuresOf("dump/x.hlo.pb", 1).capacity.bytes, 1024);

    // With another program beside it, its words tell nothing.
    std::filesystem::copy_file(std::string(TIDEMARK_TEST_DATA) + "/reports/allreduce_h100x4.after_optimizations.hlo.pb",
                               m_folder.path("dump/other.hlo.pb"));
    EXPECT_EQ(figuresOf("dump/x.hlo.pb", 1).capacity.bytes, 1024) << "for GPUs, which have no such memory";
    std::filesystem::copy_file(std::string(TIDEMARK_TEST_DATA) + "/tpu_hlo/add.hlo.pb",
                               m_folder.path("dump/add.hlo.pb"));
    const Figures open = figuresOf("dump/x.hlo.pb", 1);
    EXPECT_FALSE(open.capacity.bytes);
    ASSERT_FALSE(open.warnings.empty());
    EXPECT_EQ(open.warnings.back().code, "limit-not-used");
    EXPECT_NE(open.warnings.back().text.find("of the 2 programs beside it none has its byte counts"), std::string::npos)
        << open.warnings.back().text;

    // Exact byte counts do.
    std::int64_t largest = 0;
    for (std::size_t i = 0; i < m_view->rows.count; ++i)
        largest = std::max(largest, m_view->rows.size[RowId::at(i)]);
    m_folder.write("dump/run.log",
                   "RESOURCE_EXHAUSTED: Allocation (size=" + std::to_string(largest)
                       + ") would exceed memory (size=17179869184) :: #allocation3 [shape = 'f32[1]{0}', space=hbm, "
                         "size = 0x1, tag = 'x']\n");
    const Figures found = figuresOf("dump/x.hlo.pb", 0);
    EXPECT_EQ(found.capacity.bytes, 17179869184) << (found.warnings.empty() ? "" : found.warnings.back().text);
    EXPECT_NE(found.capacity.device.find("; this is the program with its byte counts"), std::string::npos);
    EXPECT_FALSE(figuresOf("dump/other.hlo.pb", 0).capacity.bytes);
}

TEST_F(MessagePlans, NoProgramForProcessorsHasTheMemoryOfADevice)
{
    std::filesystem::create_directory(m_folder.path("dump"));
    const std::string path = m_folder.path("dump/module_0006.jit__lambda.cpu_after_optimizations.hlo.pb");
    std::filesystem::copy_file(
        std::string(TIDEMARK_TEST_DATA) + "/reports/module_0006.jit__lambda.cpu_after_optimizations.hlo.pb", path);
    const auto documents = openDocuments({path}, allKinds());
    ASSERT_TRUE(documents);
    const auto view = *documents->front()->view({ProgramId(0), 0}, {});
    for (const std::string& module : {std::string(), " HLO module: " + view->program + "."}) {
        m_folder.write("dump/run.log",
                       "RESOURCE_EXHAUSTED: Ran out of memory on HBM, the total memory required for HLO temporaries "
                       "(40.00G) exceeds available HBM (15.75G)."
                           + module + "\n");
        const Figures figures = figuresWithLimit(*view, nullptr, allKinds());
        EXPECT_FALSE(figures.capacity.bytes) << module;
        ASSERT_FALSE(figures.warnings.empty());
        EXPECT_EQ(figures.warnings.back().code, "limit-not-used");
        EXPECT_NE(figures.warnings.back().text.find("platform"), std::string::npos) << figures.warnings.back().text;
    }
    m_folder.write("dump/run.log",
                   "RESOURCE_EXHAUSTED: Ran out of memory on HBM, the total memory required for HLO "
                   "temporaries (40.00G) exceeds available HBM (15.75G).\n");
    const auto why = [&] {
        const Figures figures = figuresWithLimit(*view, nullptr, allKinds());
        return figures.warnings.empty() ? "" : figures.warnings.back().text;
    };
    EXPECT_NE(why().find("no program beside it is of a platform with its memory"), std::string::npos) << why();
    std::filesystem::remove(path);
    EXPECT_NE(why().find("no program can be read beside it"), std::string::npos) << why();
}

TEST_F(MessagePlans, ProfilesAreLookedForInTheFolderAndBelow)
{
    for (const char* name : {"a.hlo.pb", "dump/b.hlo.pb", "dump/1/c.xplane.pb", "dump/1/2/far.hlo.pb", "notes.txt"})
        m_folder.write(name, "x");
    std::vector<std::string> names;
    for (const std::string& path : profilesBeside(m_folder.path("train.log"), endingsOf(allKinds())))
        names.push_back(path.substr(m_folder.path().size() + 1));
    EXPECT_EQ(names, (std::vector<std::string>{"a.hlo.pb", "dump/1/c.xplane.pb", "dump/b.hlo.pb"}));
    EXPECT_TRUE(profilesBeside(m_folder.path("nowhere/train.log"), endingsOf(allKinds())).empty());
}

} // namespace
} // namespace tidemark
