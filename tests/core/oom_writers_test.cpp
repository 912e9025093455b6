/// Tests of messages by several writers in one log, with prefixes of any kind.
#include "core/text/log_line.h"
#include "tests/support/oom_reports.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace tidemark {
namespace {

using oom::Report;
using test::jsonOf;
using test::number;
using test::reportsIn;

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

std::string podOf(std::size_t writer)
{
    static const char* const kPods[] = {"web-7d9f-abcde main ", "web-7d9f-xyz12 main ", "web-7d9f-q9w8e main "};
    return kPods[writer];
}

constexpr std::pair<const char*, Style> kStyles[] = {
    {"address", [](std::size_t writer, std::size_t) { return number("10.0.0.%zu: ", writer + 3); }},
    {"numbered host", [](std::size_t writer, std::size_t) { return number("node%02zu: ", writer); }},
    {"worker", [](std::size_t writer, std::size_t) { return number("worker-%zu: ", writer); }},
    {"worker in brackets", [](std::size_t writer, std::size_t) { return number("[worker %zu] ", writer); }},
    {"host in brackets", [](std::size_t writer, std::size_t) { return "[" + hostOf(writer) + "] "; }},
    {"host", [](std::size_t writer, std::size_t) { return hostOf(writer) + ": "; }},
    {"pytest", [](std::size_t writer, std::size_t) { return number("[gw%zu] ", writer); }},
    {"number in brackets", [](std::size_t writer, std::size_t) { return number("(%zu) ", writer); }},
    {"tab", [](std::size_t writer, std::size_t) { return number("t1v-n-1a2b3c-w-%zu\t", writer); }},
    {"containers", [](std::size_t writer, std::size_t) { return number("web-%zu  | ", writer); }},
    {"containers with times",
     [](std::size_t writer, std::size_t line) { return number("web-%zu  | ", writer) + timeOf(line); }},
    {"pods", [](std::size_t writer, std::size_t) { return podOf(writer); }},
    {"pods with times", [](std::size_t writer, std::size_t line) { return podOf(writer) + timeOf(line); }},
    {"process", [](std::size_t writer, std::size_t) { return number("Process %zu: ", writer); }},
    {"letter", [](std::size_t writer, std::size_t) { return number("P%zu ", writer); }},
    {"kubectl", [](std::size_t writer, std::size_t) { return number("[pod/train-%zu-abcde/main] ", writer); }},
    {"torchrun", [](std::size_t writer, std::size_t) { return number("[default%zu]:", writer); }},
    {"srun", [](std::size_t writer, std::size_t) { return number("%zu: ", writer); }},
    {"time first", [](std::size_t writer, std::size_t line) { return timeOf(line) + number("node%zu: ", writer); }},
    {"level",
     [](std::size_t writer, std::size_t line) { return number("node%zu: ", writer) + timeOf(line) + "ERROR "; }},
    {"counter", [](std::size_t writer, std::size_t line) { return number("#%zu ", line) + number("w%zu ~ ", writer); }},
    {"loguru",
     [](std::size_t writer, std::size_t line) {
         return hostOf(writer) + " | " + timeOf(line) + "| ERROR    | trainer.main:step:77 - ";
     }},
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
    {"hosts of syslog without numbers",
     [](std::size_t writer, std::size_t) { return "Jan 02 03:04:05 " + hostOf(writer) + " train: "; }},
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
std::multiset<std::string> contentsOf(std::vector<Report> reports)
{
    std::multiset<std::string> contents;
    for (Report& report : reports) {
        // The prefix of a single line cannot be recognised.
        const bool isLine = report.text.find('\n') == std::string::npos;
        report.text = isLine ? std::string() : oom::withoutBlanks(report.text);
        report.line = 0;
        report.rank.clear();
        contents.insert(jsonOf({report}));
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
                        known->second = contentsOf(reportsIn(part));
                    alone.insert(known->second.begin(), known->second.end());
                }
                const std::string log = interleaved(parts, style, random);
                EXPECT_EQ(contentsOf(reportsIn(log)), alone) << name << "\n" << log;
            }
        }
}

/// Returns "RANK:NEEDED" of each report.
std::string ranksIn(const std::string& log)
{
    std::string text;
    for (const Report& report : reportsIn(log))
        text += (text.empty() ? "" : " ") + report.rank + ":"
            + (report.needed ? std::to_string(report.needed->bytes) : "?");
    return text;
}

