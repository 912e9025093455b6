// Tests of the file format detected from the first bytes, and of reports in the same folder.
#include "core/wire/wire_writer.h"
#include "core/xla/programs/program_file.h"
#include "proto/hlo.pb.h"
#include "tests/core/document_fixture.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tidemark {
using namespace xla;
namespace {

using namespace test;

class FirstBytes : public DocumentTest
{
protected:
    std::string formatOf(const std::string& bytes)
    {
        const auto file = File::open(m_folder.write("file", bytes));
        if (!file)
            return "no file";
        const auto format = detectFormat(**file);
        if (!format)
            return "none";
        switch (*format) {
        case FileFormat::XSpace:
            return "xspace";
        case FileFormat::Hlo:
            return "hlo";
        case FileFormat::BufferAssignment:
            return "assignment proto";
        case FileFormat::AssignmentReport:
            return "assignment";
        case FileFormat::UsageReport:
            return "usage";
        case FileFormat::UsageProto:
            return "usage proto";
        case FileFormat::LiveRangeReport:
            break;
        }
        return "live ranges";
    }
};

TEST_F(FirstBytes, IdentifyReportsByTheirFirstLine)
{
    EXPECT_EQ(formatOf("BufferAssignment:\nallocation 0: size 8:\n"), "assignment");
    EXPECT_EQ(formatOf("\n  BufferAssignment:  \n"), "assignment");
    EXPECT_EQ(formatOf("BufferAssignment:"), "none") << "its line has no end";
    EXPECT_EQ(formatOf("BufferAssignment: x\nallocation 0\n"), "none");
    EXPECT_EQ(formatOf("HloLiveRange (max 3):\n  InstructionSequence:\n"), "live ranges");
    EXPECT_EQ(formatOf("HloLiveRange of what?\n  InstructionSequence:\n"), "none");
    EXPECT_EQ(formatOf("Memory Space: HBM (color=0)\nTotal bytes: 1\n"), "usage");
    EXPECT_EQ(formatOf("Memory Space: HBM\n(color=0) Total bytes: 1\n"), "none");
    EXPECT_EQ(formatOf("Total bytes used: 12 (12B)\n\nAllocations sorted by size:\n"), "usage");
    EXPECT_EQ(formatOf("Total bytes used: 12 (12B)\n\nAllocations by name:\n"), "none");
    EXPECT_EQ(formatOf("Total bytes used: x (12B)\n\nAllocations sorted by size:\n"), "none");
    EXPECT_EQ(formatOf("Total bytes used: 12\n\nAllocations sorted by size:\n"), "none");
    EXPECT_EQ(formatOf("Total bytes: 12 (12B)\n\nAllocations sorted by size:\n"), "none");
    EXPECT_EQ(formatOf("all is well and goes on"), "none");
    EXPECT_EQ(formatOf(""), "no file") << "is empty";
}

TEST_F(FirstBytes, IdentifyProtosByTheirFirstFields)
{
    const auto first = [](const std::string& fields) { return bytesField(1, fields); };
    const std::string sizes = numberField(1, 5) + numberField(2, 8);
    EXPECT_EQ(formatOf(first(sizes + bytesField(3, numberField(1, 7)))), "usage proto");
    EXPECT_EQ(formatOf(first(sizes + bytesField(3, numberField(2, 7)))), "usage proto");
    EXPECT_EQ(formatOf(first(sizes + bytesField(3, numberField(3, 7)))), "assignment proto");
    EXPECT_EQ(formatOf(first(sizes + bytesField(3, bytesField(1, "x")))), "assignment proto");
    EXPECT_EQ(formatOf(first(sizes + bytesField(3, ""))), "assignment proto");
    EXPECT_EQ(formatOf(first(sizes + numberField(3, 7))), "assignment proto");
    EXPECT_EQ(formatOf(first(sizes + bytesField(4, numberField(1, 7)))), "assignment proto");
    EXPECT_EQ(formatOf(first(sizes)), "none") << "a pprof profile begins with a type and a unit";
    EXPECT_EQ(formatOf(first(numberField(2, 8) + bytesField(3, numberField(1, 7)))), "usage proto");
    EXPECT_EQ(formatOf(first(bytesField(1, "jit_f") + bytesField(2, "main"))), "hlo");
    EXPECT_EQ(formatOf(first(numberField(1, 5) + bytesField(2, "/host:CPU"))), "xspace");
    EXPECT_EQ(formatOf(first(bytesField(2, "/device:TPU:0"))), "xspace");
    EXPECT_EQ(formatOf(first(bytesField(2, "Task Environment"))), "xspace");
    EXPECT_EQ(formatOf(small(8)), "hlo");
    EXPECT_EQ(formatOf(containerBytes({{"jit_a(1)", small(8)}})), "xspace");
}

class NeighbouringReports : public DocumentTest
{
protected:
    std::string assignment(const std::string& name, const std::string& value = "a")
    {
        return m_folder.write(name,
                              "BufferAssignment:\nallocation 0: size 8, preallocated-temp:\n value: <0 " + value
                                  + " @0> (size=8,offset=0): u8[8]{0}\n\nTotal bytes used: 8 (8B)\n");
    }
    std::string ranges(const std::string& name, const std::string& value = "a")
    {
        return m_folder.write(name,
                              "HloLiveRange (max 3):\n  BufferLiveRange:\n    " + value
                                  + "{}:0-2\n  Live ranges at 1 (peak):\n    " + value
                                  + "{}: 8 bytes (cumulative: 8 bytes)\n");
    }
    /// Returns "NAME(ID) steps=… format; codes" of the first program.
    std::string opened(const std::vector<std::string>& paths)
    {
        const auto document = openXla(paths);
        if (!document)
            return document.error().message.substr(document.error().message.find(": ") + 2);
        const Catalogue& catalogue = (*document)->catalogue();
        const auto view = (*document)->view({ProgramId(0), 0}, {});
        std::string text = catalogue.programs[0].fullName() + " steps=" + std::to_string((*view)->axis.count) + " "
            + catalogue.files[0].format + ";";
        for (const Warning& warning : catalogue.warnings.list())
            text += " " + warning.code;
        for (const auto& [name, value] : catalogue.files[0].remarks)
            text += " " + name + "=" + value;
        return text;
    }
};

TEST_F(NeighbouringReports, ModulesAreNamedByTheirStage)
{
    for (const auto& [name, program] : std::vector<std::pair<std::string, std::string>>{
             {"module_0012.jit_step.cl_7.after_optimizations", "jit_step(12)"},
             {"module_x.jit_step", "module_x"},
             {"module_12", "module_12"},
             {"module_", "module_"},
             {"module_99999999999999999999.jit_step", "module_99999999999999999999"},
             {"module_12x.jit_step", "module_12x"},
             {"jit_step.after", "jit_step"},
         }) {
        const std::string text = opened({assignment(name + "-buffer-assignment.txt")});
        EXPECT_TRUE(text.starts_with(program + " steps=")) << text;
    }
}

TEST_F(NeighbouringReports, HalvesOfAPlanAreJoined)
{
    const std::string left = assignment("m-buffer-assignment.txt");
    EXPECT_EQ(opened({left}), "m steps=1 Text report (buffer assignment);");
    const std::string right = ranges("m-live-range.txt");
    const std::string both = "m steps=2 Text report (buffer assignment); Live ranges=m-live-range.txt";
    EXPECT_EQ(opened({left}), both);
    EXPECT_EQ(opened({left, right}), both);
    EXPECT_EQ(opened({right}), "m steps=2 Text report (live ranges); Allocations=m-buffer-assignment.txt");
}

TEST_F(NeighbouringReports, OfAnotherCompileAreLeftOut)
{
    const std::string left = assignment("m-buffer-assignment.txt");
    const std::string right = ranges("m-live-range.txt", "b");
    EXPECT_EQ(opened({left}), "m steps=1 Text report (buffer assignment); other-report");
    EXPECT_EQ(opened({right}), "m steps=2 Text report (live ranges); other-report") << "opened alone it shows the peak";
}

TEST_F(NeighbouringReports, ThatCannotBeReadAreReported)
{
    const std::string left = assignment("m-buffer-assignment.txt");
    const std::string right = m_folder.write("m-live-range.txt", "HloLiveRange (max 3):\n  BufferLiveRange:\n");
    EXPECT_EQ(opened({left}), "m steps=1 Text report (buffer assignment); unreadable-report");
    assignment("n-buffer-assignment.txt");
    m_folder.write("n-buffer-assignment.txt", "BufferAssignment:\nnothing\n");
    EXPECT_EQ(opened({ranges("n-live-range.txt")}), "n steps=2 Text report (live ranges); unreadable-report");
    m_folder.write("o-live-range.txt", "a note about live ranges\n");
    EXPECT_EQ(opened({assignment("o-buffer-assignment.txt")}),
              "o steps=1 Text report (buffer assignment); unreadable-report")
        << "by its name it is one";
}

TEST_F(NeighbouringReports, WarningsOfTheOtherFileNameIt)
{
    const std::string left = assignment("m-buffer-assignment.txt");
    m_folder.write("m-live-range.txt", "HloLiveRange (max 3):\n  BufferLiveRange:\n    a{}:0-2\nnoise\n");
    const auto document = openXla({left});
    ASSERT_TRUE(document);
    ASSERT_EQ((*document)->catalogue().warnings.list().size(), 1U);
    EXPECT_NE((*document)->catalogue().warnings.list()[0].text.find(
                  "m-live-range.txt: Line 4 is not a line of a live range report"),
              std::string::npos)
        << (*document)->catalogue().warnings.list()[0].text;
}

TEST_F(NeighbouringReports, ADumpIsPreferredToItsTexts)
{
    const std::string left = assignment("m-buffer-assignment.txt");
    const std::string plan = m_folder.write("m.hlo.pb", small(8));
    const auto document = openXla({left, plan});
    ASSERT_TRUE(document);
    ASSERT_EQ((*document)->catalogue().files.size(), 1U);
    EXPECT_EQ((*document)->catalogue().files[0].path, plan);
    const std::string damaged = m_folder.write("m.hlo.pb", small(8).substr(0, small(8).size() - 3));
    const auto texts = openXla({left, damaged});
    ASSERT_TRUE(texts);
    ASSERT_EQ((*texts)->catalogue().files.size(), 1U);
    EXPECT_EQ((*texts)->catalogue().files[0].path, left);
    EXPECT_EQ((*texts)->catalogue().warnings.list()[0].code, "unreadable-plan");
    m_folder.write("m-buffer-assignment.txt", "BufferAssignment:\nnothing\n");
    EXPECT_FALSE(openXla({left, damaged})) << "neither can be read";
}

} // namespace
} // namespace tidemark
