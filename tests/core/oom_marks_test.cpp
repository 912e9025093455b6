#include "core/oom/text_marks.h"
#include "tests/support/oom_reports.h"

#include <gtest/gtest.h>

namespace tidemark::oom {
namespace {

/// What is marked in the text of its first message.
std::vector<std::string> marksIn(std::string_view text)
{
    const std::vector<Report> reports = test::reportsIn(text);
    std::vector<std::string> marked;
    if (reports.empty())
        return marked;
    for (const TextMark& mark : marksOf(reports.front()))
        marked.push_back(reports.front().text.substr(mark.range.begin, mark.range.end - mark.range.begin));
    return marked;
}

using Marks = std::vector<std::string>;

TEST(TextMarks, AreTheFiguresTheCodeAndTheModule)
{
    EXPECT_EQ(
        marksIn("RESOURCE_EXHAUSTED: E1000: CompileTimeHbmOom: Ran out of memory in memory space hbm. Used 20.00G of "
                "15.75G hbm. Exceeded hbm capacity by 4.25G. HLO module: jit_step.\n"),
        (Marks{"E1000", "20.00G", "15.75G", "4.25G", "jit_step"}));
}

TEST(TextMarks, AreNotWithinNamesNumbersAndShapes)
{
    const std::string head = "RESOURCE_EXHAUSTED: Out of memory while trying to allocate 4096 bytes";
    EXPECT_EQ(marksIn(head + ".\n"), (Marks{"4096 bytes"}));
    EXPECT_EQ(marksIn("step-4096 x4096 f32[4096] 1.4096 @4096 #4096 w_4096 4096: " + head + ".\n"),
              (Marks{"4096", "4096 bytes"}))
        << "what stands by itself alone";
}

} // namespace
} // namespace tidemark::oom
