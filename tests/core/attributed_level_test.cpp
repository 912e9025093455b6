#include "core/compare/attributed_level.h"
#include "core/compare/workers.h"
#include "core/compare/workers_headline.h"
#include "tests/support/made_view.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tidemark {
namespace {

using test::MadeDocument;
using test::MadeRow;
using test::madeView;

constexpr std::uint8_t kOfParameters = 0; // kinds in the order of madeView()
constexpr std::uint8_t kOfOutputs = 1;
constexpr std::uint8_t kOfTemporaries = 2;

Facts argumentFacts(const std::string& path, bool isAliased = false)
{
    Facts facts;
    facts.name = facts.argument = path;
    facts.aliased = isAliased;
    return facts;
}

Facts calledSo(const std::string& name)
{
    Facts facts;
    facts.name = name;
    return facts;
}

void addBytes(Figures& figures, const std::string& id, std::int64_t bytes)
{
    Figure figure;
    figure.id = id;
    figure.value = bytes;
    figures.list.push_back(figure);
}

/// Two arguments, of which one has no category, an output that shares 10 bytes, and a temporary value.
std::shared_ptr<View> attributedView()
{
    auto view = madeView({{argumentFacts("params['w']", true), 100, kOfParameters},
                          {argumentFacts("init_carry[2]"), 50, kOfParameters},
                          {calledSo("out.3"), 30, kOfOutputs, StepId(0), StepId(1), 10},
                          {calledSo("grad.4"), 20, kOfTemporaries},
                          {argumentFacts("params['v']", true), 100, kOfParameters, StepId(1), StepId(2)}},
                         {190, 100});
    view->meanings = [](const Progress& progress) -> Result<std::shared_ptr<const RowMeanings>> {
        if (progress.cancelled())
            return Progress::cancelledError();
        auto meanings = std::make_shared<RowMeanings>();
        meanings->categories = {{"weights", "Weights"}, {"", "None"}, {"outputs", "Outputs"}, {"unknown", "Unknown"}};
        meanings->roles = {"", "held"};
        meanings->category = {0, 1, 2, 3, 0};
        meanings->role = {1, 0, 0, 1, 1};
        meanings->rule = [](RowId row) { return "told of row " + std::to_string(row.value); };
        return std::shared_ptr<const RowMeanings>(meanings);
    };
    view->figures = [](const Device*) {
        Figures figures;
        figures.neededBytes = 200;
        addBytes(figures, "peak_bytes", 195);
        addBytes(figures, "arguments_bytes", 150);
        addBytes(figures, "padding_bytes", 7);
        addBytes(figures, "fragmentation_bytes", 8);
        return figures;
    };
    return view;
}

std::vector<std::string> checkLines(const std::vector<Check>& checks)
{
    std::vector<std::string> lines;
    for (const Check& check : checks)
        lines.push_back(check.name + " " + std::string(verdictName(check.verdict)) + " "
                        + std::to_string(check.leftBytes.value_or(-1)) + " "
                        + std::to_string(check.rightBytes.value_or(-1)) + " " + check.text);
    return lines;
}
using CheckLines = std::vector<std::string>;

TEST(AttributedLevels, AreSumsByKindAndCategory)
{
    const auto view = attributedView();
    const auto level = attributeLevel(*view, StepId(0), {});
    ASSERT_TRUE(level);
    EXPECT_EQ(level->upstreamPeakBytes, 195);
    EXPECT_EQ(level->peakBytes, 190);
    EXPECT_EQ(level->levelBytes, 190);
    EXPECT_EQ(level->argumentsBytes, 150);
    EXPECT_EQ(level->paddingBytes, 7);
    EXPECT_EQ(level->fragmentationBytes, 8);
    EXPECT_EQ(level->neededBytes, 200);
    std::vector<std::string> kinds;
    for (const KindSum& kind : level->kinds)
        kinds.push_back(kind.kind.id + " " + std::to_string(kind.count) + " " + std::to_string(kind.occupied) + " "
                        + std::to_string(kind.size));
    EXPECT_EQ(kinds, (CheckLines{"parameter 2 150 150", "output 1 20 30", "temporary 1 20 20"}));
    std::vector<std::string> rules;
    std::vector<std::string> categories;
    for (const CategorySum& category : level->categories) {
        rules.push_back(category.rule);
        categories.push_back(category.category.id + " " + std::to_string(category.occupied) + " "
                             + std::to_string(category.size) + " " + std::to_string(category.argumentsSize) + " "
                             + category.largest);
        for (const RoleSum& role : category.roles)
            categories.back() += " " + role.role + ":" + std::to_string(role.size);
    }
    EXPECT_EQ(categories,
              (CheckLines{"weights 100 100 100 params['w'] held:100", "outputs 20 30 0 out.3 :30",
                          "unknown 20 20 0 grad.4 :20"}))
        << "without the one that has no name, and no role where nothing is decided";
    EXPECT_EQ(rules, (CheckLines{"told of row 0", "told of row 2", "told of row 3"})) << "of the largest";
    EXPECT_EQ(
        checkLines(level->checks),
        (CheckLines{"split-sums-to-parameter-rows fails 100 150 The categories of the parameter rows and the sizes of "
                    "the parameter rows differ.",
                    "categories-sum-to-level fails 140 190 The categories and the occupied level differ."}));
    EXPECT_EQ(attributeLevel(*view, StepId(1), {})->levelBytes, 100);
    EXPECT_EQ(attributeLevel(*view, StepId(1), {})->peakBytes, 190);
}

TEST(AttributedLevels, AreCheckedAgainstTheFiguresOfTheView)
{
    const auto view = attributedView();
    const std::vector<std::int64_t> upstream = {192, 100};
    view->curves.push_back({CurveRole::Upstream, "Replayed", upstream, Hue::Temporary});
    view->figures = [](const Device*) {
        Figures figures;
        addBytes(figures, "untraced_bytes", 8);
        addBytes(figures, "aliased_bytes", 100);
        return figures;
    };
    view->checks = [] {
        return std::vector<Check>{{"rows-occupy-peak", "", 1, "", 1, Verdict::Ok, ""},
                                  {"entry-arguments", "", 2, "", 2, Verdict::Ok, ""}};
    };
    const auto level = attributeLevel(*view, StepId(0), {});
    ASSERT_TRUE(level);
    const CheckLines lines = checkLines(level->checks);
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[0], "groups-sum-to-replay ok 200 200 ");
    EXPECT_EQ(lines[1], "entry-arguments ok 2 2 ");
    EXPECT_EQ(lines[4], "donated-arguments ok 100 100 ");
    EXPECT_EQ(level->upstreamPeakBytes, std::nullopt);
    // Each check is listed once, those of the view first.
    CheckLines names;
    const auto checks = allChecks(*view);
    ASSERT_TRUE(checks);
    for (const Check& check : *checks)
        names.push_back(check.name);
    EXPECT_EQ(names,
              (CheckLines{"rows-occupy-peak", "entry-arguments", "groups-sum-to-replay", "split-sums-to-parameter-rows",
                          "categories-sum-to-level", "donated-arguments"}));
}

