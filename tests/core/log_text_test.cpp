#include "core/text/amount.h"
#include "core/text/log_line.h"
#include "core/text/log_scanner.h"
#include "tests/support/literal_around.h"

#include <gtest/gtest.h>

#include <random>

namespace tidemark {
namespace {

/// Returns "BYTES±ROUNDING|rest", or "none".
std::string read(std::string_view text, std::optional<Amount> (*take)(std::string_view&) = takeAmount)
{
    const auto amount = take(text);
    return (amount ? std::to_string(amount->bytes) + "±" + std::to_string(amount->rounding) : "none") + "|"
        + std::string(text);
}

TEST(AmountText, UnitsAreBinary)
{
    EXPECT_EQ(read("7"), "7±0|");
    EXPECT_EQ(read("1K"), "1024±512|");
    EXPECT_EQ(read("3M"), "3145728±524288|");
    EXPECT_EQ(read("1G"), "1073741824±536870912|");
    EXPECT_EQ(read("1T"), "1099511627776±549755813888|");
    EXPECT_EQ(read("1P"), "1125899906842624±562949953421312|");
    EXPECT_EQ(read("1E"), "1152921504606846976±576460752303423488|");
    EXPECT_EQ(read("2KiB x"), "2048±512| x");
    EXPECT_EQ(read("2KB x"), "2048±512| x");
    EXPECT_EQ(read("2 KiB x"), "2048±512| x");
    EXPECT_EQ(read("2 K x"), "2±0| K x") << "a word";
    EXPECT_EQ(read("2\n\tbytes of"), "2±0| of");
    EXPECT_EQ(read("2 byte"), "2±0|");
    EXPECT_EQ(read("2B."), "2±0|.");
    EXPECT_EQ(read("2 times"), "2±0| times");
    EXPECT_EQ(read(" \t\n2"), "2±0|");
    EXPECT_EQ(read("x2"), "none|x2");
    EXPECT_EQ(read("2", takeAmountWithUnit), "none|2");
    EXPECT_EQ(read("2 times", takeAmountWithUnit), "none|2 times");
    EXPECT_EQ(read("2B", takeAmountWithUnit), "2±0|");
    EXPECT_EQ(read("2K", takeAmountWithUnit), "2048±512|");
}

TEST(AmountText, DigitsHaveCommasDecimalsAndASign)
{
    EXPECT_EQ(read("1,234,567"), "1234567±0|");
    EXPECT_EQ(read("1,23"), "1±0|,23");
    EXPECT_EQ(read("1,2345"), "1±0|,2345");
    EXPECT_EQ(read("1, 23 of"), "1±0|, 23 of") << "another number";
    EXPECT_EQ(read("1,x23 of"), "1±0|,x23 of");
    EXPECT_EQ(read("1,2x3 of"), "1±0|,2x3 of");
    EXPECT_EQ(read("1,234x"), "1234±0|x");
    EXPECT_EQ(read(",123"), "none|,123");
    EXPECT_EQ(read("-,123"), "none|-,123");
    EXPECT_EQ(read("-1,234B"), "-1234±0|");
    EXPECT_EQ(read("-"), "none|-");
    EXPECT_EQ(read("1. Size"), "1±0|. Size");
    EXPECT_EQ(read("1.5K"), "1536±52|");
    EXPECT_EQ(read("1.25K"), "1280±6|");
    EXPECT_EQ(read("2.6B"), "3±1|");
    EXPECT_EQ(read("9876543210987654321"), "none|9876543210987654321");
    EXPECT_EQ(read("0.000000000000000001K"), "0±1|") << "19 digits";
    EXPECT_EQ(read("0.0000000000000000001K"), "none|0.0000000000000000001K") << "20";
    EXPECT_EQ(read("1.5"), "none|1.5") << "there are no parts of bytes";
}

TEST(AmountText, IsBelowTwoToThe62)
{
    EXPECT_EQ(read("4611686018427387903"), "4611686018427387903±0|");
    EXPECT_EQ(read("4611686018427387904"), "none|4611686018427387904");
    EXPECT_EQ(read("-4611686018427387904"), "none|-4611686018427387904");
    EXPECT_EQ(read("4E"), "none|4E");
    EXPECT_EQ(read("3E"), "3458764513820540928±576460752303423488|");
}

TEST(AmountText, AnExactCountInBracketsIsTheAmount)
{
    EXPECT_EQ(read("1K (1000B) x"), "1000±0| x");
    EXPECT_EQ(read("1K( 1,000 bytes )"), "1000±0|");
    EXPECT_EQ(read("1K (rounded to 1000)"), "1000±255|");
    EXPECT_EQ(read("1K (roundedto1000)"), "1000±255|");
    EXPECT_EQ(read("1K (1000)"), "1024±512| (1000)");
    EXPECT_EQ(read("1K (1000B"), "1024±512| (1000B");
    EXPECT_EQ(read("1K (1K)"), "1024±512| (1K)") << "no exact one";
    EXPECT_EQ(read("1K ()"), "1024±512| ()");
    EXPECT_EQ(read("1K 1000B)"), "1024±512| 1000B)");
}

TEST(AmountText, RoundingAddsUp)
{
    const Amount a{10, 1};
    const Amount b{4, 2};
    EXPECT_EQ(a + b, (Amount{14, 3}));
    EXPECT_EQ(a - b, (Amount{6, 3}));
    EXPECT_TRUE(mayBeEqual({10, 1}, {12, 1}));
    EXPECT_FALSE(mayBeEqual({10, 1}, {13, 1}));
    EXPECT_TRUE(mayBeEqual({13, 1}, {10, 2}));
    EXPECT_FALSE(mayBeEqual({14, 1}, {10, 2}));
    EXPECT_TRUE(mayBeEqual({10, 0}, {10, 0}));
    EXPECT_FALSE(mayBeEqual({10, 0}, {11, 0}));
    constexpr std::int64_t kMost = std::int64_t{1} << 62;
    EXPECT_EQ((Amount{kMost - 1, 0} + Amount{1, 0}).bytes, kMost);
    EXPECT_EQ((Amount{kMost - 1, 0} + Amount{2, 0}).bytes, kMost);
    EXPECT_EQ((Amount{1 - kMost, 0} - Amount{2, 0}).bytes, -kMost);
    EXPECT_EQ((Amount{INT64_MAX, 0} + Amount{1, 0}).bytes, kMost);
    EXPECT_EQ((Amount{-INT64_MAX, 0} - Amount{2, 0}).bytes, -kMost);
}

std::string around(std::string_view line)
{
    return test::literalAround(line, line.find('@'));
}

TEST(EscapedText, KnowsTheEscapesOfJsonAndPython)
{
    EXPECT_EQ(around(R"("@\t\r\"\'\/\\")"), "@\t\r\"'/\\");
    EXPECT_EQ(around(R"("@\u0041\u007f\u0080\u07ff\u0800\u20ac\uFFFD")"), "@A\x7f\u0080\u07ff\u0800\u20ac\ufffd");
    EXPECT_EQ(around(R"("@\x41\x7a\xe9\xAF")"), "@Az\u00e9\u00af");
    EXPECT_EQ(around(R"("@\x4g\u12\q")"), "@\\x4g\\u12\\q");
    EXPECT_EQ(around(R"("@\x4`\x4G\x4/\x4:\x4@")"), "@\\x4`\\x4G\\x4/\\x4:\\x4@");
    EXPECT_EQ(around("\"@\\"), "@\\");
}

TEST(EscapedText, ALiteralBeginsAfterASeparator)
{
    for (const std::string before : {"", " ", "\t", "(", "[", "{", ",", ":", "=", "<", "x=b", "r", " u", "(f", "B"}) {
        EXPECT_EQ(around(before + "'a @ b' c"), "a @ b") << before;
        EXPECT_EQ(around(before + "\"a @ b\" c"), "a @ b") << before;
    }
    for (const std::string before : {"x", "can", "1", ")", "xb"})
        EXPECT_EQ(around(before + "'a @ b' c"), before + "'a @ b' c");
    EXPECT_EQ(around("'a' @ 'b'"), "'a' @ 'b'") << "between two";
    EXPECT_EQ(around("\"a 'b @ c' d\""), "a 'b @ c' d") << "the outermost";
    EXPECT_EQ(around("'a \"b @ c\" d'"), "a \"b @ c\" d");
    EXPECT_EQ(around(R"("a \"b @ c" d)"), "a \"b @ c");
    EXPECT_EQ(around(R"("a \\" @ "b")"), R"("a \" @ "b")") << "an even number escapes no quote";
    EXPECT_EQ(around("\"@\""), "@");
}

TEST(EscapedText, IsResolvedFourTimesOver)
{
    std::string line = "x @\ny";
    for (int depth = 1; depth <= 4; ++depth) {
        std::string escaped;
        for (const char c : line)
            escaped += c == '\n' ? "\\n" : c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
        line = "\"" + escaped + "\"";
        EXPECT_EQ(around(line), "x @\ny") << depth;
    }
    EXPECT_NE(around("\"" + line + "\""), "x @\ny");
}

TEST(EscapedText, AllLiteralsOfALineAreFoundInOnePass)
{
    std::string line;
    for (int i = 0; i < 16000; ++i)
        line += "\"OOM " + std::to_string(i) + "\", ";
    LiteralFinder finder(line);
    std::size_t found = 0;
    for (std::size_t at = line.find("OOM"); at != std::string::npos; at = line.find("OOM", at + 1))
        found += finder.around(at).has_value() ? 1U : 0U;
    EXPECT_EQ(found, 16000U);
    EXPECT_LE(finder.examinedBytes(), 2 * line.size()) << "one reading for each kind of quote";
}

/// Returns "text" or "text <rank>".
std::string clean(std::string_view raw)
{
    const LogLine line = cleanLine(raw);
    return line.text + (line.rank.empty() ? "" : " <" + line.rank + ">");
}

TEST(LogLine, TimesAreRemoved)
{
    for (const char* const time :
         {"12:34:56", "12:34:56.1", "12:34:56.123", "12:34:56,123456789", "12:34:56Z", "12:34:56.5Z", "12:34:56+01:00",
          "12:34:56-0800", "12:34:1234567890", "2026-01-02 12:34:56", "2026-01-02T12:34:56.789Z", "2026/01/02 12:34:56",
          "01/02/2026 12:34:56", "01-02 12:34:56", "[12:34:56]", "[2026-01-02 12:34:56,789]",
          "12:34:56:", "[12:34:56]:"})
        EXPECT_EQ(clean(std::string(time) + " x"), "x") << time;
    for (const char* const none :
         {"12:34:5 x", "1:34:56 x", "12:3:56 x", "123:34:56 x", "12:345:56 x", "12:34 x", "12:34:12345678901 x",
          "[12:34:56 x", "2026-01-02 x", "2026-1-02 12:34:56 x", "2026-01-02-12:34:56 x", "20260-01-02 12:34:56 x"})
        EXPECT_EQ(clean(none), none);
}

TEST(LogLine, SourceLocationsAndLevelsAreRemoved)
{
    for (const char* const prefix : {"a/b.py:12]",
                                     "[a-b_c.py:123456]",
                                     "a.c:7]",
                                     "E0927 22:58:41.992038  1578 a.cc:76]",
                                     "I a.cc:76]",
                                     "W0000 a.cc:76]",
                                     "E0927a.cc:76]",
                                     "12:34:56 I 5 a.cc:76]",
                                     "CRITICAL",
                                     "WARNING",
                                     "ERROR",
                                     "DEBUG",
                                     "FATAL",
                                     "INFO",
                                     "WARN",
                                     "INFO:",
                                     "[INFO]",
                                     "[WARN]:",
                                     "INFO -",
                                     "ERROR:root:",
                                     "ERROR:a.b_c-d:",
                                     "INFO    |",
                                     "RuntimeTTNN |    DEBUG |",
                                     "Op | INFO |",
                                     "a1 | CRITICAL |",
                                     "INFORMER | INFO |"})
        EXPECT_EQ(clean(std::string(prefix) + " x"), "x") << prefix;
    EXPECT_EQ(clean("[INFO]x"), "x");
    EXPECT_EQ(clean("INFO"), "");
    EXPECT_EQ(clean("ERROR:Root:x"), "Root:x");
    for (const char* const none :
         {"a.:7] x", "abc:7] x", "a.c:1234567] x", "a.c: x", "a.c:7 x", "A0927 a.cc:76] x", "F1 a.cc:76] x",
          "E0927 a.cc x", "INFORMATION x", "[INFO x", "info x", "Op | ABC | x", "Op | ABCDEFGHI | x", "Op | INFO x",
          "Op INFO | x", "Op_ | INFO | x"})
        EXPECT_EQ(clean(none), none);
}

TEST(LogLine, RanksAreRead)
{
    struct Case {
        const char* prefix;
        const char* rank;
    };
    for (const Case& line : {Case{"[rank0]:", "0"},
                             {"[Rank 3]", "3"},
                             {"[RANK: 123456]", "123456"},
                             {"[rank_1]", "1"},
                             {"[rank-1]:", "1"},
                             {"[1]<stderr>:", "1"},
                             {"[1,0]<stdout>", "1,0"},
                             {"[pod/worker-0/main]", "worker-0"},
                             {"(EngineCore_DP0 pid=17)", "EngineCore_DP0"},
                             {"(Worker-3 pid=17, ip=10.0.0.1)", "Worker-3"},
                             {"(pid=17, ip=10.0.0.1)", "pid=17 ip=10.0.0.1"},
                             {"(pid=17)", "pid=17"},
                             {"(A pid=17):", "pid=17"},
                             {"(train_v2 pid=17)", "pid=17"},
                             {"(RayTrainWorker pid=17, ip=10.0.0.1)", "pid=17 ip=10.0.0.1"},
                             {"(raylet, ip=10.0.0.1)", "ip=10.0.0.1"},
                             {"3:", "3"},
                             {"12345:", "12345"},
                             {"worker-1  |", "worker-1"},
                             {"worker_1 |", "worker_1"},
                             {"rank 3:", "3"},
                             {"Rank 3 |", "3"},
                             {"rank3:", "3"},
                             {"rank_3 |", "3"},
                             {"12:34:56 [rank7]:", "7"},
                             {"[rank7]: INFO", "7"},
                             {"[rank7]: (A pid=1)", "7"}})
        EXPECT_EQ(clean(std::string(line.prefix) + " x"), "x <" + std::string(line.rank) + ">") << line.prefix;
    EXPECT_EQ(clean("(raylet) x"), "x") << "of the host, not of a process";
    for (const char* const none :
         {"[rank] x", "[rank1234567] x", "[ranks1] x", "[rank   1] x", "[1] x", "[1,0] x", "[1]<stderr x", "[] x",
          "(A qid=17) x", "3:x", "123456: x", "worker1 | x", "worker-a | x", "worker-1| x", "worker-1 x", "rank x: y",
          "rank 1234567: x", "Ranks 3: x"})
        EXPECT_EQ(clean(none), none);
    EXPECT_EQ(clean("3:"), " <3>");
    EXPECT_EQ(clean("1: 2: x"), "2: x <1>") << "one rank";
}

TEST(LogLine, AtMostEightPrefixesAndOneBlankAreRemoved)
{
    std::string line = "x";
    for (int i = 0; i < 8; ++i)
        line = "12:34:56 " + line;
    EXPECT_EQ(clean(line), "x");
    EXPECT_EQ(clean("INFO " + line), "12:34:56 x");
    EXPECT_EQ(clean("INFO   x"), "  x");
    EXPECT_EQ(clean("   x"), "   x");
    EXPECT_EQ(clean("12:34:56 > x"), "x");
    for (const char* const other : {"stderr F ", "stdout F ", "| ", "- "}) {
        EXPECT_EQ(clean("12:34:56 " + std::string(other) + "x"), "x") << other;
        EXPECT_EQ(clean(std::string(other) + "x"), std::string(other) + "x");
    }
}

TEST(LogLine, MarksOfAQuotationAreRemoved)
{
    EXPECT_EQ(clean("> x"), "x");
    EXPECT_EQ(clean("> > x"), "x");
    EXPECT_EQ(clean(">"), "");
    EXPECT_EQ(clean("> [rank3]: x"), "x <3>");
    for (const char* const other : {">>> x", ">x", ">= 3"})
        EXPECT_EQ(clean(other), other);
}

TEST(LogLine, ControlSequencesAreRemoved)
{
    EXPECT_EQ(clean("\x1b[31mx\x1b[0m y"), "x y");
    EXPECT_EQ(clean("a\x1b[1@b\x1b[1~c\x1b[1?d~e"), "abc~e");
    EXPECT_EQ(clean("\x1b]0;title\ax\x1b]0;t\x1b\\y"), "xy");
    EXPECT_EQ(clean("\x1bMx"), "x");
    EXPECT_EQ(clean("x\x1b"), "x");
    EXPECT_EQ(clean("x\x1b["), "x");
    EXPECT_EQ(clean("x\x1b[1"), "x");
    EXPECT_EQ(clean("a\x01"
                    "b\x1f"
                    "c\x7f"
                    "d\te \x80"),
              "abcd\te \x80");
    EXPECT_EQ(clean("x\r\n"), "x");
    EXPECT_EQ(clean("x\r\r"), "x");
    EXPECT_EQ(clean("50%\r99%\rx"), "x");
}

/// Returns numbers and lines ("7:text") of a text that is read in parts.
std::string handedOut(std::string_view text, std::size_t part, std::uint64_t alsoAfter = 0)
{
    const PhraseFinder finder({"needle!", "hay stack"});
    std::string lines;
    LogScanner scanner(finder, [&](std::uint64_t number, std::string_view line) {
        lines += std::to_string(number) + ":" + std::to_string(line.size()) + std::string(line.substr(0, 1)) + " ";
        return number == alsoAfter;
    });
    for (; !text.empty(); text.remove_prefix(std::min(part, text.size())))
        scanner.push(text.substr(0, part));
    scanner.finish();
    return lines;
}

std::string letters(std::size_t lines, std::size_t size, char letter)
{
    std::string text;
    for (std::size_t i = 0; i < lines; ++i)
        text += std::string(size - 1, letter) + '\n';
    return text;
}

/// Returns lines of equal size and letter in the format of handedOut().
std::string linesFrom(std::size_t first, std::size_t last, std::size_t size, char letter)
{
    std::string lines;
    for (std::size_t line = first; line <= last; ++line)
        lines += std::to_string(line) + ":" + std::to_string(size - 1) + std::string(1, letter) + " ";
    return lines;
}

TEST(LogScanner, HandsOutFourKibibytesBeforeAPhraseAndThreeLinesAfterIt)
{
    const std::string before = letters(40, 128, 'a');
    const std::string after = "needle!\n" + letters(6, 4, 'c');
    const std::string ofAfter = "41:7n 42:3c 43:3c 44:3c ";
    for (const std::size_t part : {std::size_t{3}, std::size_t{100}, std::size_t{5000}, std::size_t{1} << 20}) {
        EXPECT_EQ(handedOut(before + after, part), linesFrom(9, 40, 128, 'a') + ofAfter);
        EXPECT_EQ(handedOut(before + "\n" + after, part),
                  linesFrom(10, 40, 128, 'a') + "41:0 42:7n 43:3c 44:3c 45:3c ");
        EXPECT_EQ(handedOut(letters(40, 4000, 'a') + after, part), linesFrom(29, 40, 4000, 'a') + ofAfter)
            << "at least twelve lines";
        EXPECT_EQ(handedOut(letters(40, 8000, 'a') + after, part), linesFrom(33, 40, 8000, 'a') + ofAfter)
            << "of 64 KiB";
        EXPECT_EQ(handedOut(letters(3, 4, 'a') + after, part), "1:3a 2:3a 3:3a 4:7n 5:3c 6:3c 7:3c ");
        EXPECT_EQ(handedOut(after, part), "1:7n 2:3c 3:3c 4:3c ");
        EXPECT_EQ(handedOut(after, part, 4), "1:7n 2:3c 3:3c 4:3c 5:3c ") << "which was asked for";
        EXPECT_EQ(handedOut(after, part, 3), "1:7n 2:3c 3:3c 4:3c ") << "which comes anyway";
        EXPECT_EQ(handedOut("needle!\n\nx hay stack y\nz", part), "1:7n 2:0 3:13x 4:1z ");
        EXPECT_EQ(handedOut("needle", part), "");
        EXPECT_EQ(handedOut("x\nneedle!", part), "1:1x 2:7n ");
        EXPECT_EQ(handedOut("", part), "");
    }
}

TEST(LogScanner, HandsOutLongLinesInPieces)
{
    constexpr std::size_t kLongest = LogScanner::kLongestLine;
    for (const std::size_t part : {std::size_t{70000}, std::size_t{4} << 20}) {
        EXPECT_EQ(handedOut("needle!" + std::string(kLongest - 7, 'n') + "\nx", part), "1:1048576n 2:1x ");
        EXPECT_EQ(handedOut("needle!" + std::string(kLongest - 6, 'n') + "\nx", part), "1:1048576n 1:1n 2:1x ");
    }
}

TEST(PhraseFinder, FindsTheSameAsANaiveSearch)
{
    std::mt19937 random(5);
    const auto below = [&](std::size_t limit) { return random() % limit; };
    std::size_t found = 0;
    for (int round = 0; round < 300; ++round) {
        std::vector<std::string> phrases(1 + below(5));
        for (std::string& phrase : phrases)
            for (std::size_t size = 3 + below(6); phrase.size() < size;)
                phrase += "ab"[below(2)];
        std::string text;
        for (std::size_t size = below(200); text.size() < size;)
            text += below(8) == 0 ? phrases[below(phrases.size())] : std::string(1, "abc"[below(3)]);
        const PhraseFinder finder({phrases.begin(), phrases.end()});
        const PhraseFinder portable({phrases.begin(), phrases.end()}, PhraseFinder::Way::Portable);
        for (std::size_t from = 0; from <= text.size(); ++from) {
            std::size_t first = std::string::npos;
            for (const std::string& phrase : phrases)
                first = std::min(first, text.find(phrase, from));
            ASSERT_EQ(finder.find(text, from), first) << text << " from " << from;
            ASSERT_EQ(portable.find(text, from), first) << text << " from " << from;
            found += first != std::string::npos ? 1 : 0;
        }
        std::size_t longest = 0;
        for (const std::string& phrase : phrases)
            longest = std::max(longest, phrase.size());
        ASSERT_EQ(finder.longest(), longest);
    }
    EXPECT_GT(found, 1000U);
}

/// A shift is stored in one byte.
TEST(PhraseFinder, FindsPhrasesLongerThan255)
{
    for (const std::size_t size : {255U, 256U, 257U, 258U, 259U, 600U}) {
        const std::string phrase = std::string(size - 3, 'x') + "abc";
        const PhraseFinder finder({phrase}, PhraseFinder::Way::Portable);
        const std::string text = std::string(1000, 'y') + phrase + "z";
        EXPECT_EQ(finder.find(text, 0), 1000U) << size;
        EXPECT_EQ(finder.find(text, 1000), 1000U);
        EXPECT_EQ(finder.find(text, 1001), std::string::npos);
        EXPECT_EQ(finder.find(std::string_view(text).substr(0, 999 + size), 0), std::string::npos);
        EXPECT_EQ(finder.find(std::string_view(text).substr(0, 1000 + size), 0), 1000U);
    }
}

} // namespace
} // namespace tidemark
