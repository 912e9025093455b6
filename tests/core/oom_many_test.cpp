/// Tests of logs with more writers than are remembered, and of messages with more lines than are buffered.
#include "tests/support/log_mutator.h"
#include "tests/support/oom_messages.h"
#include "tests/support/sample_stride.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>

namespace tidemark {
namespace {

using oom::Message;
using test::jsonOf;
using test::messagesOf;
using test::number;

/// Returns the prefix of a line from its writer and the number of lines so far.
using Prefix = std::string (*)(std::size_t writer, std::size_t line);

constexpr Prefix kRank = [](std::size_t writer, std::size_t) { return number("[rank%zu]: ", writer); };
constexpr Prefix kThread = [](std::size_t writer, std::size_t line) {
    return number("E0102 03:04:05.%06zu", line % 1000000) + number(" %zu a/b.cc:76] ", 1000 + writer);
};
constexpr Prefix kTensorFlow = [](std::size_t, std::size_t line) {
    return number("2024-05-01 10:00:00.%06zu: I external/local_tsl/tsl/framework/bfc_allocator.cc:1095] ",
                  line % 1000000);
};
constexpr Prefix kHost = [](std::size_t writer, std::size_t) { return number("tpu-host-%zu ", writer); };
constexpr Prefix kSyslog
    = [](std::size_t writer, std::size_t) { return number("Jan 02 03:04:05 host-%zu python[77]: ", writer); };
constexpr Prefix kNothing = [](std::size_t, std::size_t) { return std::string(); };

/// Returns the lines of a text with their line ends.
std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin) + "\n");
        begin = end + 1;
    }
    return lines;
}

/// Returns a log in which the writers write one after the other, each a whole text.
std::string oneAfterTheOther(const std::string& text, std::size_t writers, Prefix prefix)
{
    std::string log;
    std::size_t count = 0;
    for (std::size_t writer = 0; writer < writers; ++writer)
        for (const std::string& line : linesOf(text))
            log += prefix(writer, count++) + line;
    return log;
}

TEST(OomMany, SilentWritersMayBeForgottenWhileOthersWrite)
{
    constexpr std::size_t kWriters = 2200;
    const auto messages = messagesOf(oneAfterTheOther(
        "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 34359738368 bytes.\n", kWriters, kRank));
    ASSERT_EQ(messages.size(), kWriters);
    for (std::size_t i = 0; i < kWriters; ++i)
        EXPECT_EQ(messages[i].rank, std::to_string(i));
}