TEST(AttributedLevels, BySeed004DivideTheArguments)
{
    const auto view = attributedView();
    AttributionRules rules;
    rules.kind = AttributionRules::Kind::Seed004;
    const auto level = attributeLevel(*view, StepId(0), rules);
    ASSERT_TRUE(level);
    CheckLines categories;
    for (const CategorySum& category : level->categories) {
        categories.push_back(category.category.id + " " + std::to_string(category.size));
        EXPECT_TRUE(category.roles.empty());
    }
    std::ranges::sort(categories);
    EXPECT_EQ(categories, (CheckLines{"kv_cache 50", "model_params 100", "other_carry_state 0", "other_parameter 0"}));
    EXPECT_TRUE(level->facts.empty());
    EXPECT_EQ(level->gradientHits, 1U);
    EXPECT_EQ(checkLines(level->checks),
              (CheckLines{"split-sums-to-parameter-rows ok 150 150 ", "categories-sum-to-group ok 150 150 "}));
}

TEST(AttributedLevels, TheSeed004LineIsAtThePeakOfItsCurve)
{
    const auto view = attributedView();
    const auto line = seed004Line(*view);
    ASSERT_TRUE(line);
    EXPECT_EQ(line->peakBytes, 190);
    EXPECT_EQ(line->argumentsBytes, 150);
    EXPECT_EQ(line->cacheBytes, 50);
    EXPECT_EQ(line->parametersBytes, 100);
    EXPECT_EQ(line->temporariesBytes, 20);
    EXPECT_EQ(line->outputsBytes, 30);
    EXPECT_EQ(line->gradientHits, 1U);
    EXPECT_EQ(seed004Line(*view, {}, GradientHits{StepId(0), 7})->gradientHits, 7U) << "known";
    EXPECT_EQ(seed004Line(*view, {}, GradientHits{StepId(1), 7})->gradientHits, 1U) << "of another step";
    const std::vector<std::int64_t> upstream = {90, 200};
    view->curves.push_back({CurveRole::Upstream, "Replayed", upstream, Hue::Temporary});
    view->figures = [](const Device*) { return Figures(); };
    const auto other = seed004Line(*view);
    ASSERT_TRUE(other);
    EXPECT_EQ(other->peakBytes, 200);
    EXPECT_EQ(other->argumentsBytes, 0);
    EXPECT_EQ(other->cacheBytes, 0);
    EXPECT_EQ(other->parametersBytes, 100);
    EXPECT_EQ(other->temporariesBytes, 0);
    Progress cancelled;
    cancelled.isCancelled = [] { return true; };
    ASSERT_FALSE(seed004Line(*view, cancelled));
    EXPECT_EQ(seed004Line(*view, cancelled).error().kind, ErrorKind::Cancelled);
}

