/// Tests of the marks that grep and terminals add to the lines of logs.
#include "core/text/colour_filter.h"
#include "core/text/search_marks.h"
#include "tests/support/oom_reports.h"

#include <gtest/gtest.h>

namespace tidemark {
namespace {

/// Returns the plain text of a text that is read in parts of a given size.
std::string plain(std::string_view text, std::size_t part)
{
    ColourFilter filter;
    std::string all;
    for (; !text.empty(); text.remove_prefix(std::min(part, text.size())))
        all += filter.plain(text.substr(0, part));
    return all;
}

TEST(Colours, AreRemovedHoweverTheTextIsSplit)
{
    struct Case {
        const char* text;
        const char* plain;
    };
    for (const Case& each : {
             Case{"no colours", "no colours"},
             Case{"\x1b[31mR\x1b[0man \x1b[mout", "Ran out"},
             Case{"\x1b[01;31m\x1b[KRan\x1b[m\x1b[K out", "Ran out"},
             Case{"\x1b[38;2;255;255;255;48;2;255;255;255mx", "x"},
             Case{"\x1b[38:5:196mx", "x"},
             Case{"a\x1b[2Ab\x1b[?25lc", "a\x1b[2Ab\x1b[?25lc"}, // sequences that control a terminal's cursor
             Case{"a\x1b]0;title\ab\x1b(Bc", "a\x1b]0;title\ab\x1b(Bc"},
             Case{"\x1b\x1b[31mx\x1b", "\x1bx"},
             Case{"\x1b[31\nx", "\x1b[31\nx"},
             Case{"\x1b[0000000000000000000000000000000000000000mx", "\x1b[0000000000000000000000000000000000000000mx"},
         })
        for (const std::size_t part : {std::size_t{1}, std::size_t{2}, std::size_t{3}, std::size_t{1000}})
            EXPECT_EQ(plain(each.text, part), each.plain) << each.text << " in parts of " << part;
}

/// Returns the lines of consecutive blocks after their marks have been made alike.
std::string alike(const std::vector<std::string>& blocks)
{
    SearchMarks marks;
    std::string all;
    for (const std::string& text : blocks) {
        std::vector<WrappedLines::Line> block;
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);)
            block.push_back({0, line});
        marks.unify(block);
        for (const WrappedLines::Line& line : block)
            all += line.text + "\n";
    }
    return all;
}

TEST(SearchMarks, OfContextLinesMatchThoseOfTheFoundLine)
{
    EXPECT_EQ(alike({"a.log-before\na.log:found\na.log-after\na.log-\n--\na.log-far\na.log:found\n"}),
              "a.log:before\na.log:found\na.log:after\na.log:\n--\na.log:far\na.log:found\n");
    EXPECT_EQ(alike({"a.log:found\na.log-1\nb.log-2\nb.log:found\nb.log-3\n"}),
              "a.log:found\na.log:1\nb.log:2\nb.log:found\nb.log:3\n");
    EXPECT_EQ(alike({"logs/a:7:found\nlogs/a-8-next\nlogs/a-9-2026-01-02\n"}),
              "logs/a:7:found\nlogs/a:8:next\nlogs/a:9:2026-01-02\n");
    EXPECT_EQ(alike({"a.log:found\na.log-8-next\n"}), "a.log:found\na.log:8-next\n") << "it counts no lines";
    EXPECT_EQ(alike({"a.log:found\n", "a.log-after\n"}), "a.log:found\na.log:after\n") << "of the next block";
}

TEST(SearchMarks, ThatOnlyLookSimilarStay)
{
    for (const char* const lines : {
             "host: found\nhost-1: other\n", // no file name
             "a.log:found\nother\na.log-1: text\n", // another line in between
             "see a.log: found\na.log-1\n",
             "\"a.log\": found\n\"a.log\"-1\n",
             "a.log-1\na.log-2\n",
             "10.0.0.1: found\n10.0.0.11: other\n",
         })
        EXPECT_EQ(alike({lines}), lines);
}

/// Prints the lines as grep does, from the first one on.
std::string foundIn(const std::string& file, const std::string& text, bool isNumbered, bool isColoured)
{
    const auto coloured = [&](const std::string& mark, const char* colour) {
        return isColoured ? std::string("\x1b[") + colour + "m\x1b[K" + mark + "\x1b[m\x1b[K" : mark;
    };
    std::istringstream lines(text);
    std::string log;
    int number = 100;
    for (std::string line; std::getline(lines, line);) {
        const std::string mark = coloured(number == 100 ? ":" : "-", "36");
        log += coloured(file, "35") + mark;
        log += (isNumbered ? coloured(std::to_string(number), "32") + mark : "") + line + "\n";
        ++number;
    }
    return log;
}

TEST(SearchMarks, BeforeMessagesOfSeveralFilesAreRead)
{
    const std::string message
        = "RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 7K of 4K hbm. Exceeded hbm capacity by 3K.\n"
          "\nTotal hbm usage >= 7.00K:\n    reserved          1.00K\n    program          6.00K\n    arguments  0B\n";
    for (const bool isNumbered : {false, true})
        for (const bool isColoured : {false, true}) {
            const auto reports = test::reportsIn(foundIn("alpha.log", message, isNumbered, isColoured) + "--\n"
                                                 + foundIn("beta.log", message, isNumbered, isColoured));
            ASSERT_EQ(reports.size(), 2U) << isNumbered << isColoured;
            EXPECT_TRUE(reports[0].rank.starts_with("alpha.log")) << reports[0].rank;
            EXPECT_TRUE(reports[1].rank.starts_with("beta.log")) << reports[1].rank;
            for (const oom::Report& report : reports) {
                EXPECT_EQ(report.figures.size(), 4U) << report.text;
                EXPECT_TRUE(report.cut.missing.empty());
            }
        }
}

} // namespace
} // namespace tidemark
