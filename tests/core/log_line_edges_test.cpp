#include "core/text/log_line.h"
#include "core/text/log_scanner.h"
#include "core/text/phrase_finder.h"
#include "tests/support/literal_around.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace tidemark {
namespace {

/// Returns "rank|text" of a line.
std::string cleaned(std::string_view raw)
{
    const LogLine line = cleanLine(raw);
    return line.rank + "|" + line.text;
}

TEST(LogLineEdges, ControlSequencesAreRemovedWholeOrToTheEnd)
{
    EXPECT_EQ(cleaned("\x1b[31mred\x1b[0m"), "|red");
    EXPECT_EQ(cleaned("a\x1b[31"), "|a") << "a colour that is cut";
    EXPECT_EQ(cleaned("a\x1b]0;title\abc"), "|abc");
    EXPECT_EQ(cleaned("a\x1b]0;title\x1b\\bc"), "|abc");
    EXPECT_EQ(cleaned("a\x1b]0;title"), "|a");
    EXPECT_EQ(cleaned("\x1b_bk;t=1763800000000\abc"), "|bc");
    EXPECT_EQ(cleaned("a\x1b"), "|a");
    EXPECT_EQ(cleaned("a\x1b=bc"), "|abc");
    EXPECT_EQ(cleaned("a\x1b[3\x7fmbc"), "|abc") << "no letter ends it";
    EXPECT_EQ(cleaned("a\x1b[@b\x1b[~c"), "|abc");
    EXPECT_EQ(cleaned("\xEF\xBB\xBFx\ty\x01\x7f\r\n"), "|x\ty");
    EXPECT_EQ(cleaned("10%\r20%\rdone"), "|done");
}

TEST(LogLineEdges, PrefixesAreRemoved)
{
    const std::vector<std::pair<const char*, const char*>> cases = {
        {"12:00:00 x", "|x"},
        {"12:00:00Z x", "|x"},
        {"12:00:00.123Z x", "|x"},
        {"12:00:00,123 x", "|x"},
        {"12:00:00+02:00 x", "|x"},
        {"12:00:00-0200 x", "|x"},
        {"12:00:00+x", "|+x"},
        {"12:00:00Z+1", "|+1"},
        {"12:00 x", "|12:00 x"},
        {"12:00:0 x", "|12:00:0 x"},
        {"[12:00:00] x", "|x"},
        {"[12:00:00 x", "|[12:00:00 x"},
        {"2026-11-22 12:00:00 x", "|x"},
        {"2026-11-22T12:00:00 x", "|x"},
        {"11/22 12:00:00: x", "|x"},
        {"2026-11-2x 12:00:00 x", "|2026-11-2x 12:00:00 x"},
        {"2026-11-22-12:00:00 x", "|2026-11-22-12:00:00 x"},
        {"I1122 12:00:00.123456  77 a/b.cc:76] x", "|x"},
        {"I1122 a/b.cc:76] x", "|x"},
        {"I1122 12:00:00 77 a/bcc:76] x", "|I1122 12:00:00 77 a/bcc:76] x"},
        {"X1122 12:00:00 77 a/b.cc:76] x", "|X1122 12:00:00 77 a/b.cc:76] x"},
        {"[a/b.py:700] x", "|x"},
        {"a.b:7] x", "|x"},
        {"ab:7] x", "|ab:7] x"},
        {"a.b:1234567] x", "|a.b:1234567] x"},
        {"ERROR x", "|x"},
        {"ERROR", "|"},
        {"ERRORS x", "|ERRORS x"},
        {"[ERROR] x", "|x"},
        {"[ERROR x", "|[ERROR x"},
        {"[ERROR]x", "|x"},
        {"ERROR: x", "|x"},
        {"ERROR:root:x", "|x"},
        {"ERROR:root x", "|root x"},
        {"ERROR:Root:x", "|Root:x"},
        {"ERROR:: x", "|: x"},
        {"WARNING - x", "|x"},
        {"RuntimeTTNN |    DEBUG | x", "|x"},
        {"RuntimeTTNN |    DEBUG x", "|RuntimeTTNN |    DEBUG x"},
        {"RuntimeTTNN    DEBUG | x", "|RuntimeTTNN    DEBUG | x"},
        {"RuntimeTTNN | Debug | x", "|RuntimeTTNN | Debug | x"},
        {"RuntimeTTNN | DEB | x", "|RuntimeTTNN | DEB | x"},
        {"RuntimeTTNN | DEBUGDEBUG | x", "|RuntimeTTNN | DEBUGDEBUG | x"},
        {"Nov 22 12:00:00 host python[1234]: x", "|x"},
        {"Nov 2 12:00:00 host python[1]: x", "|x"},
        {"nov 22 12:00:00 host python: x", "|nov 22 12:00:00 host python: x"},
        {"Nov 22 12:00 host python: x", "|Nov 22 12:00 host python: x"},
        {"Nov 22 12:00:00 host: x", "|host: x"},
        {"Nov 22 12:00:00 host python: x", "|host python: x"}, // like "1. Size: x" of a program
        {"Nov 22 12:00:00 host python[1] x", "|host python[1] x"},
        {"Nov 22 12:00:00 (host) python: x", "|(host) python: x"},
        {"Nov 22 12:00:00 host (python): x", "|host (python): x"},
        {"Nov 22 12:00:00host python: x", "|Nov 22 12:00:00host python: x"},
        {"Nov 22: x", "|Nov 22: x"},
        {"12:00:00 trainer.main:step:77 - x", "|x"},
        {"12:00:00 trainer.main:<module>:77 - x", "|x"},
        {"12:00:00 trainer.main:(step):77 - x", "|trainer.main:(step):77 - x"},
        {"12:00:00 trainer.main:step:x - x", "|trainer.main:step:x - x"},
        {"12:00:00 trainer.main:step:77 x", "|trainer.main:step:77 x"},
        {"12:00:00 trainer.main:step:7777777 - x", "|trainer.main:step:7777777 - x"},
        {"trainer.main:step:77 - x", "|trainer.main:step:77 - x"}, // ambiguous without other prefixes
        {"2026-11-22T12:00:00Z stderr F x", "|x"},
        {"stderr F x", "|stderr F x"},
        {"12:00:00 > x", "|x"},
        {"12:00:00 | x", "|x"},
        {"12:00:00 - x", "|x"},
    };
    for (const auto& [raw, text] : cases)
        EXPECT_EQ(cleaned(raw), text) << raw;
}

/// Returns a word of the given length.
std::string wordOfLength(std::size_t count)
{
    return std::string(count, 'a');
}

TEST(LogLineEdges, PrefixesAreRemovedUpToTheirMaximumLength)
{
    const auto ones = [](std::size_t count) { return std::string(count, '1'); };
    struct Case {
        std::string longest;
        std::string tooLong;
    };
    const std::vector<Case> cases = {
        {"12:00:" + ones(10) + " x", "12:00:" + ones(11) + " x"},
        {"12:00:00." + ones(9) + " x", "12:00:00." + ones(10) + " x"},
        {"12:00:00+02:00 x", "12:00:00+020:00 x"},
        {"2026-11-22 12:00:00 x", "20266-11-22 12:00:00 x"},
        {"11/22/2026 12:00:00 x", "11/22/20266 12:00:00 x"},
        {wordOfLength(298) + ".b:1] x", wordOfLength(299) + ".b:1] x"},
        {"a.b:" + ones(6) + "] x", "a.b:" + ones(7) + "] x"},
        {"I1122 12:00:00 " + ones(10) + " a/b.cc:76] x", "I1122 12:00:00 " + ones(11) + " a/b.cc:76] x"},
        {"I1122 a/b.cc:76] x", "I11222 a/b.cc:76] x"},
        {"ERROR:" + wordOfLength(100) + ":x", "ERROR:" + wordOfLength(101) + ":x"},
        {wordOfLength(40) + " | INFO | x", wordOfLength(41) + " | INFO | x"},
        {"a | CRITICAL | x", "a | CRITICALS | x"},
        {"Nov 22 12:00:00 x", "Nov 222 12:00:00 x"},
        {"Nov 22 12:00:00 " + wordOfLength(80) + " a[1]: x", "Nov 22 12:00:00 " + wordOfLength(81) + " a[1]: x"},
        {"Nov 22 12:00:00 host " + wordOfLength(80) + "[1]: x", "Nov 22 12:00:00 host " + wordOfLength(81) + "[1]: x"},
        {"Nov 22 12:00:00 host python[" + ones(18) + "]: x", "Nov 22 12:00:00 host python[" + ones(19) + "]: x"},
        {"12:00:00 " + wordOfLength(100) + ":step:7 - x", "12:00:00 " + wordOfLength(101) + ":step:7 - x"},
        {"12:00:00 main:" + wordOfLength(100) + ":7 - x", "12:00:00 main:" + wordOfLength(101) + ":7 - x"},
        {"12:00:00 main:step:" + ones(6) + " - x", "12:00:00 main:step:" + ones(7) + " - x"},
    };
    for (const auto& [longest, tooLong] : cases) {
        EXPECT_EQ(cleaned(longest), "|x") << longest;
        EXPECT_NE(cleaned(tooLong), "|x") << tooLong;
    }
}

TEST(LogLineEdges, IncompletePrefixesAreKept)
{
    for (const char* raw :
         {"1:00:00 x", "12:0:00 x", "12:00:1 x", "2-11-22 12:00:00 x", "2026-1-22 12:00:00 x", "11/22/6 12:00:00 x",
          ".b:7] x", "I112 a/b.cc:76] x", "a | INF | x", "No 22 12:00:00 h p: x"})
        EXPECT_NE(cleaned(raw), "|x") << raw;
}

TEST(LogLineEdges, RanksAreReadUpToTheirMaximumLength)
{
    const auto ones = [](std::size_t count) { return std::string(count, '1'); };
    EXPECT_EQ(cleaned("[rank" + ones(6) + "] x"), ones(6) + "|x");
    EXPECT_EQ(cleaned("[rank" + ones(7) + "] x"), "|[rank" + ones(7) + "] x");
    EXPECT_EQ(cleaned("[rank: 1] x"), "1|x");
    EXPECT_EQ(cleaned("[rank:  1] x"), "|[rank:  1] x");
    EXPECT_EQ(cleaned("[" + ones(118) + "]<stderr>: x"), ones(118) + "|x");
    EXPECT_EQ(cleaned("[" + ones(119) + "]<stderr>: x"), "|[" + ones(119) + "]<stderr>: x");
    EXPECT_EQ(cleaned("[1,0]<" + wordOfLength(38) + ">: x"), "1,0|x");
    EXPECT_EQ(cleaned("[1,0]<" + wordOfLength(39) + ">: x"), "|[1,0]<" + wordOfLength(39) + ">: x");
    EXPECT_EQ(cleaned("(" + wordOfLength(152) + " pid=1) x"), "pid=1|x");
    EXPECT_EQ(cleaned("(" + wordOfLength(153) + " pid=1) x"), "|(" + wordOfLength(153) + " pid=1) x");
    EXPECT_EQ(cleaned(ones(5) + ": x"), ones(5) + "|x");
    EXPECT_EQ(cleaned(ones(6) + ": x"), "|" + ones(6) + ": x");
    EXPECT_EQ(cleaned("rank=" + ones(6) + " x"), ones(6) + "|x");
    EXPECT_EQ(cleaned("rank=" + ones(7) + " x"), "|rank=" + ones(7) + " x");
    EXPECT_EQ(cleaned(wordOfLength(58) + "-1 | x"), wordOfLength(58) + "-1|x");
    EXPECT_EQ(cleaned(wordOfLength(59) + "-1 | x"), "|" + wordOfLength(59) + "-1 | x");
}

TEST(LogLineEdges, RanksAreReadFromPrefixes)
{
    const std::vector<std::pair<const char*, const char*>> cases = {
        {"[rank0]: x", "0|x"},
        {"[Rank 3] x", "3|x"},
        {"[RANK=12] x", "12|x"},
        {"[rank: 3] x", "3|x"},
        {"[rank - 3] x", "|[rank - 3] x"}, // more than two characters in between
        {"[default0]:x", "0|x"},
        {"[rank3 of 4] x", "|[rank3 of 4] x"},
        {"[rank] x", "|[rank] x"},
        {"[1,0]<stderr>: x", "1,0|x"},
        {"[1,0]: x", "|[1,0]: x"},
        {"[1,0]<stderr: x", "|[1,0]<stderr: x"},
        {"[job@1,0]<stdout>: x", "1,0|x"},
        {"[pod/a-1/train] x", "a-1|x"},
        {"(EngineCore_DP0 pid=17) x", "EngineCore_DP0|x"},
        {"(pid=17, ip=10.0.0.1) x", "pid=17 ip=10.0.0.1|x"},
        {"(pid=17) x", "pid=17|x"},
        {"(17) x", "|(17) x"},
        {"3: x", "3|x"},
        {"3:", "3|"},
        {"3:x", "|3:x"},
        {"123456: x", "|123456: x"},
        {"rank 3: x", "3|x"},
        {"rank 3 x", "|rank 3 x"},
        {"rank=3 x", "3|x"},
        {"Rank=3 x", "3|x"},
        {"rank=3: x", "3|x"},
        {"rank=3x", "|rank=3x"},
        {"rank= x", "|rank= x"},
        {"rank3: x", "3|x"},
        {"worker-1  | x", "worker-1|x"},
        {"worker_12 | x", "worker_12|x"},
        {"worker1  | x", "|worker1  | x"},
        {"worker-a  | x", "|worker-a  | x"},
        {"worker-1  : x", "|worker-1  : x"},
        {"worker-1| x", "|worker-1| x"},
        {"12:00:00 [rank1]: 5: x", "1|5: x"}, // the rank is already known
        {"fleet-7 job=12 | [rank3]: x", "3|x"},
        {"a \"b\" [rank3]: x", "|a \"b\" [rank3]: x"}, // a rank after a quotation is not read
        {"a [b] c [rank3]: x", "3|x"},
        {"host[1,3]<stderr>:x", "1,3|x"},
        {"host[1,3] x", "|host[1,3] x"},
    };
    for (const auto& [raw, text] : cases)
        EXPECT_EQ(cleaned(raw), text) << raw;
}

TEST(LogLineEdges, AtMostEightPrefixesAreRemoved)
{
    std::string line;
    for (int i = 0; i < 8; ++i)
        line += "INFO ";
    EXPECT_EQ(cleaned(line + "x"), "|x");
    EXPECT_EQ(cleaned(line + "INFO x"), "|INFO x");
}

TEST(EscapedTextEdges, LiteralsEndAtTheirQuotes)
{
    const auto around
        = [](std::string_view line, std::string_view word) { return test::literalAround(line, line.find(word)); };
    EXPECT_EQ(around(R"(x = 'a\nOOM' and more)", "OOM"), "a\nOOM");
    EXPECT_EQ(around(R"(x = "a 'b' OOM" y)", "OOM"), "a 'b' OOM");
    EXPECT_EQ(around(R"(x = 'a\'s OOM' y)", "OOM"), "a's OOM");
    EXPECT_EQ(around(R"(it's b'a\tOOM')", "OOM"), "a\tOOM");
    EXPECT_EQ(around(R"(say "hi" and OOM\n)", "OOM"), "say \"hi\" and OOM\n") << "in none: the line itself";
    EXPECT_EQ(around(R"(x = 'OOM that is cut)", "OOM"), "OOM that is cut");
    EXPECT_EQ(around(R"({"a": "{\"b\": \"x\\nOOM\"}"})", "OOM"), "x\nOOM");
    EXPECT_EQ(around(R"("\u00e9\x41\u20acOOM\q")", "OOM"), "éA€OOM\\q");
    EXPECT_EQ(around(R"("OOM\u00g1\x4")", "OOM"), "OOM\\u00g1\\x4");
    EXPECT_EQ(around(R"("OOM\uABCD\u00FF")", "OOM"), "OOM\uABCDÿ");
    const auto end = [](std::string_view line, std::string_view word) {
        const auto found = LiteralFinder(line).around(line.find(word));
        return found ? found->end : std::string::npos;
    };
    EXPECT_EQ(end(R"(x = 'OOM' y)", "OOM"), 8U);
    EXPECT_EQ(end(R"(x = 'OOM y)", "OOM"), 10U) << "cut: the end of the line";
    EXPECT_EQ(end(R"(x = 'a' OOM y)", "OOM"), std::string::npos);
    EXPECT_EQ(end(R"(OOM y)", "OOM"), std::string::npos);
}

std::vector<std::string> linesHandedOut(std::string_view text, std::size_t part = std::string_view::npos,
                                        LogScanner::Counts counts = nullptr)
{
    const std::vector<std::string_view> phrases = {"OOM"};
    const PhraseFinder finder(phrases);
    std::vector<std::string> lines;
    LogScanner scanner(
        finder,
        [&](std::uint64_t number, std::string_view line) {
            lines.push_back(std::to_string(number) + " " + std::string(line.substr(0, 20)));
            return false;
        },
        std::move(counts));
    for (; !text.empty(); text.remove_prefix(std::min(part, text.size())))
        scanner.push(text.substr(0, part));
    scanner.finish();
    return lines;
}

TEST(LogScannerEdges, LinesAroundAPhraseAreHandedOut)
{
    EXPECT_EQ(linesHandedOut("a\nOOM\nb\nc\nd\ne\n"), (std::vector<std::string>{"1 a", "2 OOM", "3 b", "4 c", "5 d"}));
    EXPECT_EQ(linesHandedOut("OOM"), (std::vector<std::string>{"1 OOM"}));
    EXPECT_TRUE(linesHandedOut("a\nb\n").empty());
    // Lines that begin up to 64 KiB earlier.
    const std::string before(65000, 'x');
    EXPECT_EQ(linesHandedOut("a\n" + before + "\nOOM\n").size(), 3U);
    EXPECT_EQ(linesHandedOut("a\n" + before + before + "\nOOM\n").size(), 1U);
}

TEST(LogScannerEdges, APhraseMayDependOnTheTextAfterIt)
{
    const auto isFollowed = [](std::string_view text) {
        EXPECT_TRUE(text.starts_with("OOM"));
        EXPECT_LE(text.size(), LogScanner::kAhead);
        return text.find('!') != std::string_view::npos;
    };
    const std::string far(LogScanner::kAhead - 4, 'x'); // all that is searched, with the phrase's line
    for (const std::size_t part : {std::size_t{1}, std::size_t{700}, std::string::npos}) {
        EXPECT_EQ(linesHandedOut("OOM\na\nb\nc\nd\nOOM !\ne\n", part, isFollowed).size(), 7U);
        EXPECT_EQ(linesHandedOut("OOM\n" + far + "!\n", part, isFollowed).size(), 0U);
        EXPECT_EQ(linesHandedOut("OOM\n" + far.substr(1) + "!\n", part, isFollowed).size(), 2U);
        EXPECT_EQ(linesHandedOut("OOM OOM\n" + far.substr(1) + "!\n", part, isFollowed).size(), 2U);
        EXPECT_TRUE(linesHandedOut("OOM OOM\na\n", part, isFollowed).empty());
    }
}

} // namespace
} // namespace tidemark
