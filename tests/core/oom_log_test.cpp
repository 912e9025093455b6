/// Tests of the first and the last line of messages in a log.
#include "core/oom/line_role.h"
#include "tests/support/oom_messages.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tidemark::oom {
namespace {

using test::messagesOf;

/// Returns "FIRST+LINES" of each message: its first line and the number of its lines.
std::string placesIn(const std::string& log)
{
    std::string places;
    LogReader reader([&](const Message& message) {
        places += (places.empty() ? "" : " ") + std::to_string(message.line) + "+"
            + std::to_string(1 + std::ranges::count(message.text, '\n'));
    });
    reader.push(log);
    reader.finish();
    return places;
}

std::string lines(std::size_t count, const std::string& text)
{
    std::string result;
    for (std::size_t i = 0; i < count; ++i)
        result += text + "\n";
    return result;
}

const std::string kHead = "Ran out of memory in memory space hbm. Used 7K of 4K hbm. Exceeded hbm capacity by 3K.\n";
const std::string kTotal = "Total hbm usage >= 7.00K:\n";
const std::string kLargest = "Largest program allocations in hbm:\n  1. Size: 7.00K\n";
const std::string kBfc = "Allocator (a) ran out of memory trying to allocate 7K.\n";
const std::string kChunk = "InUse at 0x100 of size 256\n";

TEST(OomLog, AMessageContinuesAfterSomeUnknownLines)
{
    EXPECT_EQ(placesIn(kHead + lines(5, "?") + kTotal), "1+7");
    EXPECT_EQ(placesIn(kHead + lines(6, "?") + kTotal), "1+1");
    EXPECT_EQ(placesIn(kHead + lines(6, "?") + kLargest), "1+1 8+2");
    EXPECT_EQ(placesIn(kHead + kTotal + lines(12, "?") + "    program 7.00K\n"), "1+15");
    EXPECT_EQ(placesIn(kHead + kTotal + lines(13, "?") + "    program 7.00K\n"), "1+2");
    EXPECT_EQ(placesIn(kBfc + lines(20, "?") + kChunk), "1+22");
    EXPECT_EQ(placesIn(kBfc + lines(21, "?") + kChunk), "1+1 23+1");
    EXPECT_EQ(placesIn(kBfc + lines(15, "?") + kChunk + lines(15, "?") + kChunk), "1+33") << "they count again";
    EXPECT_EQ(placesIn(kHead + lines(5, "") + kTotal), "1+7") << "blank ones are no better";
    EXPECT_EQ(placesIn(kHead + lines(6, "") + kTotal), "1+1");
}

TEST(OomLog, AnyNumberOfLinesIsCounted)
{
    for (const std::size_t count : {1U, 15U, 16U, 17U, 4079U, 4080U, 4081U, 100000U}) {
        EXPECT_EQ(placesIn(lines(count, "") + kHead), std::to_string(count + 1) + "+1");
        EXPECT_EQ(placesIn(lines(count, "step") + kHead), std::to_string(count + 1) + "+1");
    }
}

TEST(OomLog, AMessageHasEachHeadingOnce)
{
    EXPECT_EQ(placesIn(kTotal + "    program 7.00K\n" + kLargest + kTotal + kLargest), "1+4 5+3");
    EXPECT_EQ(placesIn(kTotal + "Program hbm requirement 7.00K:\n" + "Total vmem usage >= 7.00K:\n" + kLargest), "1+5");
    EXPECT_EQ(placesIn(kTotal + "    program 7.00K\n" + kTotal + kLargest), "3+3")
        << "sums without a message belong to none";
    EXPECT_EQ(placesIn(kHead + kTotal + kHead + kTotal), "1+2 3+2");
    EXPECT_EQ(placesIn(kHead + kHead), "1+1 2+1");
    EXPECT_EQ(placesIn(kHead + "BufferAssignment stats:\n    total allocation: 7B\n"), "1+1 2+2")
        << "of another family";
    EXPECT_EQ(placesIn(kHead + "    program 7.00K\n" + kTotal + kLargest), "1+1 2+4")
        << "no item of a message without headings";
    EXPECT_EQ(placesIn(kHead + kTotal + "    program 7.00K\n"), "1+3");
}

TEST(OomLog, AMessageMayBeAnnounced)
{
    const std::string announcement = "RESOURCE_EXHAUSTED: it says\n";
    EXPECT_EQ(placesIn(announcement + kHead), "1+2");
    EXPECT_EQ(placesIn(lines(4, "Oom: soon") + kHead), "2+4") << "three at most";
    EXPECT_EQ(placesIn(announcement + "?\n" + kHead), "3+1");
    EXPECT_EQ(placesIn("?\n" + announcement + kHead), "2+2");
    const auto found = messagesOf(std::string(3000, 'x') + " Oom:\n" + kHead);
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].text.size(), 2000 + kHead.size()) << "its end";
}

