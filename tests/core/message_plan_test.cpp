#include "core/link/message_plan.h"
#include "core/oom/oom_document.h"
#include "core/open/open_documents.h"
#include "core/view/choice.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

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

    /// Returns the message of a text.
    std::shared_ptr<const oom::OomDocument> message(const std::string& text)
    {
        const auto documents = openDocuments({m_folder.write("train.log", text)}, allKinds());
        EXPECT_TRUE(documents) << (documents ? "" : documents.error().message);
        return documents ? std::dynamic_pointer_cast<const oom::OomDocument>(documents->front()) : nullptr;
    }
    std::optional<MessagePlan> planOf(const std::string& text)
    {
        const auto document = message(text);
        const auto plan = findMessagePlan(document->message(ProgramId(0)), m_programs);
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
    // One row is found by its op name, another one by its instruction, and one does not exist.
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

TEST_F(MessagePlans, ScratchMemoryIsFoundByTheOutputOfItsKernel)
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

TEST_F(MessagePlans, AMessageWithoutBuffersMatchesItsNamedModule)
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
        << "two decimals do not identify an allocation";
}

TEST_F(MessagePlans, ProgramFilesNextToALogAreListedByName)
{
    for (const char* name : {"b.hlo.pb", "a.xplane.pb", "dump/c.hlo.pb", "notes.txt"})
        m_folder.write(name, "x");
    std::vector<std::string> names;
    for (const std::string& path : programsNextTo(m_folder.path("train.log"), endingsOf(allKinds())))
        names.push_back(path.substr(m_folder.path().size() + 1));
    EXPECT_EQ(names, (std::vector<std::string>{"a.xplane.pb", "b.hlo.pb"}));
    EXPECT_TRUE(programsNextTo(m_folder.path("nowhere/train.log"), endingsOf(allKinds())).empty());
}

} // namespace
} // namespace tidemark
