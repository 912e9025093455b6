#include "core/base/text.h"
#include "core/compare/workers_headline.h"
#include "core/report/workers_report.h"
#include "core/view/source_peaks.h"
#include "tests/core/document_fixture.h"

#include <set>
#include <sstream>

using namespace tidemark;
using namespace tidemark::test;

namespace {

/// The files of one folder, one per worker. The number is the size of the only argument.
class WorkersTest : public DocumentTest
{
protected:
    Workers comparePrograms(const std::vector<NamedHlo>& programs)
    {
        std::vector<std::string> paths;
        for (const NamedHlo& program : programs)
            paths.push_back(container("w-" + std::to_string(paths.size()) + ".xplane.pb", {program}));
        m_documents = {open(paths)};
        auto workers = attributeWorkers(m_documents, {});
        EXPECT_TRUE(workers) << workers.error().message;
        return *workers;
    }
    Workers compare(const std::vector<int>& sizes)
    {
        std::vector<NamedHlo> programs;
        for (const int size : sizes)
            programs.push_back({"jit_a(1)", small(size)});
        return comparePrograms(programs);
    }
    std::string finding(const std::vector<int>& sizes) { return headlineOf(compare(sizes), ByteUnit::B); }
    std::string findingOfPrograms(const std::vector<NamedHlo>& programs)
    {
        return headlineOf(comparePrograms(programs), ByteUnit::B);
    }
    std::optional<SourcePeaks> peaksOf(std::size_t program)
    {
        return peaksBySource(m_documents, {m_documents.front(), {ProgramId::at(program), 0}});
    }

    Documents m_documents;
};

} // namespace

TEST_F(WorkersTest, TheFindingNamesTheDifferingWorkerAndTheAmount)
{
    EXPECT_EQ(finding({8}), "1 worker");
    EXPECT_EQ(finding({8, 8, 8}), "3 workers, all equal");
    EXPECT_EQ(finding({8, 24, 8}), "w-1 is " + bytesText(16, ByteUnit::B) + " above the others: another program");
    EXPECT_EQ(finding({24, 8, 24}), "w-1 is " + bytesText(16, ByteUnit::B) + " below the others: another program");
    EXPECT_EQ(finding({8, 24}), "w-1 is " + bytesText(16, ByteUnit::B) + " above the other: another program");
    EXPECT_EQ(finding({8, 8, 8, 16, 40, 12, 20, 24}),
              "5 of 8 workers differ: w-3, w-4, w-5 and 2 more; w-4 is " + bytesText(32, ByteUnit::B) + " above most");
}

TEST_F(WorkersTest, TheFindingReportsDifferencesBesidesThePeak)
{
    const NamedHlo usual{"jit_a(1)", small(8)};
    const NamedHlo other{"jit_a(1)", hloBytes("param 0 8\n another 0 8")};
    const NamedHlo third{"jit_a(1)", hloBytes("param 0 8\n third 0 8")};
    const NamedHlo cut{"jit_a(1)", small(8).substr(0, 20)};
    const NamedHlo b{"jit_b(1)", small(16)};
    EXPECT_EQ(findingOfPrograms({usual, usual, other}), "w-2 runs another program with the same peak");
    EXPECT_EQ(findingOfPrograms({usual, usual, usual, other, third}), "2 of 5 workers differ: w-3, w-4");
    EXPECT_EQ(findingOfPrograms({usual, cut, usual}),
              "w-1 cannot be compared: its program cannot be read; 1 could not be attributed");
    EXPECT_EQ(findingOfPrograms({usual, cut, usual, cut}),
              "2 of 4 workers differ: w-1, w-3; 2 could not be attributed");
    EXPECT_EQ(findingOfPrograms({usual, b, usual}), "3 workers with 2 modules, equal where they run the same");
}

