#include "core/oom/text_marks.h"
#include "tests/support/oom_messages.h"

#include <gtest/gtest.h>

namespace tidemark::oom {
namespace {

/// Returns the marked texts of the first message.
std::vector<std::string> marksIn(std::string_view text)
{
    const std::vector<Message> messages = test::messagesOf(text);
    std::vector<std::string> marked;
    if (messages.empty())
        return marked;
    for (const TextMark& mark : marksOf(messages.front()))
        marked.push_back(messages.front().text.substr(mark.range.begin, mark.range.end - mark.range.begin));
    return marked;
}

using Marks = std::vector<std::string>;

TEST(TextMarks, AreTheFiguresTheCodeAndTheModule)
{
    EXPECT_EQ(
        marksIn("RESOURCE_EXHAUSTED: E1000: CompileTimeHbmOom: Ran out of memory in memory space hbm. Used 20.00G of "
                "15.75G hbm. Exceeded hbm capacity by 4.25G. HLO module: jit_step.\n"),
        (Marks{"E1000", "20.00G", "15.75G", "4.25G", "jit_step"}));
}

TEST(TextMarks, AreNotInsideNamesNumbersAndShapes)
{
    const std::string head = "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 4096 bytes";
    EXPECT_EQ(marksIn(head + ".\n"), (Marks{"4096 bytes"}));
    EXPECT_EQ(marksIn("step-4096 x4096 f32[4096] 1.4096 @4096 #4096 w_4096 4096: " + head + ".\n"),
              (Marks{"4096 bytes"}));
}

TEST(TextMarks, MarkTheParsedFigureNotAnEqualOne)
{
    EXPECT_EQ(
        marksIn("Ran out of memory in memory space hbm. Used 20.00G of 15.75G hbm. Exceeded hbm capacity by 4.25G.\n"
                "\n"
                "Total hbm usage >= 20.00G:\n"
                "    reserved          0B \n"
                "    program          20.00G \n"
                "    arguments       unknown size \n"
                "\n"
                "  Largest program allocations in hbm:\n"
                "\n"
                "  1. Size: 20.00G\n"
                "     Operator: op_name=\"20.00G 512 15.75G\" source_line=512\n"
                "     Shape: u8[512]{0:T(1024)}\n"
                "     Unpadded size: 512B\n"
                "     Extra memory due to padding: 512B (2.0x expansion)\n"
                "     XLA label: %x = fusion(512B)\n"
                "     ==========================\n"),
        (Marks{"20.00G", "15.75G", "4.25G", "20.00G", "0B", "20.00G", "20.00G", "512B", "512B"}));
}

TEST(TextMarks, OfAnAllocatorCoverItsChunksAndStatistics)
{
    EXPECT_EQ(
        marksIn(
            "Allocator (GPU_0_bfc) ran out of memory trying to allocate 1.00KiB (rounded to 1024)requested by op x\n"
            "BFCAllocator dump for GPU_0_bfc\n"
            "Bin (256): Total Chunks: 1, Chunks in use: 1. 256B allocated for chunks. 256B in use in bin.\n"
            "Bin for 1.00KiB was 256B, Chunk State:\n"
            "Next region of size 768\n"
            "InUse at 256 of size 256 next 1\n"
            "Free  at 512 of size 512 next 256\n"
            "1 Chunks of size 256 totalling 256B\n"
            "Sum Total of in-use chunks: 256B\n"
            "Stats:\n"
            "Limit: 768\n"
            "InUse: 256\n"
            "NumAllocs: 256\n"),
        (Marks{"1.00KiB (rounded to 1024)", "1.00KiB", "256", "512", "256B", "768", "256"}));
}

TEST(TextMarks, ContinueAcrossALineWrappedByATerminal)
{
    EXPECT_EQ(
        marksIn("Ran out of memory in memory space hbm. Used 20.\n00G of 15.75G hbm. Exceeded hbm capacity by 4.25G.\n"
                "Program hbm requirement 20.00G:\n"
                "    HLO temp  20.00G (50.0% utilization: Unpadded (5.\n"
                "00G) Padded (10.00G), 0.0% fragmentation (0B))\n"),
        (Marks{"20.\n00G", "15.75G", "4.25G", "20.00G", "20.00G", "5.\n00G", "10.00G", "0B"}));
}

} // namespace
} // namespace tidemark::oom
