/// Tests of messages whose beginning or end is missing, or whose figures were changed.
#include "tests/support/oom_messages.h"

#include <gtest/gtest.h>

namespace tidemark::oom {
namespace {

/// Returns "NAME:VERDICT" of the checks that do not pass, and the needed bytes.
std::string doubtsIn(const std::string& log)
{
    std::string text;
    for (const Message& message : test::messagesOf(log)) {
        for (const Check& check : message.checks)
            if (check.verdict != Verdict::Ok)
                text += check.name + ":" + std::string(verdictName(check.verdict)) + " ";
        text += message.needed ? std::to_string(message.needed->bytes) : "?";
    }
    return text;
}

TEST(OomParts, AMessageWithoutItsSentenceIsCutAndHasNoTotal)
{
    const std::string program = "Program hbm requirement 6.00K:\n    HLO temp 6.00K\n\n";
    const std::string list = "Largest program allocations in hbm:\n\n  1. Size: 6.00K\n     XLA label: x\n";
    EXPECT_EQ(doubtsIn(program + list), "complete:note ?");
    EXPECT_EQ(doubtsIn("Total hbm usage >= 9.00K:\n    reserved 1.00K\n    program 6.00K\n    arguments 2.00K\n\n"
                       + program + list),
              "complete:note 8192");
    EXPECT_EQ(doubtsIn("Total hbm usage >= 9.00K:\n    program 6.00K\n    arguments unknown size\n\n" + program + list),
              "sum:note complete:note ?");
}

TEST(OomParts, ASumBeforeTheEndIsNotCut)
{
    const std::string head
        = "Ran out of memory in memory space hbm. Used 9.00K of 4.00K hbm. Exceeded hbm capacity by 5.00K.\n\n"
          "Program hbm requirement 9.00K:\n    HLO temp 6.00K\n";
    EXPECT_EQ(doubtsIn(head), "sum:note complete:note 9216");
    EXPECT_EQ(doubtsIn(head + "See https://openxla.org/xla/errors/error_1000 for more details.\n"), "sum:fails 9216");
}

TEST(OomParts, TheExpansionMatchesTheSizes)
{
    const auto doubts = [](const char* expansion) {
        return doubtsIn(
            "Ran out of memory in memory space hbm. Used 9.00K of 4.00K hbm. Exceeded hbm capacity by "
            "5.00K.\nLargest program allocations in hbm:\n  1. Size: 9.00K\n     Unpadded size: 3.00K\n     "
            "Extra memory due to padding: 6.00K ("
            + std::string(expansion) + "x expansion)\n     XLA label: x\n");
    };
    EXPECT_EQ(doubts("3.0"), "9216");
    EXPECT_EQ(doubts("3.1"), "expansion:fails 9216");
    EXPECT_EQ(doubts("2.9"), "expansion:fails 9216");
}

/// Returns the texts of the messages.
std::vector<std::string> messagesIn(const std::string& log)
{
    std::vector<std::string> texts;
    for (const Message& message : test::messagesOf(log))
        texts.push_back(message.text);
    return texts;
}

TEST(OomParts, ASentenceOnTwoLinesEndsWithTheSecond)
{
    const std::string sentence
        = "Ran out of memory in memory space hbm. Used 7K of\n4K hbm. Exceeded hbm capacity by 3K.";
    EXPECT_EQ(messagesIn(sentence + "\nwhat comes next\nand more\n"), std::vector{sentence});
}

TEST(OomParts, AnOpenBracketInTheLastLineContinuesUntilClosed)
{
    const std::string message = "Ran out of memory in memory space hbm. Used 7.00K of 4.00K hbm.\n\n"
                                "  Largest program allocations in hbm:\n\n  1. Size: 4.00K\n"
                                "     Operator: op_name=\"jit(f)/add\" source_file=\"a.py\" source_line=3\n"
                                "     Shape: (f32[8]{0},\nf32[8]{0},\nf32[8]{0})";
    EXPECT_EQ(messagesIn(message + "\nwhat comes next\nand more\n"), std::vector{message});
}

TEST(OomParts, EachNewAnnouncementOnALineIsAMessage)
{
    for (const std::string announcement : {"RESOURCE_EXHAUSTED: ", "Resource exhausted: "}) {
        const std::string first = announcement + "Ran out of memory in memory space hbm. Used 7K of 4K hbm. ";
        const std::string second = announcement + "Out of memory while trying to allocate 285212672 bytes.";
        EXPECT_EQ(messagesIn(first + second + "\n"), (std::vector{first, second}));
        EXPECT_EQ(messagesIn(first + first + "\n").size(), 1U);
    }
}

TEST(OomParts, AnAnnouncementMayBeSplitAnywhere)
{
    const std::string announcement = "ResourceExhaustedError";
    const std::string sentence = ": Ran out of memory in memory space hbm. Used 7K of 4K hbm.";
    for (std::size_t at = 1; at < announcement.size(); ++at) {
        const std::string message = announcement.substr(0, at) + "\n" + announcement.substr(at) + "\n" + sentence;
        EXPECT_EQ(messagesIn("all is well\n" + message + "\n"), std::vector{message});
    }
}

} // namespace
} // namespace tidemark::oom
