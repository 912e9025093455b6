/// Messages without a module beside a single program.
#include "core/open/limits_beside.h"
#include "core/open/open_documents.h"
#include "tests/support/temp_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

namespace tidemark {
namespace {

class OnlyProgram : public testing::Test
{
protected:
    void SetUp() override
    {
        std::filesystem::create_directory(m_folder.path("dump"));
        const std::string path = m_folder.path("dump/x.hlo.pb");
        std::filesystem::copy_file(std::string(TIDEMARK_TEST_DATA) + "/tpu_hlo/padded.hlo.pb", path);
        auto documents = openDocuments({path}, allKinds());
        ASSERT_TRUE(documents);
        m_documents = *documents;
        m_hbm = *m_documents.front()->view({ProgramId(0), 0}, {});
        m_vmem = *m_documents.front()->view({ProgramId(0), 1}, {});
        for (std::size_t i = 0; i < m_hbm->rows.count && m_own.opName.empty(); ++i)
            m_hbm->rows.describe(RowId::at(i), m_own);
    }

    /// The figures beside a message.
    Figures with(const View& view, const std::string& message) const
    {
        m_folder.write("dump/run.log", message);
        return figuresWithLimit(view, nullptr, allKinds());
    }
    /// Those of HBM beside one that lists buffers.
    Figures listing(const std::string& memory, const std::string& list) const
    {
        const std::string needed = std::to_string(m_hbm->figures(nullptr).neededBytes) + "B";
        return with(*m_hbm,
                    "\nRan out of memory in memory space " + memory + ". Used " + needed + " of 1.00M " + memory
                        + ". Exceeded " + memory + " capacity by 1.00M.\n\n  Largest program allocations in " + memory
                        + ":\n\n" + list);
    }
    static std::string entry(const std::string& opName, const std::string& shape, const std::string& label)
    {
        return "  1. Size: 1.00G\n     Operator: op_name=\"" + opName + "\"\n     Shape: " + shape
            + "\n     XLA label: " + label + " = fusion(x)\n     Allocation type: HLO temp\n     =========\n\n";
    }
    /// Those of VMEM beside one about a kernel of the program.
    Figures scoped(const std::string& size, const std::string& limit) const
    {
        return with(*m_vmem,
                    "RESOURCE_EXHAUSTED: Ran out of memory in memory space vmem while allocating on stack for %"
                        + m_own.instruction + " = " + m_own.shape + " custom-call(). Scoped allocation with size "
                        + size + " and limit " + limit + " exceeded scoped vmem limit by 2.00M.\n");
    }

    const test::TempFolder m_folder;
    Documents m_documents;
    std::shared_ptr<const View> m_hbm;
    std::shared_ptr<const View> m_vmem;
    Facts m_own; // of one of its buffers
};

TEST_F(OnlyProgram, IsNotMeantByAMessageThatListsAnothersBuffers)
{
    const std::string others
        = entry("jit(other)/dot", m_own.shape, "other.1") + entry("jit(other)/add", "f32[3,5,7]", m_own.instruction);
    const Figures figures = listing("hbm", others);
    EXPECT_FALSE(figures.capacity.bytes);
    ASSERT_FALSE(figures.warnings.empty());
    EXPECT_EQ(figures.warnings.back().code, "limit-not-used");
    EXPECT_TRUE(
        figures.warnings.back().text.ends_with("names no module, and lists no buffer of the only program beside it."))
        << figures.warnings.back().text;
    EXPECT_EQ(listing("hbm", others + entry(m_own.opName, m_own.shape, "other.3")).capacity.bytes, 1 << 20);
    EXPECT_EQ(listing("hbm", others + entry("", m_own.shape, m_own.instruction)).capacity.bytes, 1 << 20);
    EXPECT_EQ(listing("hbm", "").capacity.bytes, 1 << 20) << "it lists none";
}

TEST_F(OnlyProgram, IsToldHowItIsKnownThatItRanOutOfAnotherMemory)
{
    const auto told = [&](const std::string& list) {
        const Figures figures = listing("vmem", list);
        return figures.warnings.empty() ? std::string() : figures.warnings.back().text;
    };
    const std::string others = entry("jit(other)/dot", m_own.shape, "other.1");
    EXPECT_TRUE(told(others).starts_with("The message in run.log:2 says that a program ran out of VMEM: "));
    EXPECT_TRUE(told(others).ends_with(" It names no module, and lists no buffer of the only program beside it."))
        << told(others);
    EXPECT_TRUE(told("").starts_with("The message in run.log:2 says that this program ran out of VMEM: "));
    EXPECT_TRUE(told("").ends_with(" It names no module; this is the only program beside it.")) << told("");
}

TEST_F(OnlyProgram, IsMeantByExactByteCountsWhateverTheBuffersAreCalled)
{
    std::int64_t largest = 0;
    for (std::size_t i = 0; i < m_hbm->rows.count; ++i)
        largest = std::max(largest, m_hbm->rows.size[RowId::at(i)]);
    const auto capacity = [&](std::int64_t bytes) {
        return with(*m_hbm,
                    "RESOURCE_EXHAUSTED: Allocation (size=" + std::to_string(bytes)
                        + ") would exceed memory (size=17179869184) :: #allocation3 [shape = 'f32[1]{0}', space=hbm, "
                          "size = 0x1, tag = 'x']\n")
            .capacity.bytes;
    };
    EXPECT_EQ(capacity(largest), 17179869184);
    EXPECT_FALSE(capacity(largest + 4096)) << "x is another program's";
}

TEST_F(OnlyProgram, HasNoScopedLimitBelowWhatItsBuffersTake)
{
    EXPECT_FALSE(scoped("18.00M", "16.00M").capacity.bytes);
    EXPECT_EQ(scoped("18.00M", "16.00M").warnings.back().code, "limit-not-used");
    EXPECT_EQ(scoped("98.00M", "96.00M").capacity.bytes, 96 << 20);
    EXPECT_TRUE(
        scoped("98.00M", "96.00M").capacity.device.starts_with("the limit of scoped memory, by the message in "));
}

TEST_F(OnlyProgram, MayHaveAScopedLimitOfAllThatItsBuffersTake)
{
    const std::int64_t total = m_vmem->figures(nullptr).totalBytes;
    const auto isTaken = [&](std::int64_t limit) {
        return scoped(std::to_string(limit + 1000) + "B", std::to_string(limit) + "B").capacity.bytes == limit;
    };
    EXPECT_TRUE(isTaken(total));
    EXPECT_FALSE(isTaken(total - 1));
}

} // namespace
} // namespace tidemark
