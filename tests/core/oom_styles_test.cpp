/// Tests of the same messages as written by loggers, launchers, terminals and programs.
#include "tests/support/oom_messages.h"

#include <gtest/gtest.h>

#include <sstream>

namespace tidemark {
namespace {

using oom::Message;
using test::jsonOf;
using test::messagesOf;

/// Formats each line of a message as loggers do.
std::string asJsonLines(const std::string& message, const std::string& before, const std::string& after)
{
    std::string text;
    std::istringstream lines(message);
    for (std::string line; std::getline(lines, line);) {
        std::string escaped;
        for (const char c : line) {
            if (c == '"' || c == '\\')
                escaped += '\\';
            escaped += c == '\t' ? std::string("\\t") : std::string(1, c);
        }
        text += before + escaped + after + "\n";
    }
    return text;
}

constexpr const char* kStatsMessage = "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 4770354232 bytes.\n"
                                      "BufferAssignment OOM Debugging.\n"
                                      "BufferAssignment stats:\n"
                                      "             parameter allocation:  372.76MiB\n"
                                      "     preallocated temp allocation:    4.44GiB\n"
                                      "  preallocated temp fragmentation:  680.30MiB (14.96%)\n"
                                      "                 total allocation:   14.44GiB\n"
                                      "              total fragmentation:  680.30MiB (4.60%)\n"
                                      "Peak buffers:\n"
                                      "\tBuffer 1:\n"
                                      "\t\tSize: 6.00MiB\n"
                                      "\t\tOperator: op_name=\"jit(f)/dot\"\n"
                                      "\t\tShape: f32[4096,128,3]\n"
                                      "\t\t==========================\n";

TEST(OomStyles, MessagesInLinesOfJsonAreWhole)
{
    const auto expected = messagesOf(kStatsMessage);
    ASSERT_EQ(expected.size(), 1U);
    EXPECT_EQ(expected[0].figures.size(), 5U);
    for (const auto& [before, after] : {
             std::pair(R"({"log":")", R"(\n","stream":"stderr","time":"2026-01-02T03:04:05Z"})"),
             std::pair(R"({"textPayload": ")", R"(", "insertId": "a", "severity": "ERROR"})"),
             std::pair(R"({"severity": "ERROR", "jsonPayload": {"message": ")", R"("}})"),
         }) {
        const auto messages = messagesOf(R"({"log":"step 1\n"})"
                                         "\n"
                                         + asJsonLines(kStatsMessage, before, after) + R"({"log":"step 2\n"})" + "\n");
        ASSERT_EQ(messages.size(), 1U) << before;
        EXPECT_EQ(messages[0].kind, oom::Kind::GpuPlan) << before;
        EXPECT_EQ(messages[0].figures.size(), expected[0].figures.size()) << before;
        ASSERT_EQ(messages[0].allocations.size(), 1U) << before;
        EXPECT_EQ(messages[0].allocations[0].opName, "jit(f)/dot") << before;
        EXPECT_EQ(messages[0].line, 2U);
    }
}

TEST(OomStyles, MessagesOfRanksInLinesOfJsonKeepTheirRank)
{
    std::string text;
    const std::string second = asJsonLines(kStatsMessage, R"({"log":"[rank1]: )", R"(\n","stream":"stderr"})");
    std::istringstream others(second);
    std::istringstream first(asJsonLines(kStatsMessage, R"({"log":"[rank0]: )", R"(\n","stream":"stderr"})"));
    for (std::string line; std::getline(first, line);) {
        text += line + "\n";
        std::getline(others, line);
        text += line + "\n";
    }
    const auto messages = messagesOf(text);
    ASSERT_EQ(messages.size(), 2U);
    EXPECT_EQ(messages[0].rank + messages[1].rank, "01");
    for (const Message& message : messages)
        EXPECT_EQ(message.figures.size(), 5U);
}

TEST(OomStyles, SharesOfFragmentationNameTheirFigure)
{
    const auto messages = messagesOf(kStatsMessage);
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_TRUE(messages[0].figure("preallocated temp fragmentation"));
    std::string failed;
    for (const Check& check : messages[0].checks)
        if (check.name == "share")
            failed += check.left + ":" + std::string(verdictName(check.verdict)) + " ";
    EXPECT_EQ(failed, "preallocated temp fragmentation:ok total fragmentation:ok ");
}

/// Wraps a text like a terminal with the given number of columns.
std::string wrapped(const std::string& text, std::size_t columns)
{
    std::string result;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        for (; line.size() > columns; line.erase(0, columns))
            result += line.substr(0, columns) + "\n";
        result += line + "\n";
    }
    return result;
}

/// Returns true if a line begins with text that looks like a rank, such as "001: " of "E1001: ".
bool hasLabel(const std::string& text)
{
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
        if (const std::size_t end = line.find_first_not_of("0123456789"); end > 0 && line.find(": ") == end)
            return true;
    return false;
}

TEST(OomStyles, MessagesAreTheSameAtAnyTerminalWidth)
{
    const std::string texts[] = {
        "jaxlib._jax.XlaRuntimeError: RESOURCE_EXHAUSTED: E0101: RuntimeProgramAllocationFailure: Error loading program "
        "'jit_train_step': Attempting to reserve 29.49G at the bottom of memory. That was not possible. There are 147.64M "
        "free, 0B reserved, and 147.64M reservable.\n",
        "tensorflow.python.framework.errors_impl.ResourceExhaustedError: E0100: RuntimeBufferAllocationFailure: Error "
        "allocating device buffer: Attempting to allocate 8.00M. That was not possible. There are 6.43M free.; "
        "(0x0x1_HBM0)\n",
        "RuntimeError: TT_FATAL @ bank_manager.cpp:439: Out of Memory: Not enough space to allocate 17098093012 B DRAM "
        "buffer across 130 banks, where each bank needs to store 131523792 B\n",
        "RESOURCE_EXHAUSTED: E1000: CompileTimeHbmOom: TPU TensorCore Hbm usage: 34.82G, SparseCore Hbm usage 174.10G, "
        "exceeding available bytes: 95.74G\n",
        "Ran out of memory in memory space hbm. Used 21.95G of 15.48G hbm. Exceeded hbm capacity by 6.47G.\n\n"
        "Program hbm requirement 21.95G:\n"
        "    HLO temp         21.95G (97.6% utilization: Unpadded (20.05G) Padded (21.95G), 19.1% fragmentation (13.5K))\n",
    };
    const auto without = [](const std::vector<Message>& messages) {
        std::string text;
        for (const Message& message : messages) {
            Message same = message;
            same.text.clear();
            text += jsonOf({same});
        }
        return text;
    };
    for (const std::string& text : texts)
        for (std::size_t columns = 50; columns < 130; ++columns) {
            const std::string narrow = wrapped(text, columns);
            if (!hasLabel(narrow)) {
                EXPECT_EQ(without(messagesOf(narrow)), without(messagesOf(text))) << columns << " columns of\n"
                                                                                  << narrow;
            }
        }
}

TEST(OomStyles, AllocatorMessagesKeepTheirChunksAfterKnownPrefixes)
{
    const std::string dump
        = "Allocator (GPU_0_bfc) ran out of memory trying to allocate 2.00GiB (rounded to 2147483648)requested by op \n"
          "BFCAllocator dump for GPU_0_bfc\n"
          "Next region of size 4096\n"
          "InUse at 7f94a0000000 of size 2560 next 1\n"
          "Free  at 7f94a0000a00 of size 1536 next 18446744073709551615\n"
          "Sum Total of in-use chunks: 2.5KiB\n"
          "Total bytes in pool: 4096 memory_limit_: 8192 available bytes: 4096 curr_region_allocation_bytes_: 4096\n"
          "Stats: \n"
          "Limit:                            8192\n";
    const std::string logger = "2026-01-02 12:00:08.606813: I external/xla/xla/tsl/framework/bfc_allocator.cc:1095] ";
    const auto isWhole = [](const std::vector<Message>& messages) {
        return messages.size() == 1 && messages[0].device == "GPU_0_bfc" && messages[0].allocations.size() == 2
            && messages[0].allocations[0].size == Amount{2560, 0} && messages[0].limit == Amount{8192, 0}
        && messages[0].figure("Limit");
    };
    for (const std::string prefix : {"", "[rank3]: ", "(main pid=77) ", "E   "})
        for (const bool isLogged : {false, true}) {
            std::string text;
            std::istringstream lines(dump);
            for (std::string line; std::getline(lines, line);)
                text += prefix + (isLogged && !line.starts_with("Limit") ? logger : "") + line + "\n";
            EXPECT_TRUE(isWhole(messagesOf(text))) << text;
        }
    for (const std::size_t columns : {39U, 60U, 70U, 80U})
        EXPECT_TRUE(isWhole(messagesOf(wrapped(dump, columns)))) << wrapped(dump, columns);
}

TEST(OomStyles, CutMessagesTakeNoWordsOfTheNextLine)
{
    for (const char* const cut : {"Scoped allocation with size 1.01M and limit 8.00M exceeded scoped",
                                  "Out of Memory: Not enough space to allocate 102481840 B"}) {
        const auto messages = messagesOf(std::string(cut) + "\nstep 7 loss 1.2\n");
        ASSERT_EQ(messages.size(), 1U) << cut;
        EXPECT_EQ(messages[0].memory, "") << cut;
    }
}

TEST(OomStyles, QuotedMessagesEndWithTheQuote)
{
    const std::string message
        = "Ran out of memory on HBM, the total memory required for HLO temporaries (40.00G) exceeds "
          "available HBM (15.75G). HLO module: jit_f.";
    for (const std::string& text :
         {"JaxRuntimeError('" + message + "')\nstep 9\n", "{\n  \"m\": \"" + message + "\"\n}\n"}) {
        const auto messages = messagesOf(text);
        ASSERT_EQ(messages.size(), 1U) << text;
        EXPECT_EQ(messages[0].module, "jit_f") << text;
    }
}

TEST(OomStyles, QuotesInQuotedMessagesMayHaveBackslashes)
{
    const auto loading
        = messagesOf(R"(E('Error loading program \'jit_f\': Attempting to reserve 10.51G at the bottom of memory. )"
                     R"(That was not possible. There are 8.36G free. "x"'))"
                     "\n");
    ASSERT_EQ(loading.size(), 1U);
    EXPECT_EQ(loading[0].module, "jit_f");
    const auto large = messagesOf(
        R"(E('Allocation (size=2048) would exceed memory (size=1024) :: #allocation7 [shape = \\'u8[2048]{0}\\', )"
        R"(space=hbm, size = 0x800, tag = \\'output of a_fusion@{}\\'] :: x'))"
        "\n");
    ASSERT_EQ(large.size(), 1U);
    ASSERT_EQ(large[0].allocations.size(), 1U);
    EXPECT_EQ(large[0].allocations[0].shape, "u8[2048]{0}");
    EXPECT_EQ(large[0].allocations[0].label, "output of a_fusion@{}");
}

TEST(OomStyles, WordsThatBothLinesBeginWithAreNoLoggerPrefix)
{
    const auto messages = messagesOf("Allocator (GPU_0_bfc) ran out of memory trying to allocate 16.00GiB (rounded to "
                                     "17179869184)requested by op X\n"
                                     "Allocator is asked again.\n");
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].kind, oom::Kind::Bfc);
    EXPECT_EQ(messages[0].device, "GPU_0_bfc");
}

} // namespace
} // namespace tidemark
