// Tests of the texts about the changes between two steps: the finding and the text output.
#include "core/compare/comparison_headline.h"
#include "core/open/open_documents.h"
#include "core/report/comparison_report.h"
#include "tests/core/comparison_fixture.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace tidemark {
namespace {

using test::kMib;
using test::stepOf;
using test::StepRow;
using test::sumOf;

TEST(ComparisonWords, TheHeadlineNamesTheChanges)
{
    const auto headline
        = [](std::vector<StepRow> a, std::int64_t allocatedA, std::vector<StepRow> b, std::int64_t allocatedB) {
              return headlineOf(*compare(stepOf(std::move(a), allocatedA), stepOf(std::move(b), allocatedB)));
          };
    EXPECT_EQ(
        headline({{"a", "", 1, "", 100 * kMib, 0, 0, 1}, {"b", "", 0, "", 10 * kMib, 0, 1}}, 120 * kMib,
                 {{"a", "", 1, "", 20 * kMib, 0, 0, 1},
                  {"a", "", 1, "", 30 * kMib, 0, 0, 2},
                  {"b", "", 0, "", 20 * kMib, 0, 1},
                  {"c", "", 0, "", kMib, 0, 2}},
                 90 * kMib),
        "B's peak is 39 MiB lower (30 MiB less allocated): activations 50 MiB less (saved 80 MiB less, recomputed "
        "30 MiB more), KV cache 10 MiB more");
    EXPECT_EQ(headline({{"a", "", 1, "", kMib, 0, 0}}, 0, {{"a", "", 1, "", kMib, 0, 0}}, 0),
              "B's peak is the same, 1 MiB");
    EXPECT_EQ(headline({{"a", "", 1, "", kMib, 0, 0}}, 0, {{"a", "", 1, "", kMib, 0, 1}}, 0),
              "B's peak is the same, 1 MiB: activations 1 MiB less, KV cache 1 MiB more");
    const auto roles
        = compare(stepOf({{"a", "", 1, "", 3 * kMib, 0, 0, 1}}), stepOf({{"a", "", 1, "", kMib, 0, 0, 2}}));
    EXPECT_EQ(headlineOf(*roles),
              "B's peak is 2 MiB lower: activations 2 MiB less (saved 3 MiB less, recomputed 1 MiB more)");
    EXPECT_EQ(headline({}, 5, {{"a", "", 1, "", kMib, 0, 0}}, 5), "B's peak is 1 MiB higher: activations 1 MiB more");
    EXPECT_EQ(
        headline({{"b", "", 1, "", kMib, 0, 0}}, 5, {{"a", "", 1, "", kMib, 0, 0}, {"b", "", 1, "", kMib, 0, 0}}, 5),
        "B's peak is 1 MiB higher: activations 1 MiB more; in B a holds 1 more buffer, 1 MiB");
}

TEST(ComparisonWords, AHeadlineOnPeaksInsideStepsNamesTheLevelOfItsParts)
{
    auto a = stepOf({{"a", "", 1, "", 2 * kMib}});
    auto b = stepOf({{"a", "", 1, "", kMib}});
    a.figures.peakBytes = 3 * kMib;
    b.figures.peakBytes = 4 * kMib;
    EXPECT_EQ(headlineOf(*compare(a, b)),
              "B's peak is 1 MiB higher; after that step B holds 1 MiB less than A: activations 1 MiB "
              "less");
    EXPECT_EQ(headlineOf(*compare(a, a)), "B's peak is the same, 3 MiB");
    auto higher = a;
    higher.figures.peakBytes = 5 * kMib;
    EXPECT_EQ(headlineOf(*compare(a, higher)), "B's peak is 2 MiB higher; after that step B holds the same as A");
}

TEST(ComparisonWords, ThePartsOfAPeakWithoutRowsAddUpToIt)
{
    auto message = stepOf({});
    message.figures.peakBytes = 17 * kMib;
    const auto comparison = compare(stepOf({{"a", "", 1, "", 5 * kMib}}), message);
    EXPECT_EQ(sumOf(comparison->categories).change, 12 * kMib);
    EXPECT_EQ(sumOf(comparison->groups).change, -5 * kMib) << "only the listed memory";
    EXPECT_EQ(headlineOf(*comparison), "B's peak is 12 MiB higher: not listed 17 MiB more, activations 5 MiB less");
    message.figures.parts = {{"Arguments", Hue::Argument, 17 * kMib}};
    EXPECT_EQ(compare(message, message)->categories.size(), 1U) << "nothing is left";
}

/// Returns a message that needed the given number of MiB and lists these rows.
ComparedStep messageThatNeeds(std::int64_t needed, std::vector<StepRow> rows)
{
    ComparedStep message = stepOf(std::move(rows));
    auto view = std::make_shared<View>(*message.view);
    view->axis.kind = AxisKind::None;
    view->axis.cell = "message";
    message.view = std::move(view);
    FigureList figures;
    figures.add("occupied_peak_bytes", needed * kMib);
    message.figures.list = figures.take();
    return message;
}

TEST(ComparisonWords, MessagesAreComparedByTheNeededBytesNotTheListedOnes)
{
    const ComparedStep small = messageThatNeeds(60, {{"a", "", 1, "", 2 * kMib}});
    const ComparedStep large = messageThatNeeds(90, {{"b", "", 1, "", 2 * kMib}});
    const ComparedStep plan = stepOf({{"a", "", 1, "", 5 * kMib}});
    EXPECT_EQ(headlineOf(*compare(small, large)),
              "B's peak is 30 MiB higher; of the listed memory B holds the same as A");
    EXPECT_EQ(headlineOf(*compare(large, small)),
              "B's peak is 30 MiB lower; of the listed memory B holds the same as A");
    EXPECT_EQ(headlineOf(*compare(small, small)), "B's peak is the same, 60 MiB");
    EXPECT_EQ(headlineOf(*compare(plan, small)),
              "B's peak is 55 MiB higher; of the listed memory B holds 3 MiB less than A: "
              "activations 3 MiB less");
    EXPECT_EQ(headlineOf(*compare(small, plan)),
              "B's peak is 55 MiB lower; of the listed memory B holds 3 MiB more than A: "
              "activations 3 MiB more");
    ComparedStep untold = small;
    untold.figures.list.front().value = {};
    EXPECT_EQ(untold.peakBytes(), 2 * kMib);
}

TEST(ComparisonWords, AListComparedWithAStepIsNotCalledAPeak)
{
    ComparedStep later = stepOf({{"a", "", 1, "", 5 * kMib}});
    auto view = std::make_shared<View>(*later.view);
    view->axis.cell = "step";
    view->peakStep = StepId(1);
    later.view = std::move(view);
    const ComparedStep message = messageThatNeeds(60, {{"a", "", 1, "", 2 * kMib}});
    const std::string headline = headlineOf(*compare(later, message));
    EXPECT_TRUE(headline.starts_with("B's list holds 3 MiB less than A at step ")) << headline;
    const std::string reversed = headlineOf(*compare(message, later));
    EXPECT_NE(reversed.find(" holds 3 MiB more than A's list: "), std::string::npos) << reversed;
}

TEST(ComparisonWords, TheTextStatesThatAMessagesSumIsOfItsList)
{
    std::ostringstream out;
    writeComparison(out, TableFormat::Text,
                    *compare(stepOf({{"a", "", 1, "", 5 * kMib}}), messageThatNeeds(60, {{"a", "", 1, "", 2 * kMib}})));
    EXPECT_NE(out.str().find("  2 MiB listed\n"), std::string::npos) << out.str();
    EXPECT_NE(out.str().find("\nAll listed "), std::string::npos) << out.str();
}

TEST(ComparisonWords, RowsLeftOutOfTheTextAreCounted)
{
    const auto lastOf = [](int changed) {
        std::vector<StepRow> rows;
        for (int i = 0; i < changed; ++i)
            rows.push_back({"op_" + std::to_string(i), "f32[8]", 1, "fusion", 8});
        std::ostringstream out;
        writeComparison(out, TableFormat::Text, *compare(stepOf(rows), stepOf({})));
        const std::string text = out.str();
        return text.substr(text.rfind('\n', text.size() - 2) + 1);
    };
    EXPECT_EQ(lastOf(41).substr(0, 31), "and 1 more group that differs, ");
    EXPECT_EQ(lastOf(42).substr(0, 31), "and 2 more groups that differ, ");
}

/// The causes in words, with amounts in MiB.
std::vector<std::string> textsOf(const Result<Comparison>& comparison)
{
    std::vector<std::string> texts;
    for (const AmountText& cause : comparison->causes)
        texts.push_back(withAmounts(cause, ByteUnit::MiB));
    return texts;
}

/// Returns the causes in the comparison of the training step with one of its variants; see tests/data/README.md.
std::vector<std::string> causesIn(const std::string& variant)
{
    std::vector<ComparedStep> steps;
    for (const std::string& name : {std::string("train"), "train_" + variant}) {
        const auto documents = openDocuments({test::dataFolder() + "/pairs/" + name + ".hlo.pb.gz"}, allKinds());
        const auto view = documents->front()->view({allPrograms(*documents->front()).front(), 0}, {});
        steps.push_back(*comparedStep(*view, (*view)->peakStep, (*view)->figures(nullptr)));
    }
    std::vector<std::string> causes = textsOf(compare(steps[0], steps[1]));
    for (std::string& cause : causes)
        for (std::size_t at = cause.find("\u00a0"); at != std::string::npos; at = cause.find("\u00a0", at))
            cause.replace(at, 2, " ");
    return causes;
}

bool hasCause(const std::string& variant, std::string_view text)
{
    const std::vector<std::string> causes = causesIn(variant);
    return std::ranges::any_of(causes, [&](const std::string& cause) { return cause.find(text) != std::string::npos; });
}

TEST(ComparisonCauses, NameTheTypeTheBatchTheDonationAndTheRecomputation)
{
    EXPECT_TRUE(hasCause("f32", "are f32 instead of bf16 and take "));
    EXPECT_TRUE(hasCause("f32", "have type f32 instead of bf16 and take 36 MiB more")) << "weights and batch double";
    EXPECT_TRUE(hasCause("batch", "batch has 32 instead of 16 in dimension 0 and takes 4 MiB more"));
    EXPECT_TRUE(hasCause("batch", "have 32 instead of 16 in a dimension and take "));
    EXPECT_EQ(causesIn("undonated"), std::vector<std::string>{"nothing is donated, in A 32 MiB"});
    EXPECT_TRUE(hasCause("remat", "activations are recomputed in the backward pass, in A they are not"));
}

TEST(ComparisonCauses, TheRowsOfAProgramAreSearchedForRecomputationOnce)
{
    std::size_t asked = 0; // for the row that is live at no step
    const auto programWith = [&](const char* opName) {
        auto view = std::make_shared<View>(
            *stepOf({{"jit(f)/dot", "f32[8]", 1, "", kMib}, {opName, "f32[8]", 1, "", kMib}}).view);
        view->rows.live = [](StepId) { return std::vector{LiveRow{RowId::at(0)}}; };
        view->rows.describe = [&asked, describe = view->rows.describe](RowId row, Facts& facts) {
            if (row == RowId::at(1))
                ++asked;
            describe(row, facts);
        };
        return *comparedStep(view, StepId(0), {});
    };
    const ComparedStep plain = programWith("jit(f)/transpose(jvp())/add");
    const ComparedStep recomputed = programWith("jit(f)/rematted_computation/add");
    EXPECT_EQ(asked, 2U) << "once for each program";
    EXPECT_EQ(textsOf(compare(programWith("jit(f)/add"), recomputed)), std::vector<std::string>{})
        << "inference recomputes nothing";
    asked = 2;
    for (int step = 0; step < 3; ++step)
        EXPECT_EQ(textsOf(compare(plain, recomputed)),
                  std::vector<std::string>{"activations are recomputed in the backward pass, in A they are not"});
    EXPECT_EQ(asked, 2U);
}

TEST(ComparisonCauses, NameTheOperationThatHoldsMoreBuffersWhereNothingElseDiffers)
{
    const std::vector<StepRow> one = {{"jit(f)/mlp/dot_general", "f32[8]", 1, "", kMib, 0, 0}};
    std::vector<StepRow> three(3, one.front());
    EXPECT_EQ(textsOf(compare(stepOf(one), stepOf(three))),
              std::vector<std::string>{"mlp/dot_general holds 2 more buffers, " + bytesText(2 * kMib, ByteUnit::MiB)});
    EXPECT_TRUE(compare(stepOf(one), stepOf(one))->causes.empty());
    EXPECT_TRUE(compare(stepOf(one), messageThatNeeds(60, three))->causes.empty())
        << "a message lists only some buffers";
}

TEST(ComparisonCauses, CountArraysOfOneDifferenceTogether)
{
    const auto rows = [](const char* type, std::int64_t argument, std::int64_t activation) {
        return std::vector<StepRow>{{"jit(f)/a", std::string(type) + "[4]", 1, "", activation, 0, 0},
                                    {"jit(f)/b", std::string(type) + "[8]", 1, "", argument, 0, 1}};
    };
    EXPECT_EQ(textsOf(compare(stepOf(rows("bf16", kMib, 2 * kMib)), stepOf(rows("f32", 2 * kMib, 4 * kMib)))),
              std::vector<std::string>{"2 arrays are f32 instead of bf16 and take " + bytesText(3 * kMib, ByteUnit::MiB)
                                       + " more"});
}

TEST(ComparisonWords, AFigureMissingOnOneSideHasNotChanged)
{
    Comparison made = *compare(stepOf({{"a", "", 1, "", kMib, 0, 0}}, 5), stepOf({{"a", "", 1, "", kMib, 0, 0}}, 7));
    EXPECT_NE(headlineOf(made).find(" allocated)"), std::string::npos);
    for (ComparedFigure& figure : made.figures)
        figure.a.reset();
    EXPECT_EQ(headlineOf(made).find(" allocated)"), std::string::npos);
}

} // namespace
} // namespace tidemark
