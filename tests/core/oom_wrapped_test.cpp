/// Tests of messages whose lines were wrapped at a fixed width by a terminal or a tool.
#include "core/oom/line_role.h"
#include "core/text/wrapped_lines.h"
#include "tests/support/oom_messages.h"

#include <gtest/gtest.h>

#include <set>

namespace tidemark {
namespace {

using oom::Message;
using test::jsonOf;
using test::messagesOf;

using Lines = std::vector<std::string>;
using Widths = std::set<std::size_t>;

std::string logOf(const Lines& lines)
{
    std::string text;
    for (const std::string& line : lines)
        text += line + "\n";
    return text;
}

/// Wraps a text like a terminal with the given number of columns.
Lines atCharacters(const Lines& lines, std::size_t columns)
{
    Lines result;
    for (std::string line : lines) {
        for (; line.size() > columns; line.erase(0, columns))
            result.push_back(line.substr(0, columns));
        result.push_back(line);
    }
    return result;
}

/// Wraps at blanks, which are removed there, and breaks words that are too long anywhere.
Lines betweenWords(const Lines& lines, std::size_t columns)
{
    Lines result;
    for (std::string line : lines) {
        while (line.size() > columns) {
            const std::size_t indent = line.find_first_not_of(' ');
            std::size_t end = line.rfind(' ', columns);
            const std::size_t word = std::min(line.find(' ', end + 1), line.size()) - end - 1;
            const bool isLong = end == std::string::npos || end <= indent || (word > columns && end < columns);
            end = isLong ? columns : end;
            result.push_back(line.substr(0, end));
            line.erase(0, std::min(line.find_first_not_of(' ', end), line.size()));
            while (!result.back().empty() && result.back().back() == ' ')
                result.back().pop_back();
        }
        result.push_back(line);
    }
    return result;
}

/// Returns the data of a message except its place and its text.
std::string contentWrapped(const std::string& log)
{
    auto messages = messagesOf(log);
    for (Message& message : messages) {
        message.line = 0;
        message.text.clear();
    }
    return jsonOf(messages);
}

/// Returns the widths at which the message is read differently.
template <class Wrap>
Widths differing(const Lines& lines, Wrap wrap, std::size_t from, std::size_t to)
{
    const std::string whole = contentWrapped(logOf(lines));
    Widths widths;
    for (std::size_t columns = from; columns <= to; ++columns)
        if (contentWrapped(logOf(wrap(lines, columns))) != whole)
            widths.insert(columns);
    return widths;
}

Lines behind(const std::string& prefix, Lines lines)
{
    for (std::string& line : lines)
        line.insert(0, prefix);
    return lines;
}

const Lines kDump = {
    "Allocator (GPU_0_bfc) ran out of memory trying to allocate 2.00GiB (rounded to 2147483648)requested by op ",
    "BFCAllocator dump for GPU_0_bfc",
    "Bin (256): \tTotal Chunks: 1, Chunks in use: 1. 256B allocated for chunks. 256B in use in bin. 4B client-requested "
    "in use in bin.",
    "Bin for 2.00GiB was 256.00MiB, Chunk State: ",
    "  Size: 1.25GiB | Requested Size: 4B | in_use: 0 | bin_num: 20, prev:   Size: 256B | Requested Size: 8B | in_use: 1",
    "Next region of size 1048576",
    "InUse at 7f94a0000000 of size 2560 next 1",
    "Free  at 7f94a0000a00 of size 1046016 next 18446744073709551615",
    "Next region of size 2097152",
    "InUse at 7f94b0000000 of size 2097152 next 18446744073709551615",
    "Sum Total of in-use chunks: 2.00MiB",
    "Total bytes in pool: 3145728 memory_limit_: 4294967296 available bytes: 4291821568 curr_region_allocation_bytes_: "
    "8589934592",
    "Stats: ",
    "Limit:                      4294967296",
    "InUse:                         2099712",
};

const Lines kKernel = {
    "jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: XLA:TPU compile permanent error. Ran out of memory in memory space "
    "vmem. Used 128.00M of 64.00M vmem. Exceeded vmem capacity by 64.00M.",
    "",
    "Program vmem requirement 128.00M:",
    "    scoped          128.00M",
    "",
    "  Largest program allocations in vmem:",
    "",
    "  1. Size: 64.00M",
    "     Operator: op_name=\"jit(mm)/whole_matmul/pallas_call\"",
    "     Shape: u8[67108864]{0}",
    "     Unpadded size: 64.00M",
    "     Tag: input window allocation for operator input 0. The window shape is f32[2048,4096], while the full shape is "
    "f32[8192,4096]. This allocation has 2 buffering levels.",
    "     XLA label: whole_matmul.1 = custom-call(x.1, y.1), custom_call_target=\"tpu_custom_call\", "
    "operand_layout_constraints={f32[8192,4096]{1,0}, f32[4096,4096]{1,0}}, frontend_attributes={kernel_metadata={}}",
    "     Allocation type: scoped",
    "     ==========================",
    "",
    "  2. Size: 64.00M",
    "     Operator: op_name=\"jit(mm)/whole_matmul/pallas_call\"",
    "     Shape: u8[67108864]{0}",
    "     Unpadded size: 64.00M",
    "     XLA label: whole_matmul.2 = custom-call(x.1, y.1), custom_call_target=\"tpu_custom_call\", "
    "operand_layout_constraints={f32[8192,4096]{1,0}, f32[4096,4096]{1,0}}, frontend_attributes={kernel_metadata={}}",
    "     Allocation type: scoped",
    "     ==========================",
    "",
    " [type.googleapis.com/tensorflow.tpu.CompilationResultProto='\\x08\\x08Ran out of memory in memory space vmem. Used "
    "128.00M of 64.00M vmem. Exceeded vmem capacity by 64.00M.\\n\\nProgram vmem requi...[truncated]']",
};

const std::string kLogger = "2026-01-02 12:00:08.606813: I external/xla/xla/tsl/framework/bfc_allocator.cc:1095] ";

TEST(OomWrapped, DumpsOfAllocatorsAreReadAtAnyWidth)
{
    EXPECT_EQ(differing(behind(kLogger, kDump), atCharacters, 60, 132), Widths());
    EXPECT_EQ(differing(behind("[rank0]: " + kLogger, kDump), atCharacters, 60, 132), Widths());
    EXPECT_EQ(differing(behind("I1102 04:17:33.600100   48213 bfc_allocator.cc:1000] ", kDump), atCharacters, 60, 132),
              Widths());
    EXPECT_EQ(differing(behind("(main pid=9) ", kDump), atCharacters, 60, 110), Widths());
    EXPECT_EQ(differing(behind("trainer | ", kDump), betweenWords, 60, 90), Widths());
}

TEST(OomWrapped, MessagesOfKernelsAreReadOnce)
{
    EXPECT_EQ(differing(kKernel, atCharacters, 60, 132), Widths{69}) << "there a rest begins as a message does";
    EXPECT_EQ(differing(kKernel, betweenWords, 70, 132), Widths());
    EXPECT_EQ(differing(behind("[rank3]: ", kKernel), atCharacters, 60, 132), Widths());
}

TEST(OomWrapped, ALineRepeatedByAWriterIsNoContinuation)
{
    Lines lines;
    for (const std::string size : {"7", "8", "9"})
        for (const std::string name : {"alpha: ", "gamma: "})
            lines.push_back(name + "XlaRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate " + size
                            + "000 bytes.");
    const auto messages = messagesOf(logOf(lines));
    ASSERT_EQ(messages.size(), lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i)
        EXPECT_EQ(messages[i].text, lines[i]);
}

TEST(OomWrapped, ChunksAreReadIfWrappedAtBlanks)
{
    const auto chunk = oom::readChunk("Free  at7f94a0000a00 of size1046016 next 1");
    ASSERT_TRUE(chunk);
    EXPECT_EQ(chunk->size, 1046016);
    EXPECT_TRUE(chunk->isFree);
    EXPECT_FALSE(oom::readChunk("Free 7f94a0000a00 of size 1046016"));
}

/// Returns the joined lines. Lines with a mark are known beginnings.
Lines unwrapped(const Lines& lines)
{
    Lines result;
    WrappedLines wrapped([](std::string_view text) { return text.starts_with("#"); },
                         [&](std::span<const WrappedLines::Line> block) {
                             for (const WrappedLines::Line& line : block)
                                 result.push_back(std::to_string(line.number) + " " + line.text);
                         });
    std::uint64_t number = 0;
    for (const std::string& line : lines)
        wrapped.add(++number, line);
    wrapped.flush();
    EXPECT_FALSE(wrapped.isHolding());
    return result;
}

const std::string kWide(45, 'x');

TEST(WrappedLines, AreJoinedIfSeveralEndAtTheLastColumn)
{
    EXPECT_EQ(unwrapped({"a " + kWide, "b", "c " + kWide, " d", "e"}),
              (Lines{"1 a " + kWide + "b", "3 c " + kWide + " d", "5 e"}));
    EXPECT_EQ(unwrapped({"a " + kWide + "\r", "b\r", "c " + kWide + "\r", "d\r"}),
              (Lines{"1 a " + kWide + "b\r", "3 c " + kWide + "d\r"}));
    EXPECT_EQ(unwrapped({"a " + kWide, "b", "e"}), (Lines{"1 a " + kWide, "2 b", "3 e"})) << "a single one";
    EXPECT_EQ(unwrapped({"a " + kWide, "b", "a " + kWide, "b"}), (Lines{"1 a " + kWide, "2 b", "3 a " + kWide, "4 b"}))
        << "one again";
    EXPECT_EQ(unwrapped({"a " + kWide.substr(8), "b", "c " + kWide.substr(8), "d"}).size(), 4U) << "too narrow";
    EXPECT_EQ(unwrapped({"ä " + kWide, "b", "ö " + kWide, "d"}).size(), 2U) << "by characters";
    EXPECT_EQ(unwrapped({"a " + kWide + std::string(4, 'y'), "b", "c " + kWide, "d", "e " + kWide, "f"}).size(), 6U)
        << "one is wider";
    EXPECT_EQ(unwrapped({"a " + std::string(998, 'x'), "b", "c " + std::string(998, 'x'), "d"}).size(), 2U);
    EXPECT_EQ(unwrapped({"a " + std::string(999, 'x'), "b", "c " + std::string(999, 'x'), "d"}).size(), 4U);
}

TEST(WrappedLines, AreNotJoinedToAKnownBeginning)
{
    const Lines joined = {"a " + kWide, "b", "c " + kWide, "d", "e " + kWide};
    const auto after = [&](const std::string& line) {
        Lines lines = joined;
        lines.push_back(line);
        return unwrapped(lines).size() - 2;
    };
    EXPECT_EQ(after("f"), 1U);
    EXPECT_EQ(after("#f"), 2U);
    EXPECT_EQ(after(""), 2U);
    EXPECT_EQ(after("e f"), 2U) << "like the line before";
    EXPECT_EQ(after("c f"), 2U) << "like one that is no rest";
    EXPECT_EQ(after("f " + kWide.substr(1)), 2U) << "the same after its first word";
    EXPECT_EQ(unwrapped({"0:1 " + kWide, "#b", "0:2 " + kWide, "#d", "0:3 " + kWide, "#f", "0:4"}).size(), 4U)
        << "all others have a prefix";
}

TEST(WrappedLines, AreJoinedWithABlankBetweenWords)
{
    const std::string wide = "a word and another and a few more of them for this";
    EXPECT_EQ(
        unwrapped({wide, "line", "b " + wide.substr(3), "other", "c " + wide.substr(5), "again", "d"}),
        (Lines{"1 " + wide + " line", "3 b " + wide.substr(3) + " other", "5 c " + wide.substr(5) + " again", "7 d"}));
    EXPECT_EQ(
        unwrapped({wide, "line", "b " + wide.substr(3), "other", "c " + wide.substr(5, 44) + "-", "again", "d"})[2],
        "5 c " + wide.substr(5, 44) + "-again");
    const std::string word = "b " + std::string(48, 'x');
    EXPECT_EQ(unwrapped({wide, "line", word, "xxx", "b " + wide.substr(3), "other", "c " + wide.substr(5), "again"})[1],
              "3 " + word + "xxx");
    EXPECT_EQ(unwrapped({wide, "line", "b " + wide.substr(8), "other", "c " + wide.substr(15), "again", "d"}).size(),
              7U)
        << "the words would have found place";
}

TEST(WrappedLines, AreHeldWhileTheyMayContinue)
{
    std::size_t passed = 0;
    WrappedLines wrapped([](std::string_view) { return false; },
                         [&](std::span<const WrappedLines::Line> block) { passed += block.size(); });
    for (const std::string& line : {"a " + kWide, std::string("b"), "c " + kWide, std::string("d"), "e " + kWide})
        wrapped.add(++passed, line);
    passed = 0;
    wrapped.pass(true);
    EXPECT_EQ(passed, 2U);
    ASSERT_TRUE(wrapped.isHolding());
    EXPECT_EQ(wrapped.firstHeld(), 5U);
    wrapped.add(6, "f");
    wrapped.pass(true);
    EXPECT_EQ(passed, 3U);
    EXPECT_FALSE(wrapped.isHolding());
    for (std::size_t i = 0; i < 3 * WrappedLines::kMostHeld; ++i)
        wrapped.add(7 + i, "x");
    EXPECT_EQ(passed, 3U + 3 * WrappedLines::kMostHeld);
    wrapped.add(7, "a " + kWide);
    for (std::size_t i = 0; i < 2 * WrappedLines::kMostBytes / 47; ++i)
        wrapped.add(8 + i, std::to_string(i % 10) + std::to_string(i % 7) + kWide.substr(0, 45));
    EXPECT_GT(passed, 4U + 3 * WrappedLines::kMostHeld) << "one line is not longer than the limit of held text";
}

} // namespace
} // namespace tidemark