TEST(AttributedLevels, AreEmptyWithoutMeanings)
{
    Progress cancelled;
    cancelled.isCancelled = [] { return true; };
    const auto view = attributedView();
    for (const auto kind :
         {AttributionRules::Kind::BuiltIn, AttributionRules::Kind::Own, AttributionRules::Kind::Seed004}) {
        AttributionRules rules;
        rules.kind = kind;
        rules.own
            = *parseRules(R"({"version": 1, "rules": [{"category": "a", "field": "name", "pattern": "x"}]})", "own");
        const auto level = attributeLevel(*view, StepId(0), rules, cancelled);
        ASSERT_FALSE(level);
        EXPECT_EQ(level.error().kind, ErrorKind::Cancelled);
        EXPECT_TRUE(attributeLevel(*view, StepId(0), rules)) << rules.name();
    }
    ASSERT_FALSE(allChecks(*view, cancelled));
    view->meanings = nullptr;
    const auto none = attributeLevel(*view, StepId(0), {});
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().kind, ErrorKind::Unsupported);
    EXPECT_EQ(none.error().message,
              "made: the buffers of jit_made(1) have no categories. Only programs with HLO have categories.");
    view->checks = [] { return std::vector<Check>{{"complete", "", 1, "", 1, Verdict::Ok, ""}}; };
    ASSERT_TRUE(allChecks(*view));
    EXPECT_EQ(allChecks(*view)->size(), 1U);
    const auto empty = madeView({}, {0});
    empty->meanings = view->meanings;
    EXPECT_TRUE(allChecks(*empty)->empty());
}

TEST(AttributedLevels, RulesAreNamedByTheirFile)
{
    AttributionRules rules;
    EXPECT_EQ(rules.name(), "built-in");
    rules.kind = AttributionRules::Kind::Seed004;
    EXPECT_EQ(rules.name(), "seed-004");
    rules.kind = AttributionRules::Kind::Own;
    rules.own
        = *parseRules(R"({"version": 1, "rules": [{"category": "a", "field": "name", "pattern": "x"}]})", "my.json");
    EXPECT_EQ(rules.name(), "my.json");
}

TEST(WorkersOfViews, HaveTheChecksOfTheirViewsOnRequest)
{
    const auto view = attributedView();
    view->checks = [] { return std::vector<Check>{{"rows-occupy-peak", "", 1, "", 1, Verdict::Ok, ""}}; };
    const Documents documents = {std::make_shared<const MadeDocument>(
        std::vector<MadeDocument::Program>{{"jit_a", std::shared_ptr<const View>(view), 190}})};
    WorkersQuestion question;
    const auto without = attributeWorkers(documents, question);
    ASSERT_TRUE(without);
    EXPECT_EQ(without->list[0].level->checks.size(), 2U);
    question.withViewChecks = true;
    question.withSeed004Line = true;
    const auto with = attributeWorkers(documents, question);
    ASSERT_TRUE(with);
    ASSERT_EQ(with->list[0].level->checks.size(), 3U);
    EXPECT_EQ(with->list[0].level->checks[0].name, "rows-occupy-peak");
    ASSERT_TRUE(with->list[0].seed004);
    EXPECT_EQ(with->list[0].seed004->cacheBytes, 50);
    EXPECT_FALSE(without->list[0].seed004);
}

TEST(WorkersOfViews, AMissingStepIsReportedWithTheValidRange)
{
    const Documents documents = {std::make_shared<const MadeDocument>(
        std::vector<MadeDocument::Program>{{"jit_a", std::shared_ptr<const View>(attributedView()), 190}})};
    WorkersQuestion question;
    question.step = 1;
    const auto there = attributeWorkers(documents, question);
    ASSERT_TRUE(there);
    EXPECT_EQ(there->list[0].level->levelBytes, 100);
    question.step = 2;
    const auto beyond = attributeWorkers(documents, question);
    ASSERT_FALSE(beyond);
    EXPECT_EQ(beyond.error().message, ", jit_a has no step 2 in memory. There are steps 0 to 1.");
    Progress cancelled;
    cancelled.isCancelled = [] { return true; };
    const auto stopped = attributeWorkers(documents, {}, cancelled);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::Cancelled);
}

} // namespace
} // namespace tidemark
