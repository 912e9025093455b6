/// Tests of messages by several writers in one log, with prefixes of any kind.
#include "core/text/log_line.h"
#include "tests/support/oom_messages.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace tidemark {
namespace {

using oom::Message;
using test::jsonOf;
using test::messagesOf;
using test::number;

/// Returns the prefix that a style puts before a line, from its writer and the number of lines so far.
using Style = std::string (*)(std::size_t writer, std::size_t line);

std::string timeOf(std::size_t line)
{
    return "2026-01-02T03:" + number("%02zu", line / 60 % 60) + ":" + number("%02zu", line % 60) + "."
        + number("%03zuZ ", line * 137 % 1000);
}

std::string hostOf(std::size_t writer)
{
    static const char* const kHosts[] = {"alpha", "host-b", "gpu-node17"};
    return kHosts[writer];
}

constexpr std::pair<const char*, Style> kStyles[] = {
    {"numbered host", [](std::size_t writer, std::size_t) { return number("node%02zu: ", writer); }},
    {"worker", [](std::size_t writer, std::size_t) { return number("worker-%zu: ", writer); }},
    {"worker in brackets", [](std::size_t writer, std::size_t) { return number("[worker %zu] ", writer); }},
    {"pytest", [](std::size_t writer, std::size_t) { return number("[gw%zu] ", writer); }},
    {"containers", [](std::size_t writer, std::size_t) { return number("web-%zu  | ", writer); }},
    {"containers with times",
     [](std::size_t writer, std::size_t line) { return number("web-%zu  | ", writer) + timeOf(line); }},
    {"kubectl", [](std::size_t writer, std::size_t) { return number("[pod/train-%zu-abcde/main] ", writer); }},
    {"torchrun", [](std::size_t writer, std::size_t) { return number("[default%zu]:", writer); }},
    {"srun", [](std::size_t writer, std::size_t) { return number("%zu: ", writer); }},
    {"threads of glog",
     [](std::size_t writer, std::size_t line) {
         return number("E0102 03:04:05.%06zu", line * 137 % 1000000) + number("  4821%zu a/b.cc:76] ", writer);
     }},
    {"threads of glog with years",
     [](std::size_t writer, std::size_t line) {
         return number("2026-01-02 03:04:05.%06zu: E", line * 137 % 1000000) + number(" 4821%zu a/b.cc:76] ", writer);
     }},
    {"hosts of syslog",
     [](std::size_t writer, std::size_t) { return "Jan 02 03:04:05 " + hostOf(writer) + " python3[4821]: "; }},
    {"processes of syslog",
     [](std::size_t writer, std::size_t) { return number("Jan 02 03:04:05 host python3[482%zu]: ", writer); }},
    {"threads of a process of syslog",
     [](std::size_t writer, std::size_t) {
         return "Jan 02 03:04:05 host python3[4821]: " + number("E0102 03:04:05.1 4821%zu a/b.cc:76] ", writer);
     }},
};

/// Interleaves the lines of the texts at random.
std::string interleaved(const std::vector<std::string>& texts, Style style, std::mt19937& random)
{
    std::vector<std::istringstream> streams;
    for (const std::string& text : texts)
        streams.emplace_back(text);
    std::string log;
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < texts.size(); ++i)
        open.push_back(i);
    for (std::size_t count = 0; !open.empty();) {
        const std::size_t which = random() % open.size();
        std::string line;
        if (std::getline(streams[open[which]], line))
            log += style(open[which], count++) + line + "\n";
        else
            open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
    }
    return log;
}

/// Returns the data of all messages except their places and the blanks in their texts.
std::multiset<std::string> contentsOf(std::vector<Message> messages)
{
    std::multiset<std::string> contents;
    for (Message& message : messages) {
        // The prefix of a single line cannot be recognised.
        const bool isLine = message.text.find('\n') == std::string::npos;
        message.text = isLine ? std::string() : oom::withoutBlanks(message.text);
        message.line = 0;
        message.rank.clear();
        contents.insert(jsonOf({message}));
    }
    return contents;
}

/// Returns the same message with other numbers.
std::string withOtherNumbers(std::string text)
{
    for (std::size_t i = 1; i + 3 < text.size(); ++i)
        if (text[i] == '.' && text[i - 1] >= '1' && text[i - 1] < '9' && text[i + 3] == 'G')
            ++text[i - 1];
    return text;
}

TEST(OomWriters, EachWriterIsReadAsIfAlone)
{
    std::vector<std::string> texts = test::textsIn(std::string(TIDEMARK_TEST_DATA) + "/oom");
    // The end of a message may belong to the beginning of any message before it.
    std::erase_if(texts, [](const std::string& text) { return text.starts_with("exceeded"); });
    ASSERT_GE(texts.size(), 18U);
    std::mt19937 random(3);
    std::map<std::string, std::multiset<std::string>> contentsOfTexts; // contents of each text alone, read once
    for (const auto& [name, style] : kStyles)
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const std::string& other = texts[(i + 1 + random() % (texts.size() - 1)) % texts.size()];
            const std::string& third = texts[random() % texts.size()];
            for (const auto& parts :
                 {std::vector<std::string>{texts[i], other}, std::vector<std::string>{texts[i], other, third},
                  std::vector<std::string>{texts[i], withOtherNumbers(texts[i])}}) {
                std::multiset<std::string> alone;
                for (const std::string& part : parts) {
                    const auto [known, isNew] = contentsOfTexts.try_emplace(part);
                    if (isNew)
                        known->second = contentsOf(messagesOf(part));
                    alone.insert(known->second.begin(), known->second.end());
                }
                const std::string log = interleaved(parts, style, random);
                EXPECT_EQ(contentsOf(messagesOf(log)), alone) << name << "\n" << log;
            }
        }
}

