// Tests of the changes between two steps, compared with a slow search for partners.
#include "core/compare/comparison_headline.h"
#include "core/xla/programs/xla_view.h"
#include "core/xla/replay/trace_replay.h"
#include "tests/core/comparison_fixture.h"
#include "tests/support/samples.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

namespace tidemark {
using namespace xla;
namespace {

using test::kMib;
using test::stepOf;
using test::StepRow;
using test::sumOf;

using Reported
    = std::multiset<std::tuple<ChangeState, std::string, std::size_t, std::size_t, std::int64_t, std::int64_t>>;

Reported reported(const Comparison& comparison)
{
    Reported result;
    for (const ComparedGroup& each : comparison.groups)
        result.insert({each.state, each.path, each.a.rows.size(), each.b.rows.size(), each.a.bytes, each.b.bytes});
    return result;
}

/// Returns the change of a group from the number of rows in A and B and their bytes.
Reported::value_type reportedOf(const std::string& path, std::array<std::size_t, 2> rows,
                                std::array<std::int64_t, 2> bytes)
{
    const ChangeState state = rows[1] == 0 ? ChangeState::OnlyA
        : rows[0] == 0                     ? ChangeState::OnlyB
        : bytes[0] == bytes[1]             ? ChangeState::Same
        : bytes[1] < bytes[0]              ? ChangeState::Less
                                           : ChangeState::More;
    return {state, path, rows[0], rows[1], bytes[0], bytes[1]};
}

/// Rows with one key form one group. It has a path if all its rows have the same one.
template <class Key>
Reported reportedByKey(const std::vector<StepRow>& a, const std::vector<StepRow>& b, const Key& keyOf)
{
    struct Group {
        std::set<std::string> paths;
        std::array<std::size_t, 2> rows{};
        std::array<std::int64_t, 2> bytes{};
    };
    std::map<std::string, Group> groups;
    for (const std::size_t side : {0U, 1U})
        for (const StepRow& row : side == 0 ? a : b) {
            Group& group = groups[keyOf(row)];
            group.paths.insert(row.opName);
            ++group.rows[side];
            group.bytes[side] += row.size - row.overlap;
        }
    Reported result;
    for (const auto& [key, group] : groups)
        result.insert(reportedOf(group.paths.size() == 1 ? *group.paths.begin() : "", group.rows, group.bytes));
    return result;
}

/// Compares every row with all others: first by the same mark, then by the same path.
Reported reportedSlowly(const std::vector<StepRow>& a, const std::vector<StepRow>& b)
{
    const auto isSame = [](const StepRow& x, const StepRow& y) {
        return x.opName == y.opName && x.shape == y.shape && x.kind == y.kind
            && (!x.opName.empty() || x.opcode == y.opcode);
    };
    const auto isPartnerless = [&](const StepRow& row, const std::vector<StepRow>& others) {
        return std::ranges::none_of(others, [&](const StepRow& other) { return isSame(row, other); });
    };
    const auto isOfGroup = [&](const StepRow& row, const StepRow& first, bool isFirstOfA) {
        if (isSame(row, first))
            return true;
        // By path: neither row has a partner, and both programs have such rows.
        const bool isLeft
            = row.opName == first.opName && !row.opName.empty() && isPartnerless(first, isFirstOfA ? b : a);
        const bool hasBoth
            = std::ranges::any_of(a, [&](const StepRow& x) { return x.opName == first.opName && isPartnerless(x, b); })
            && std::ranges::any_of(b,
                                   [&](const StepRow& x) { return x.opName == first.opName && isPartnerless(x, a); });
        return isLeft && hasBoth && isPartnerless(row, a) != isPartnerless(row, b);
    };
    Reported result;
    std::vector<bool> doneA(a.size());
    std::vector<bool> doneB(b.size());
    const auto group = [&](const StepRow& first, bool isFirstOfA) {
        std::array<std::size_t, 2> rows{};
        std::array<std::int64_t, 2> bytes{};
        for (std::size_t i = 0; i < a.size(); ++i)
            if (!doneA[i] && isOfGroup(a[i], first, isFirstOfA)) {
                doneA[i] = true;
                ++rows[0];
                bytes[0] += a[i].size - a[i].overlap;
            }
        for (std::size_t i = 0; i < b.size(); ++i)
            if (!doneB[i] && isOfGroup(b[i], first, isFirstOfA)) {
                doneB[i] = true;
                ++rows[1];
                bytes[1] += b[i].size - b[i].overlap;
            }
        result.insert(reportedOf(first.opName, rows, bytes));
    };
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!doneA[i])
            group(a[i], true);
    for (std::size_t i = 0; i < b.size(); ++i)
        if (!doneB[i])
            group(b[i], false);
    return result;
}

/// The sums over groups, over categories and over roles equal the change of the level, and each covers every row.
void expectSums(const Comparison& comparison, const std::string& of)
{
    const test::ChangeSum byGroups = sumOf(comparison.groups);
    EXPECT_EQ(byGroups.change, comparison.change()) << of;
    EXPECT_TRUE(sumOf(comparison.categories) == byGroups) << of;
    for (const ComparedCategory& category : comparison.categories)
        EXPECT_TRUE(sumOf(category.roles) == sumOf(std::vector{category})) << of << category.category.id;
}

std::vector<StepRow> madeAtRandom(std::mt19937& random)
{
    const auto pick = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    std::vector<StepRow> rows;
    for (int left = pick(14); left > 0; --left)
        rows.push_back({pick(3) ? "layer_" + std::to_string(pick(3)) + "/dot" : "",
                        pick(4) ? "f32[" + std::to_string(pick(2)) : "", static_cast<std::uint8_t>(pick(1)),
                        pick(1) ? "copy" : "fusion", 10 + pick(2) * 10, pick(3), static_cast<std::uint16_t>(pick(2)),
                        static_cast<std::uint8_t>(pick(2))});
    return rows;
}

TEST(Comparison, RowsAreMatchedByPathShapeAndKindThenByPath)
{
    std::mt19937 random(12);
    for (int i = 0; i < 2000; ++i) {
        const std::vector<StepRow> a = madeAtRandom(random);
        const std::vector<StepRow> b = madeAtRandom(random);
        const auto comparison = compare(stepOf(a), stepOf(b));
        ASSERT_TRUE(comparison);
        ASSERT_EQ(reported(*comparison), reportedSlowly(a, b)) << i;
        expectSums(*comparison, std::to_string(i));
        for (std::size_t at = 1; at < comparison->groups.size(); ++at)
            EXPECT_GE(std::abs(comparison->groups[at - 1].change()), std::abs(comparison->groups[at].change()));
    }
}

TEST(Comparison, RowsAreMatchedByPathAloneOrByShapeAndKindOnRequest)
{
    const auto byPath = [](const StepRow& row) {
        return row.opName.empty() ? "|" + row.shape + "|" + std::to_string(row.kind) + row.opcode : row.opName;
    };
    const auto byShape = [](const StepRow& row) {
        return row.shape + "|" + std::to_string(row.kind)
            + (!row.shape.empty()       ? std::string()
                   : row.opName.empty() ? "|" + row.opcode
                                        : row.opName);
    };
    std::mt19937 random(21);
    for (int i = 0; i < 1000; ++i) {
        const std::vector<StepRow> a = madeAtRandom(random);
        const std::vector<StepRow> b = madeAtRandom(random);
        const auto ofPaths = compare(stepOf(a), stepOf(b), {}, MatchBy::Path);
        ASSERT_EQ(reported(*ofPaths), reportedByKey(a, b, byPath)) << i;
        expectSums(*ofPaths, std::to_string(i));
        const auto ofShapes = compare(stepOf(a), stepOf(b), {}, MatchBy::ShapeKind);
        ASSERT_EQ(reported(*ofShapes), reportedByKey(a, b, byShape)) << i;
        expectSums(*ofShapes, std::to_string(i));
    }
}

TEST(Comparison, AGroupMatchedByShapeHasAPathIfAllItsRowsShareIt)
{
    const StepRow nameless{"", "f32[8]", 1, "fusion", 8};
    const StepRow x{"net/x", "f32[8]", 1, "fusion", 8};
    const StepRow y{"net/y", "f32[8]", 1, "fusion", 8};
    const auto nameOfAll = [](std::vector<StepRow> a, std::vector<StepRow> b) {
        const auto comparison = compare(stepOf(std::move(a)), stepOf(std::move(b)), {}, MatchBy::ShapeKind);
        EXPECT_EQ(comparison->groups.size(), 1U);
        return nameOf(comparison->groups.front());
    };
    EXPECT_EQ(nameOfAll({x, x}, {x}), "net/x");
    EXPECT_EQ(nameOfAll({x, y, x}, {x}), "(several op names)");
    EXPECT_EQ(nameOfAll({x}, {y}), "(several op names)");
    EXPECT_EQ(nameOfAll({nameless}, {x, y}), "(several op names)");
    EXPECT_EQ(nameOfAll({nameless}, {nameless}), "(fusion, no op name)");
}

TEST(Comparison, CategoriesAndRolesListTheirRows)
{
    const auto a = stepOf({{"a", "", 1, "", 8, 0, 0, 1}, {"b", "", 0, "", 4, 0, 1}, {"c", "", 1, "", 2, 0, 0, 2}});
    const auto b = stepOf({{"b", "", 0, "", 4, 0, 1}, {"a", "", 1, "", 8, 0, 0, 1}});
    using Ids = std::vector<RowId>;
    const auto comparison = compare(a, b);
    ASSERT_EQ(comparison->categories.size(), 2U);
    const ComparedCategory& activations = comparison->categories[0]; // the category of the only change
    EXPECT_EQ(activations.category.id, "activations");
    EXPECT_EQ(activations.a.rows, (Ids{RowId(0), RowId(2)}));
    EXPECT_EQ(activations.b.rows, (Ids{RowId(1)}));
    ASSERT_EQ(activations.roles.size(), 2U);
    EXPECT_EQ(activations.roles[0].name, "recomputed");
    EXPECT_EQ(activations.roles[0].a.rows, (Ids{RowId(2)}));
    EXPECT_EQ(activations.roles[0].b.rows, Ids());
    EXPECT_EQ(activations.roles[1].a.rows, (Ids{RowId(0)}));
    auto unknown = b;
    unknown.meanings.reset();
    const auto byKind = compare(a, unknown);
    ASSERT_EQ(byKind->categories.size(), 2U);
    EXPECT_EQ(byKind->categories[0].category.id, "temporary");
    EXPECT_EQ(byKind->categories[0].a.rows, (Ids{RowId(0), RowId(2)}));
}

TEST(Comparison, APathOmitsWrappersAndTheFunctionName)
{
    const auto comparison
        = compare(stepOf({{"jit(train)/jvp(Lm)/layers_3/dot_general", "f32[8]", 1, "fusion", 8}}),
                  stepOf({{"jit(step)/transpose(jvp(Lm))/layers_3/checkpoint/dot_general", "f32[8]", 1, "fusion", 8},
                          {"jit(step)/jvp(Lm)/layers_4/dot_general", "f32[8]", 1, "fusion", 8}}));
    ASSERT_TRUE(comparison);
    EXPECT_EQ(reported(*comparison),
              (Reported{{ChangeState::Same, "Lm/layers_3/dot_general", 1, 1, 8, 8},
                        {ChangeState::OnlyB, "Lm/layers_4/dot_general", 0, 1, 0, 8}}));
}

TEST(Comparison, CompilerNumbersDoNotDistinguishRows)
{
    const auto comparison
        = compare(stepOf({{"iota.28", "s32[8]", 1, "iota", 32}}), stepOf({{"iota.56", "s32[8]", 1, "iota", 32}}));
    EXPECT_EQ(reported(*comparison), (Reported{{ChangeState::Same, "iota", 1, 1, 32, 32}}));
}

TEST(Comparison, AGroupMatchedByPathAloneIsDescribedByTheLargestRowOfA)
{
    const auto comparison
        = compare(stepOf({{"net/dot", "f32[8]", 1, "fusion", 8, 0, 0}, {"net/dot", "f32[64]", 1, "convert", 64, 0, 1}}),
                  stepOf({{"net/dot", "bf16[64]", 0, "fusion", 100, 0, 2}}));
    ASSERT_TRUE(comparison);
    ASSERT_EQ(comparison->groups.size(), 1U);
    const ComparedGroup& rows = comparison->groups.front();
    EXPECT_EQ(rows.state, ChangeState::More);
    EXPECT_EQ(rows.shape, "f32[64]");
    EXPECT_EQ(rows.kind, "temporary");
    EXPECT_EQ(rows.opcode, "convert");
    EXPECT_EQ(rows.category.id, "kv_cache");
    EXPECT_EQ(rows.a.rows, (std::vector<RowId>{RowId(1), RowId(0)}));
}

TEST(Comparison, RowsWithoutPathAndOpcodeAreMatchedByName)
{
    const auto named = [](const char* opcode, std::int64_t size, const char* name) {
        return StepRow{"", "", 1, opcode, size, 0, 0, 0, name};
    };
    const auto comparison
        = compare(stepOf({named("", 8, "weights"), named("", 4, "cache"), named("copy", 2, "copy.1")}),
                  stepOf({named("", 9, "weights"), named("copy", 2, "copy.7")}));
    ASSERT_TRUE(comparison);
    std::vector<std::pair<std::string, ChangeState>> rows;
    for (const ComparedGroup& each : comparison->groups)
        rows.emplace_back(nameOf(each), each.state);
    EXPECT_EQ(rows,
              (std::vector<std::pair<std::string, ChangeState>>{{"cache", ChangeState::OnlyA},
                                                                {"weights", ChangeState::More},
                                                                {"(copy, no op name)", ChangeState::Same}}));
}

TEST(Comparison, FreeChunksAreLeftOutAndOthersMatchedBySizeNotAddress)
{
    const auto chunks = [](const std::vector<std::pair<std::uint8_t, std::int64_t>>& of, const char* address) {
        std::vector<StepRow> rows;
        for (const auto& [kind, mib] : of)
            rows.push_back({"", "", kind, "", mib * kMib, 0, 0, 0, address});
        ComparedStep step = stepOf(std::move(rows));
        const auto view = std::make_shared<View>(*step.view);
        view->axis.kind = AxisKind::None;
        view->rows.one = "chunk";
        view->rows.kinds = {{"in_use", "In use"}, {"free", "Free"}};
        step.view = view;
        step.meanings.reset();
        step.figures = {};
        step.figures.peakBytes = view->levelAt(StepId(0));
        return step;
    };
    const auto comparison = compare(chunks({{0, 4}, {0, 4}, {1, 2}}, "0x7f0000000000"),
                                    chunks({{0, 4}, {0, 3}, {1, 64}}, "0x7e0000000000"));
    ASSERT_TRUE(comparison);
    EXPECT_EQ(comparison->a.level(), 8 * kMib);
    EXPECT_EQ(comparison->b.peakBytes(), 7 * kMib);
    EXPECT_EQ(comparison->b.freeBytes, 64 * kMib);
    EXPECT_EQ(comparison->change(), -kMib);
    std::vector<std::pair<std::string, std::int64_t>> rows;
    for (const ComparedGroup& each : comparison->groups)
        rows.emplace_back(nameOf(each), each.change());
    EXPECT_EQ(rows,
              (std::vector<std::pair<std::string, std::int64_t>>{{"chunk of 4 MiB", -4 * kMib},
                                                                 {"chunk of 3 MiB", 3 * kMib}}));
    EXPECT_EQ(headlineOf(*comparison), "B's list holds 1 MiB less than A's list: in use 1 MiB less");
}

TEST(Comparison, CategoriesKnownForOneSideOnlyAreNotCompared)
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
        EXPECT_EQ(headlineOf(*comparison), "B's peak is the same, 2 MiB");
    }
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