TEST(OomMany, MessagesOfManyWritersAreWhole)
{
    constexpr std::size_t kWriters = 512;
    std::ifstream file(std::string(TIDEMARK_TEST_DATA) + "/oom/tpu_hbm_compile_2024_easydel_v4.txt", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto alone = messagesOf(text);
    ASSERT_EQ(alone.size(), 1U);
    for (const Prefix prefix : {kRank, kThread}) {
        const std::string log = oneAfterTheOther(text, kWriters, prefix);
        const auto messages = messagesOf(log);
        ASSERT_EQ(messages.size(), kWriters) << log.substr(0, 200);
        for (const Message& message : messages) {
            EXPECT_TRUE(message.cut.missing.empty()) << message.line;
            EXPECT_EQ(message.figures.size(), alone[0].figures.size()) << message.line;
            EXPECT_EQ(message.allocations.size(), alone[0].allocations.size()) << message.line;
        }
    }
}

TEST(OomMany, ADumpOfManyChunksIsOneMessageWithAnyPrefix)
{
    constexpr std::size_t kChunks = 10000;
    std::string dump = "Allocator (GPU_0_bfc) ran out of memory trying to allocate 2.00GiB (rounded to 2147483648)"
                       "requested by op \nBFCAllocator dump for GPU_0_bfc\nNext region of size 2560000\n";
    for (std::size_t i = 0; i < kChunks; ++i)
        dump += number("InUse at %zx of size 256 next ", 0x7f0000000000 + 256 * i) + std::to_string(i + 1) + "\n";
    dump += "     Summary of in-use Chunks by size: \n10000 Chunks of size 256 totalling 2.44MiB\n"
            "Sum Total of in-use chunks: 2.44MiB\n";
    for (const Prefix prefix : {kNothing, kRank, kThread, kTensorFlow}) {
        const std::string log = oneAfterTheOther(dump, 1, prefix);
        const auto messages = messagesOf(log);
        ASSERT_EQ(messages.size(), 1U) << log.substr(0, 200);
        EXPECT_EQ(messages[0].allocations.size(), kChunks) << log.substr(0, 200);
    }
}

/// Returns a log with the interleaved lines of many writers. Each writer writes one text after the other.
std::string crowdedLog(const std::vector<std::string>& texts, std::mt19937& random, test::LogMutator& mutator)
{
    static constexpr std::size_t kWriters[] = {3, 40, 490, 520, 900, 2300};
    static constexpr std::size_t kLines[] = {600, 3000, 6000};
    static constexpr Prefix kPrefixes[] = {kRank, kThread, kTensorFlow, kHost, kSyslog, kNothing};
    const std::size_t writers = kWriters[random() % std::size(kWriters)];
    const std::size_t most = kLines[random() % std::size(kLines)];
    const Prefix prefix = kPrefixes[random() % std::size(kPrefixes)];
    std::vector<std::vector<std::string>> damaged;
    for (int i = 0; i < 40; ++i)
        damaged.push_back(linesOf(mutator.mutated(texts[random() % texts.size()]) + "\n"));
    std::vector<std::size_t> written(writers, 0);
    std::string log;
    for (std::size_t count = 0; count < most;) {
        const std::size_t writer = random() % writers;
        const std::vector<std::string>& lines = damaged[writer % damaged.size()];
        for (std::size_t i = random() % 4 == 0 ? 1 + random() % 20 : 1; i > 0; --i)
            log += prefix(writer, count++) + lines[written[writer]++ % lines.size()];
    }
    return log;
}

TEST(OomMany, MutatedLogsOfManyWritersAreWholeAndDeterministic)
{
    const std::vector<std::string> texts = test::textsIn(std::string(TIDEMARK_TEST_DATA) + "/oom");
    ASSERT_FALSE(texts.empty());
    const std::vector<std::string> words = {"\n",
                                            "\\n",
                                            "\"",
                                            "{",
                                            "[rank3]: ",
                                            "Size: ",
                                            "\x1b[31m",
                                            "\r",
                                            "| ",
                                            "hbm",
                                            "9999999999999999999999",
                                            "Total hbm usage >= ",
                                            "  1. Size: ",
                                            "RESOURCE_EXHAUSTED: ",
                                            "Chunk at 0x7f of size "};
    std::mt19937 random(7);
    test::LogMutator mutator(7, words);
    std::size_t found = 0;
    const int rounds = test::sampleRounds(300);
    for (int i = 0; i < rounds; ++i) {
        const std::string log = crowdedLog(texts, random, mutator);
        const auto messages = messagesOf(log);
        found += messages.size();
        const auto lines = static_cast<std::uint64_t>(std::ranges::count(log, '\n'));
        std::uint64_t line = 1;
        for (const Message& message : messages) {
            EXPECT_GE(message.line, line) << "round " << i;
            EXPECT_LE(message.line, lines) << "round " << i;
            EXPECT_FALSE(message.text.empty()) << "round " << i;
            line = message.line;
        }
        if (i % 10 == 0) {
            EXPECT_EQ(jsonOf(messagesOf(log, 4099)), jsonOf(messages)) << "round " << i;
        }
    }
    EXPECT_GT(found, static_cast<std::size_t>(rounds));
}

} // namespace
} // namespace tidemark