TEST_F(WorkersTest, FailedChecksAreReportedWithBothSides)
{
    Workers workers = compare({8});
    AttributedLevel level = *workers.list[0].level;
    level.checks = {{"one", "", 7, "", std::nullopt, Verdict::Fails, "They differ."},
                    {"two", "", std::nullopt, "", 2048, Verdict::Fails, "So do they."},
                    {"three", "", 1, "", 1, Verdict::Ok, ""}};
    workers.list[0].level = std::make_shared<const AttributedLevel>(level);
    std::ostringstream out;
    writeWorkers(out, TableFormat::Text, workers, "");
    const std::string text = out.str();
    EXPECT_EQ(text.substr(text.find("Check one")),
              "Check one fails for w-0: They differ. 7 B against 0 B.\n"
              "Check two fails for w-0: So do they. 0 B against 2 KiB.\n"
              "1 check passed.\n");
    level.checks.push_back(level.checks.back());
    workers.list[0].level = std::make_shared<const AttributedLevel>(level);
    out.str("");
    writeWorkers(out, TableFormat::Text, workers, "");
    EXPECT_TRUE(out.str().ends_with("2 checks passed.\n"));
}

TEST_F(WorkersTest, ChecksOfEqualProgramsAreReportedOnce)
{
    Workers workers = compare({8, 24, 8, 8});
    auto level = std::make_shared<AttributedLevel>(*workers.list[0].level);
    level->checks = {{"one", "", 7, "", 8, Verdict::Fails, "They differ."}, {"two", "", 1, "", 1, Verdict::Ok, ""}};
    for (const std::size_t equal : {0U, 2U, 3U})
        workers.list[equal].level = level;
    level = std::make_shared<AttributedLevel>(*level);
    workers.list[1].level = level;
    std::ostringstream out;
    writeWorkers(out, TableFormat::Text, workers, "");
    const std::string text = out.str();
    EXPECT_EQ(text.substr(text.find("Check one")),
              "Check one fails for w-0 and 2 more: They differ. 7 B against 8 B.\n"
              "Check one fails for w-1: They differ. 7 B against 8 B.\n"
              "4 checks passed.\n");
}

TEST_F(WorkersTest, SeveralProgramsOfAFileHaveDistinctNames)
{
    const NamedHlo a1{"jit_a(1)", small(8)};
    const NamedHlo a2{"jit_a(2)", small(24)};
    const auto textOf = [&](const std::vector<std::vector<NamedHlo>>& files) {
        std::vector<std::string> paths;
        for (const auto& programs : files)
            paths.push_back(container("w-" + std::to_string(paths.size()) + ".xplane.pb", programs));
        WorkersQuestion question;
        question.choice.program = "jit_a";
        auto workers = attributeWorkers({open(paths)}, question);
        EXPECT_TRUE(workers) << workers.error().message;
        auto level = std::make_shared<AttributedLevel>(*workers->list[0].level);
        level->facts = {{"a-fact", "A fact", 8, 0, {}}};
        level->checks = {{"one", "", 7, "", 8, Verdict::Fails, "They differ."}};
        workers->list[0].level = level;
        std::ostringstream out;
        writeWorkers(out, TableFormat::Text, *workers, "");
        return out.str();
    };
    const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
    const std::string one = textOf({{a1, a2}});
    for (const char* part : {"  w-0, jit_a(1)", "  w-0, jit_a(2)", "\nw-0, jit_a(1):\n", " fails for w-0, jit_a(1): "})
        EXPECT_TRUE(has(one, part)) << part << " in " << one;
    const std::string several = textOf({{a1, a2}, {a1}});
    EXPECT_TRUE(has(several, "  w-0, jit_a(2)")) << several;
}