TEST(OomLog, OtherResourceExhaustedErrorsAreNoMessages)
{
    const std::string quota = "rpc failed: RESOURCE_EXHAUSTED: Quota exceeded for requests of this project.\n";
    EXPECT_FALSE(mayBeOfMessage(quota.substr(12)));
    EXPECT_TRUE(mayBeOfMessage("RESOURCE_EXHAUSTED: Ran out of me\nmory"));
    EXPECT_TRUE(mayBeOfMessage("capacity by"));
    std::string log;
    for (int i = 0; i < 100; ++i)
        log += quota;
    EXPECT_TRUE(messagesOf(log).empty());
    const std::string message = "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 512 bytes.\n";
    const auto messages = messagesOf(log + message + log);
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].line, 101U);
    EXPECT_EQ(messages[0].requested, test::exact(512));
}

TEST(OomLog, APhraseMaySpanFourLines)
{
    const std::string rest = " in memory space hbm. Used 7K of 4K hbm. Exceeded hbm capacity by 3K.\n";
    EXPECT_EQ(placesIn("?\nRan out\nof memory" + rest), "2+2");
    EXPECT_EQ(placesIn("?\nRan\nout\nof\nmemory" + rest), "2+4");
    EXPECT_EQ(placesIn("?\nRan\n\nout\n\nof\n\nmemory" + rest), "2+7") << "blank ones do not count";
    EXPECT_EQ(placesIn("?\nRan\nout\nof\nmem\nory" + rest), "6+1") << "only the line with the figures";
    EXPECT_EQ(placesIn("?\n" + std::string(100, 'x') + " Ran\nout of memory" + rest), "2+2");
}

TEST(OomLog, ChunksComeWithTheStatisticsBeforeThem)
{
    EXPECT_EQ(placesIn(lines(12, "Limit: 7") + kChunk), "1+13");
    EXPECT_EQ(placesIn(lines(13, "Limit: 7") + kChunk), "2+13") << "twelve lines are kept";
    EXPECT_EQ(placesIn("Limit: 7\n?\nLimit: 7\n\n" + kChunk), "3+3");
    EXPECT_EQ(placesIn("Limit: 7\n\n\n" + kChunk), "1+4");
    EXPECT_EQ(placesIn("\n\n" + kChunk), "3+1");
    EXPECT_EQ(placesIn("-----\n" + kChunk), "2+1");
}

TEST(OomLog, AMessageStartsLessThan64LinesBeforeItIsRecognised)
{
    // Lines of other writers with a rank are in between.
    const std::string other = "[rank1]: all is well, no out of memory here, and nothing that is out of it\n";
    EXPECT_EQ(placesIn("Limit: 7\n" + lines(62, other.substr(0, other.size() - 1)) + "[rank0]: x\n" + kChunk), "65+1");
}

TEST(OomLog, RanksAreReadOfJson)
{
    const auto rankOf = [](const std::string& before) {
        const auto found = messagesOf("{" + before + " \"m\": \"Attempting to allocate 7K.\"}\n");
        return found.size() == 1 ? found[0].rank : "none";
    };
    EXPECT_EQ(rankOf("\"rank\": 3,"), "3");
    EXPECT_EQ(rankOf("\"rank\":\"12\","), "12");
    EXPECT_EQ(rankOf("\"rank\": 123456789,"), "123456789");
    EXPECT_EQ(rankOf("\"rank\": x,"), "") << "no JSON";
    EXPECT_EQ(rankOf(""), "");
    const auto indented = messagesOf(" {\"rank\": 3, \"msg\": \"Attempting to allocate 7K.\"}\n");
    ASSERT_EQ(indented.size(), 1U);
    EXPECT_EQ(indented[0].rank, "3");
}

TEST(OomLog, MessagesOfSeveralWritersAreInOrderOfTheirStart)
{
    EXPECT_EQ(placesIn("[rank0]: " + kHead + "[rank1]: " + kHead + "[rank1]: " + kTotal + "[rank0]: " + kTotal),
              "1+2 2+2");
    EXPECT_EQ(placesIn("[rank0]: " + kHead + kTotal + "[rank1]: " + kHead), "1+2 3+1")
        << "lines without a rank are of who wrote last";
}

TEST(OomLog, APrefixOfEveryLineIsLeftOut)
{
    const auto textOf = [](const std::string& first, const std::string& second) {
        const auto found = messagesOf(first + "RESOURCE_EXHAUSTED: so\n" + second + kHead);
        return found.size() == 1 ? found[0].code + "/" + found[0].memory : "none";
    };
    EXPECT_EQ(textOf("", ""), "/hbm");
}

} // namespace
} // namespace tidemark::oom