/// Returns "RANK:NEEDED" of each message.
std::string ranksIn(const std::string& log)
{
    std::string text;
    for (const Message& message : messagesOf(log))
        text += (text.empty() ? "" : " ") + message.rank + ":"
            + (message.needed ? std::to_string(message.needed->bytes) : "?");
    return text;
}

const std::string kHead = "Ran out of memory in memory space hbm. Used 7K of 4K hbm. Exceeded hbm capacity by 3K.\n";
const std::string kTotal = "Total hbm usage >= 7.00K:\n";

TEST(OomWriters, ChatterOfOtherWritersIsIgnored)
{
    const std::string chatter = "[rank4]: step 7 took 8 s\n[rank17]: all is well\n";
    const auto messages = messagesOf("[rank3]: " + kHead + chatter + "[rank3]: " + kTotal + chatter + chatter + chatter
                                     + chatter + chatter + chatter + chatter + "node3:     program 7.00K\n");
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].figures.size(), 2U);
    EXPECT_EQ(messages[0].text.find("well"), std::string::npos);
}

TEST(OomWriters, SendersAreReadFromLoggerPrefixes)
{
    const auto sender = [](std::string_view raw) {
        const LogLine line = cleanLine(raw);
        EXPECT_EQ(line.text, "x") << raw;
        return line.rank + "|" + line.sender;
    };
    EXPECT_EQ(sender("E1122 12:00:00.1  4821 a/b.cc:76] x"), "|4821");
    EXPECT_EQ(sender("E1122 12:00:00.1 a/b.cc:76] x"), "|");
    EXPECT_EQ(sender("[rank3]: E1122 12:00:00.1 4821 a/b.cc:76] x"), "3|4821");
    EXPECT_EQ(sender("srun: E1122 12:00:00.1 4821 a/b.cc:76] x"), "|4821");
    EXPECT_EQ(sender("+E1122 12:00:00.1 4821 a/b.cc:76] x"), "|4821") << "in a comparison of files";
    EXPECT_EQ(sender("fleet-7 job=12 | [rank3]: E1122 12:00:00.1 4821 a/b.cc:76] x"), "3|4821");
    EXPECT_EQ(sender("w-3: E1122 12:00:00 7 c.cc:7] 2026-01-02 12:00:00.1: W a/b.cc:76] x"), "|7");
    EXPECT_EQ(sender("[2026-01-02T12:00:00.123+0000] {logging_mixin.py:188} ERROR - x"), "|");
    EXPECT_EQ(sender("Nov 22 12:00:00 host python[17]: x"), "|host python[17]");
    EXPECT_EQ(sender("Nov 22 12:00:00 host python[17]: E1122 12:00:00.1 4821 a/b.cc:76] x"), "|host python[17]4821");
    EXPECT_EQ(sender("E1122 12:00:00.1 4821 c.cc:7] W1122 12:00:00.1 4821 a/b.cc:76] x"), "|4821");
}

TEST(OomWriters, ThreadsAreNotRanksAndMayWriteBetweenLinesWithoutPrefix)
{
    const std::string thread = "E0102 03:04:05.1 4821 a/b.cc:76] ";
    const std::string other = "I0102 03:04:05.1 4822 c/d.cc:10] all is well\n";
    EXPECT_EQ(ranksIn(thread + kHead + other + kTotal + other + "    program 7.00K\n"), ":7168");
    const auto messages = messagesOf(thread + kHead + other + kTotal + other + "    program 7.00K\n");
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].figures.size(), 2U);
    EXPECT_EQ(messages[0].text.find("well"), std::string::npos);
}

TEST(OomWriters, MayBeMoreThreadsThanAreKept)
{
    std::string log;
    const auto threads = [&](std::size_t from, std::size_t to) {
        for (std::size_t i = from; i < to; ++i)
            log += number("I0102 03:04:05.1 %zu a/b.cc:7] Error loading program\n", i);
    };
    const std::string thread = "E0102 03:04:05.1 9 a/b.cc:76] ";
    log += thread + kHead;
    threads(1000, 1300);
    log += thread + kTotal;
    threads(1300, 1700);
    log += thread + "    program 7.00K\n";
    const auto messages = messagesOf(log);
    ASSERT_EQ(messages.size(), 1U);
    EXPECT_EQ(messages[0].figures.size(), 2U);
}

TEST(OomWriters, WordsBeforeASentenceAreNoPrefix)
{
    const auto textOf = [](const std::string& log) {
        std::string text;
        for (const Message& message : messagesOf(log))
            text += message.text + "|";
        return text;
    };
    const std::string head = kHead.substr(0, kHead.size() - 1);
    EXPECT_EQ(textOf("Compiling: " + kHead + "Compiling: " + kHead),
              "Compiling: " + head + "|Compiling: " + head + "|");
    EXPECT_EQ(textOf("Compiling: " + kHead + kTotal),
              "Compiling: " + kHead + kTotal.substr(0, kTotal.size() - 1) + "|");
}

} // namespace
} // namespace tidemark