TEST_F(WorkersTest, ProblemsOfEqualProgramsAreReportedOnce)
{
    const NamedHlo usual{"jit_a(1)", small(8)};
    const NamedHlo odd{"jit_a(1)", hloBytes("temp 8\n a 0 8\ntrace +a +a -a")};
    const NamedHlo worse{"jit_a(1)", hloBytes("temp 8\n a 0 8\ntrace +a +a +a -a")};
    const auto reported = [&](const std::vector<NamedHlo>& programs) {
        std::string text;
        const Warnings all = comparePrograms(programs).allWarnings();
        for (const Warning& warning : all.list())
            text += warning.describe().substr(m_folder.path("").size()) + "\n";
        return text;
    };
    const std::string again = "Step 1 (a) of the heap trace allocates a buffer that is live; it has no effect";
    const Workers one = comparePrograms({odd});
    const Warnings ofOne = one.allWarnings();
    ASSERT_EQ(ofOne.list().size(), 1U);
    EXPECT_EQ(ofOne.list().front().text, again + ".") << "one needs no name";
    EXPECT_EQ(reported({usual, usual}), "");
    EXPECT_EQ(reported({usual, odd, odd, worse, odd}),
              "w-1.xplane.pb, jit_a(1) and 2 more equal to it: " + again + ".\nw-3.xplane.pb, jit_a(1): " + again
                  + " (2 times).\n");
    const Workers workers = comparePrograms({odd, usual, odd});
    EXPECT_TRUE(workers.allWarnings([](const ProgramProblems& each) { return each.workers.back() == 2; }).empty());
}

TEST_F(WorkersTest, ManyProblemsAreCounted)
{
    std::vector<NamedHlo> programs;
    for (int i = 1; i <= 60; ++i)
        programs.push_back({"jit_a(1)", hloBytes("temp 800\n a 0 " + std::to_string(8 * i) + "\ntrace +a +a +a -a")});
    const Warnings reported = comparePrograms(programs).allWarnings();
    ASSERT_EQ(reported.list().size(), 21U);
    EXPECT_EQ(reported.list().back().count, 40U) << "programs";
}

TEST_F(WorkersTest, ADifferingWorkerIsPairedWithACommonOne)
{
    const Workers workers = compare({24, 8, 8});
    ASSERT_EQ(workers.differing.size(), 1U);
    EXPECT_EQ(workers.differing.front().worker, 0U);
    EXPECT_EQ(workers.differing.front().common, 1U);
}

TEST_F(WorkersTest, PeaksOfOtherSourcesBelongToTheSameProgram)
{
    m_documents = {open({container("w-0.xplane.pb", {{"jit_a(1)", small(8)}, {"jit_b(2)", small(900)}}),
                         container("w-1.xplane.pb", {{"jit_a(1)", small(24)}, {"jit_a(2)", small(40)}}),
                         container("w-2.xplane.pb", {{"jit_a(1)", small(16)}})})};
    outlineAll(*m_documents.front(), allPrograms(*m_documents.front()), {});
    const auto peaks = peaksOf(0);
    ASSERT_TRUE(peaks);
    EXPECT_EQ(peaks->sources, 3U);
    EXPECT_EQ(peaks->own, 8);
    EXPECT_EQ(peaks->leastOther, 16);
    EXPECT_EQ(peaks->mostOther, 40);
    EXPECT_EQ(peaks->largestOther, "w-1");
    EXPECT_FALSE(peaksOf(1)) << "no other source runs it";
}

TEST_F(WorkersTest, AllChecksIncludeThoseOfAnAttributionOnce)
{
    compare({8});
    const auto view = m_documents.front()->view({ProgramId(0), 0}, {});
    ASSERT_TRUE(view);
    const auto checks = allChecks(**view);
    ASSERT_TRUE(checks);
    std::set<std::string> names;
    for (const Check& check : *checks) {
        EXPECT_TRUE(names.insert(check.name).second) << check.name;
        EXPECT_NE(check.verdict, Verdict::Fails) << check.name;
        EXPECT_FALSE(check.title.empty()) << check.name << " in plain words as well";
    }
    for (const char* name : {"rows-occupy-peak", "entry-arguments", "categories-sum-to-level", "donated-arguments"})
        EXPECT_TRUE(names.contains(name)) << name;
}
