// What changed between two steps, against a slow look for partners, and the finding in words.
#include "core/view/comparison_headline.h"
#include "core/view/figure_list.h"
#include "core/xla/programs/xla_view.h"
#include "core/xla/replay/axis_trace.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace tidemark {
namespace {

constexpr std::int64_t kMib = 1 << 20;

struct MadeRow {
    std::string opName;
    std::string shape;
    std::uint8_t kind = 0;
    std::string opcode;
    std::int64_t size = 0;
    std::int64_t overlap = 0;
    std::uint16_t category = 0;
    std::uint8_t role = 0;
    std::string name = {};
};

/// A program of one step, which is its peak.
struct MadeProgram {
    std::vector<MadeRow> rows;
    std::int64_t level = 0;

    explicit MadeProgram(std::vector<MadeRow> of)
        : rows(std::move(of))
    {
        for (const MadeRow& row : rows)
            level += row.size - row.overlap;
    }
};

ComparedStep stepOf(std::vector<MadeRow> rows, std::int64_t allocated = 0)
{
    const auto made = std::make_shared<const MadeProgram>(std::move(rows));
    auto view = std::make_shared<View>();
    view->curves = {{CurveRole::Level, "level", {&made->level, 1}}};
    view->rows.count = made->rows.size();
    view->rows.kinds = {{"parameter", "Argument", Hue::Argument}, {"temporary", "Temporary"}};
    if (!made->rows.empty()) {
        view->rows.size = {&made->rows.front().size, sizeof(MadeRow)};
        view->rows.kind = {&made->rows.front().kind, sizeof(MadeRow)};
    }
    view->rows.live = [made](StepId) {
        std::vector<LiveRow> live;
        for (std::size_t i = 0; i < made->rows.size(); ++i)
            live.push_back({RowId::at(i), made->rows[i].overlap});
        return live;
    };
    view->rows.describe = [made](RowId row, Facts& facts) {
        facts = {};
        facts.opName = made->rows[row.index()].opName;
        facts.shape = facts.shapeWithoutLayout = made->rows[row.index()].shape;
        facts.opcode = made->rows[row.index()].opcode;
        facts.name = made->rows[row.index()].name;
    };
    view->owner = made;
    auto meanings = std::make_shared<RowMeanings>();
    meanings->categories = {{"activations", "Activations"}, {"kv_cache", "KV cache"}, {"unknown", "Unknown"}};
    meanings->roles = {"", "saved", "recomputed"};
    for (const MadeRow& row : made->rows) {
        meanings->category.push_back(row.category);
        meanings->role.push_back(row.role);
    }
    ComparedStep step;
    step.view = view;
    step.meanings = meanings;
    step.figures.peakBytes = made->level;
    FigureList figures;
    figures.bytes("total_bytes", allocated, "Allocated");
    step.figures.list = figures.take();
    return step;
}

using Told = std::multiset<std::tuple<ChangeState, std::string, std::size_t, std::size_t, std::int64_t, std::int64_t>>;

Told told(const Comparison& comparison)
{
    Told result;
    for (const ComparedRows& rows : comparison.rows)
        result.insert({rows.state, rows.path, rows.a.rows.size(), rows.b.rows.size(), rows.a.bytes, rows.b.bytes});
    return result;
}

/// Every row looks at all others, once for the same mark and once for the same path.
Told toldSlowly(const std::vector<MadeRow>& a, const std::vector<MadeRow>& b)
{
    const auto isSame = [](const MadeRow& x, const MadeRow& y) {
        return x.opName == y.opName && x.shape == y.shape && x.kind == y.kind
            && (!x.opName.empty() || x.opcode == y.opcode);
    };
    const auto isPartnerless = [&](const MadeRow& row, const std::vector<MadeRow>& others) {
        return std::ranges::none_of(others, [&](const MadeRow& other) { return isSame(row, other); });
    };
    const auto isOfGroup = [&](const MadeRow& row, const MadeRow& first, bool isFirstOfA) {
        if (isSame(row, first))
            return true;
        // By path: neither has a partner, and both programs have such rows.
        const bool isLeft
            = row.opName == first.opName && !row.opName.empty() && isPartnerless(first, isFirstOfA ? b : a);
        const bool hasBoth
            = std::ranges::any_of(a, [&](const MadeRow& x) { return x.opName == first.opName && isPartnerless(x, b); })
            && std::ranges::any_of(b,
                                   [&](const MadeRow& x) { return x.opName == first.opName && isPartnerless(x, a); });
        return isLeft && hasBoth && isPartnerless(row, a) != isPartnerless(row, b);
    };
    Told result;
    std::vector<bool> doneA(a.size());
    std::vector<bool> doneB(b.size());
    const auto group = [&](const MadeRow& first, bool isFirstOfA) {
        std::size_t countA = 0;
        std::size_t countB = 0;
        std::int64_t bytesA = 0;
        std::int64_t bytesB = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!doneA[i] && isOfGroup(a[i], first, isFirstOfA)) {
                doneA[i] = true;
                ++countA;
                bytesA += a[i].size - a[i].overlap;
            }
        for (std::size_t i = 0; i < b.size(); ++i)
            if (!doneB[i] && isOfGroup(b[i], first, isFirstOfA)) {
                doneB[i] = true;
                ++countB;
                bytesB += b[i].size - b[i].overlap;
            }
        const ChangeState state = countB == 0 ? ChangeState::OnlyA
            : countA == 0                     ? ChangeState::OnlyB
            : bytesA == bytesB                ? ChangeState::Same
            : bytesB < bytesA                 ? ChangeState::Less
                                              : ChangeState::More;
        result.insert({state, first.opName, countA, countB, bytesA, bytesB});
    };
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!doneA[i])
            group(a[i], true);
    for (std::size_t i = 0; i < b.size(); ++i)
        if (!doneB[i])
            group(b[i], false);
    return result;
}