const std::string kHead = "Ran out of memory in memory space hbm. Used 7K of 4K hbm. Exceeded hbm capacity by 3K.\n";
const std::string kTotal = "Total hbm usage >= 7.00K:\n";

TEST(OomWriters, AreNamedByTheDifferenceOfTheirPrefixes)
{
    EXPECT_EQ(ranksIn("[a] " + kHead + "[b] " + kHead + "[a] " + kTotal + "[b] " + kTotal), "a:7168 b:7168");
    EXPECT_EQ(ranksIn("node3: " + kHead + "node4: " + kHead + "node3: " + kTotal + "node4: " + kTotal),
              "node3:7168 node4:7168");
    EXPECT_EQ(ranksIn("run 5 w1 > " + kHead + "run 5 w2 > " + kHead + "run 5 w1 > " + kTotal + "run 5 w2 > " + kTotal),
              "run # w1:7168 run # w2:7168");
    EXPECT_EQ(ranksIn("a~ " + kHead + "a~ " + kTotal), ":7168") << "a single one needs no name";
    EXPECT_EQ(ranksIn("a#1 ~ " + kHead + "a#2 ~ " + kTotal), ":7168") << "a line number is no name";
    EXPECT_EQ(
        ranksIn("[rank1]: a: " + kHead + "[rank1]: b: " + kHead + "[rank1]: a: " + kTotal + "[rank1]: b: " + kTotal),
        "1 a:7168 1 b:7168");
}

TEST(OomWriters, MayBeMoreThanAreRemembered)
{
    std::string heads;
    std::string totals;
    std::string expected;
    for (char c = 'a'; c <= 'z'; ++c) {
        const std::string who = std::string(1, c) + c + "-host: ";
        heads += who + kHead;
        totals += who + kTotal;
        expected += std::string(expected.empty() ? "" : " ") + c + c + "-host:7168";
    }
    EXPECT_EQ(ranksIn(heads + totals), expected);
}

TEST(OomWriters, BlanksAfterARankBelongToTheTextIfOtherLinesHaveNone)
{
    const auto textOf = [](const std::string& rank) {
        const auto reports = reportsIn(rank + kHead + rank + kTotal + rank + "    reserved 1.00K\n");
        return reports.size() == 1 ? reports[0].text : std::to_string(reports.size());
    };
    const std::string whole = kHead + kTotal + "    reserved 1.00K";
    EXPECT_EQ(textOf("[default0]:"), whole);
    EXPECT_EQ(textOf("[rank0]: "), whole);
    EXPECT_EQ(textOf("3: "), whole);
}

TEST(OomWriters, ChatterOfOtherWritersIsIgnored)
{
    const std::string chatter = "node4: step 7 took 8 s\nnode17: all is well\n";
    const auto reports = reportsIn("node3: " + kHead + chatter + "node3: " + kTotal + chatter + chatter + chatter
                                   + chatter + chatter + chatter + chatter + "node3:     program 7.00K\n");
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(reports[0].figures.size(), 2U);
    EXPECT_EQ(reports[0].text.find("well"), std::string::npos);
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
    const auto reports = reportsIn(thread + kHead + other + kTotal + other + "    program 7.00K\n");
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(reports[0].figures.size(), 2U);
    EXPECT_EQ(reports[0].text.find("well"), std::string::npos);
}

TEST(OomWriters, RanksAfterHtmlTagsAreRecognised)
{
    EXPECT_EQ(ranksIn("<html><body><pre>0: " + kHead + "0: " + kTotal + "0:     program 7.00K\n</pre></body></html>\n"),
              "0:7168");
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
    const auto reports = reportsIn(log);
    ASSERT_EQ(reports.size(), 1U);
    EXPECT_EQ(reports[0].figures.size(), 2U);
}

TEST(OomWriters, WordsBeforeASentenceAreNoPrefix)
{
    const auto textOf = [](const std::string& log) {
        std::string text;
        for (const Report& report : reportsIn(log))
            text += report.text + "|";
        return text;
    };
    const std::string head = kHead.substr(0, kHead.size() - 1);
    EXPECT_EQ(textOf("Compiling: " + kHead + "Compiling: " + kHead),
              "Compiling: " + head + "|Compiling: " + head + "|");
    EXPECT_EQ(textOf("Compiling: " + kHead + kTotal),
              "Compiling: " + kHead + kTotal.substr(0, kTotal.size() - 1) + "|");
    EXPECT_EQ(textOf("app: " + kHead + "app: done\n"), head + "|") << "others begin with them, too";
}

} // namespace
} // namespace tidemark