/// Σ over rows, over categories and over roles is the change of the level.
void expectSums(const Comparison& comparison, const std::string& of)
{
    std::int64_t byRows = 0;
    for (const ComparedRows& rows : comparison.rows)
        byRows += rows.change();
    EXPECT_EQ(byRows, comparison.change()) << of;
    std::int64_t byCategories = 0;
    for (const ComparedCategory& category : comparison.categories) {
        byCategories += category.change();
        std::int64_t byRoles = 0;
        for (const ComparedCategory::Role& role : category.roles)
            byRoles += role.change();
        EXPECT_EQ(byRoles, category.change()) << of << category.category.id;
    }
    EXPECT_EQ(byCategories, comparison.change()) << of;
}

TEST(Comparison, RowsAreMatchedByPathShapeAndKindThenByPath)
{
    std::mt19937 random(12);
    const auto pick = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    const auto make = [&] {
        std::vector<MadeRow> rows;
        for (int left = pick(14); left > 0; --left)
            rows.push_back({pick(3) ? "layer_" + std::to_string(pick(3)) + "/dot" : "",
                            "f32[" + std::to_string(pick(2)), static_cast<std::uint8_t>(pick(1)),
                            pick(1) ? "copy" : "fusion", 10 + pick(2) * 10, pick(3),
                            static_cast<std::uint16_t>(pick(2)), static_cast<std::uint8_t>(pick(2))});
        return rows;
    };
    for (int i = 0; i < 2000; ++i) {
        const std::vector<MadeRow> a = make();
        const std::vector<MadeRow> b = make();
        const auto comparison = compare(stepOf(a), stepOf(b));
        ASSERT_TRUE(comparison);
        ASSERT_EQ(told(*comparison), toldSlowly(a, b)) << i;
        expectSums(*comparison, std::to_string(i));
        for (std::size_t row = 1; row < comparison->rows.size(); ++row)
            EXPECT_GE(std::abs(comparison->rows[row - 1].change()), std::abs(comparison->rows[row].change()));
    }
}

TEST(Comparison, WrappersAndTheNameOfTheFunctionAreNoPartOfAPath)
{
    const auto comparison
        = compare(stepOf({{"jit(train)/jvp(Lm)/layers_3/dot_general", "f32[8]", 1, "fusion", 8}}),
                  stepOf({{"jit(step)/transpose(jvp(Lm))/layers_3/checkpoint/dot_general", "f32[8]", 1, "fusion", 8},
                          {"jit(step)/jvp(Lm)/layers_4/dot_general", "f32[8]", 1, "fusion", 8}}));
    ASSERT_TRUE(comparison);
    EXPECT_EQ(told(*comparison),
              (Told{{ChangeState::Same, "Lm/layers_3/dot_general", 1, 1, 8, 8},
                    {ChangeState::OnlyB, "Lm/layers_4/dot_general", 0, 1, 0, 8}}));
}

TEST(Comparison, WhatIsMatchedByPathAloneIsToldByTheLargestOfA)
{
    const auto comparison
        = compare(stepOf({{"net/dot", "f32[8]", 1, "fusion", 8, 0, 0}, {"net/dot", "f32[64]", 1, "convert", 64, 0, 1}}),
                  stepOf({{"net/dot", "bf16[64]", 0, "fusion", 100, 0, 2}}));
    ASSERT_TRUE(comparison);
    ASSERT_EQ(comparison->rows.size(), 1U);
    const ComparedRows& rows = comparison->rows.front();
    EXPECT_EQ(rows.state, ChangeState::More);
    EXPECT_EQ(rows.shape, "f32[64]");
    EXPECT_EQ(rows.kind, "temporary");
    EXPECT_EQ(rows.opcode, "convert");
    EXPECT_EQ(rows.category.id, "kv_cache");
    EXPECT_EQ(rows.a.rows, (std::vector<RowId>{RowId(1), RowId(0)}));
}

TEST(Comparison, WhatHasNeitherPathNorOpcodeIsToldByItsName)
{
    const auto named = [](const char* opcode, std::int64_t size, const char* name) {
        return MadeRow{"", "", 1, opcode, size, 0, 0, 0, name};
    };
    const auto comparison
        = compare(stepOf({named("", 8, "weights"), named("", 4, "cache"), named("copy", 2, "copy.1")}),
                  stepOf({named("", 9, "weights"), named("copy", 2, "copy.7")}));
    ASSERT_TRUE(comparison);
    std::vector<std::pair<std::string, ChangeState>> rows;
    for (const ComparedRows& each : comparison->rows)
        rows.emplace_back(nameOf(each), each.state);
    EXPECT_EQ(rows,
              (std::vector<std::pair<std::string, ChangeState>>{{"cache", ChangeState::OnlyA},
                                                                {"weights", ChangeState::More},
                                                                {"(copy, no op name)", ChangeState::Same}}));
}

TEST(Comparison, WhatOnlyOneTellsOfItsBytesIsNotCompared)
{
    const auto known = stepOf({{"a", "", 1, "", kMib, 0, 0}, {"b", "", 0, "", kMib, 0, 1}}, 5);
    auto unknown = known;
    unknown.meanings.reset();
    for (const auto& [a, b] : {std::pair(known, unknown), std::pair(unknown, known)}) {
        const auto comparison = compare(a, b);
        ASSERT_TRUE(comparison);
        ASSERT_EQ(comparison->categories.size(), 2U);
        for (const ComparedCategory& each : comparison->categories) {
            EXPECT_TRUE(each.category.id == "parameter" || each.category.id == "temporary") << each.category.id;
            EXPECT_EQ(each.change(), 0);
        }
        EXPECT_EQ(headlineOf(*comparison), "B's peak is the same, 2\u00a0MiB");
    }
}

TEST(Comparison, TheHeadlineSaysWhatChangedAndHow)
{
    const auto headline = [](std::vector<MadeRow> a, std::int64_t allocatedA, std::vector<MadeRow> b,
                             std::int64_t allocatedB) {
        std::string words = headlineOf(*compare(stepOf(std::move(a), allocatedA), stepOf(std::move(b), allocatedB)));
        for (std::size_t at = 0; (at = words.find("\u00a0", at)) != std::string::npos;)
            words.replace(at, 2, " ");
        return words;
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
    EXPECT_EQ(headline({}, 5, {{"a", "", 1, "", kMib, 0, 0}}, 5), "B's peak is 1 MiB higher: activations 1 MiB more");
}

TEST(Comparison, WhatOneOfThemDoesNotTellHasNotChanged)
{
    Comparison made = *compare(stepOf({{"a", "", 1, "", kMib, 0, 0}}, 5), stepOf({{"a", "", 1, "", kMib, 0, 0}}, 7));
    EXPECT_NE(headlineOf(made).find(" allocated)"), std::string::npos);
    for (ComparedFigure& figure : made.figures)
        figure.a.reset();
    EXPECT_EQ(headlineOf(made).find(" allocated)"), std::string::npos);
}

TEST(Comparison, ChangesOfProgramsAddUp)
{
    std::shared_ptr<const View> before;
    for (const test::SampleModule& sample : test::sampleModules(std::size_t{2} << 20)) {
        const auto plan = Plan::parse(sample.bytes);
        if (!plan)
            continue;
        const std::shared_ptr<const View> view = makeView(replaySpace(*plan, 0), {});
        for (const auto& [a, b, step] : {std::tuple(view, view, view->axis.count / 3),
                                         std::tuple(before ? before : view, view, view->peakStep.value)})
            expectSums(*compare(*comparedStep(a, a->peakStep, a->figures(nullptr)),
                                  *comparedStep(b, StepId(step), b->figures(nullptr))),
                       sample.title);
        before = view;
    }
    ASSERT_TRUE(before);
}

TEST(Comparison, IsCancelled)
{
    Progress progress;
    progress.isCancelled = [] { return true; };
    const auto comparison = compare(stepOf({{"a", "", 1, "", 1}}), stepOf({}), progress);
    ASSERT_FALSE(comparison);
    EXPECT_EQ(comparison.error().kind, ErrorKind::Cancelled);
}

} // namespace
} // namespace tidemark
