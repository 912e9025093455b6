// Tests of the cost and the results of searching.
#include "tests/ui/tables_fixture.h"
#include "ui/tables/row_model.h"
#include "ui/tables/row_table.h"

#include <QSignalSpy>
#include <QTest>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

std::vector<std::string> numbered(std::size_t count)
{
    std::vector<std::string> names;
    for (std::size_t i = 0; i < count; ++i)
        names.push_back("row." + std::to_string(i));
    return names;
}

} // namespace

TEST(KeptTexts, AreMadeOnceWithinTheBudgetAndRemadeBeyondIt)
{
    std::vector<int> made(4, 0);
    KeptTexts texts(
        4,
        [&](std::size_t i) {
            ++made[i];
            return std::string(i == 3 ? 0 : 10, static_cast<char>('a' + i));
        },
        20);
    for (int round = 0; round < 3; ++round)
        for (std::size_t i = 0; i < 4; ++i)
            EXPECT_EQ(texts.of(i), std::string(i == 3 ? 0 : 10, static_cast<char>('a' + i)));
    EXPECT_EQ(made, std::vector<int>({1, 1, 3, 1}));
}

TEST(Filter, FindsArraysByTheNamesThatSentencesUse)
{
    const auto view = std::make_shared<View>(*viewOf(R"(
        temp 65536
          a 0 32768 f32[8,1024]
          b 32768 32768 f32[8,1024]
        trace +a +b -a -b
    )"));
    view->rows.describe = [describe = view->rows.describe](RowId row, Facts& facts) {
        describe(row, facts);
        facts.opName = facts.name == "a" ? "jit(f)/lm_head/dot_general" : "jit(f)/mul";
    };
    ViewState state;
    state.setView(view);
    state.filter().setText(QStringLiteral("logits"));
    EXPECT_TRUE(state.filter().matches(rowNamed(*view, "a")));
    EXPECT_FALSE(state.filter().matches(rowNamed(*view, "b")));
}

TEST(TextMatches, ContainEveryWordInAnyCaseAlsoBeyondAscii)
{
    const std::vector<std::string> texts = {"Conv 2D", "conv", "ÄPFEL", "strasse"};
    TextMatches matches(texts.size(), [&](std::size_t i) { return texts[i]; });
    const auto found = [&](const char* text) {
        matches.setText(QString::fromUtf8(text));
        std::string result;
        for (std::size_t i = 0; i < texts.size(); ++i)
            result += matches.matches(i) ? '1' : '0';
        return result;
    };
    EXPECT_EQ(found(""), "1111");
    EXPECT_EQ(found("CON"), "1100");
    EXPECT_EQ(found("CON 2d"), "1000");
    EXPECT_EQ(found("con"), "1100");
    EXPECT_EQ(found("äpf"), "0010");
    EXPECT_EQ(found("x"), "0000");
    EXPECT_EQ(found("  "), "1111");
}

TEST(Filter, DescribesEveryRowOnceForAnyText)
{
    const auto made = madeUpOf(numbered(500));
    ViewState state;
    state.setView(viewOf(made));
    const RowModel model(&state);
    made->described = 0;
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    for (const char* text : {"r", "ro", "row", "row.", "row.4", "row.49", "row.4", "row", "", "9"})
        state.filter().setText(QString::fromLatin1(text));
    EXPECT_LE(made->described, made->rows.size());
    EXPECT_EQ(resets.count(), 10); // one for each key
    EXPECT_EQ(model.rowCount(), 95); // names that contain a 9
    for (const char* text : {"9 ", " 9 ", "9"})
        state.filter().setText(QString::fromLatin1(text));
    EXPECT_EQ(resets.count(), 10) << "for no other words";
}

TEST(Filter, FindsTheNameOfRepeatedPartsAndComputesItOnDemand)
{
    auto view = std::make_shared<View>(*viewOf(madeUpOf({"one", "two", "three"})));
    std::size_t asked = 0;
    view->rows.groupings = {{"op_path", "Op path",
                             [&asked](RowId row) {
                                 ++asked;
                                 return std::string(row.index() < 2 ? "lm/layer_{0,1}/attn" : "(no op name)");
                             },
                             true}};
    ViewState state;
    state.setView(view);
    const RowModel model(&state);
    const auto found = [&](const char* text) {
        state.filter().setText(QString::fromLatin1(text));
        return model.rowCount();
    };
    EXPECT_EQ(found("attn"), 0) << "no row alone is called so";
    EXPECT_EQ(asked, 0U);
    EXPECT_EQ(found("layer_{0,1}/attn"), 2);
    EXPECT_EQ(found("LAYER_{"), 2);
    EXPECT_EQ(found("no op {"), 0) << "that is no part";
    EXPECT_EQ(found("attn"), 0);
    EXPECT_EQ(found("two"), 1);
}

TEST(MatchFinder, FindsTheNearestInBothDirectionsAroundTheEnd)
{
    const auto made = madeUpOf({"x", "here", "x", "x"});
    const std::uint32_t starts[] = {1, 0, 6, 8};
    for (std::size_t i = 0; i < 4; ++i) {
        made->rows[i].start = StepId(starts[i]);
        made->rows[i].end = StepId(i == 1 ? 10 : starts[i] + 1);
    }
    ViewState state;
    state.setView(viewOf(made));
    state.filter().setText(QStringLiteral("x"));
    MatchFinder finder(&state);
    const auto found = [&](std::uint32_t from, int by) {
        state.axis().setCursor(StepId(from));
        finder.search(by);
        EXPECT_FALSE(finder.isSearching());
        return finder.found().value_or(RowId(99)).value;
    };
    EXPECT_EQ(found(5, 1), 2u);
    EXPECT_EQ(found(5, -1), 0u);
    EXPECT_EQ(found(9, 1), 0u);
    EXPECT_EQ(found(0, -1), 3u);
    state.filter().setText(QStringLiteral("nothing"));
    EXPECT_EQ(found(5, 1), 99u);
}

TEST(MatchFinder, SearchesABoundedNumberOfRowsBetweenOtherEvents)
{
    const std::size_t many = 3 * MatchFinder::kSlice;
    const auto made = madeUpOf(numbered(many));
    made->rows.back().facts.name = "last";
    made->rows.back().start = StepId(9);
    ViewState state;
    state.setView(viewOf(made));
    MatchFinder finder(&state);
    const QSignalSpy finished(&finder, &MatchFinder::finished);
    state.filter().setText(QStringLiteral("last"));
    made->described = 0;
    finder.search(1);
    EXPECT_TRUE(finder.isSearching());
    EXPECT_LE(made->described, MatchFinder::kSlice);
    finder.search(1); // repeating the request continues the search
    EXPECT_LE(made->described, MatchFinder::kSlice);
    ASSERT_TRUE(QTest::qWaitFor([&] { return finished.count() > 0; }));
    ASSERT_TRUE(finder.found());
    EXPECT_EQ(finder.found()->index(), many - 1);
    EXPECT_LE(made->described, many);
}

TEST(MatchFinder, AnotherViewEndsTheSearch)
{
    const auto made = madeUpOf(numbered(3 * MatchFinder::kSlice));
    ViewState state;
    state.setView(viewOf(made));
    MatchFinder finder(&state);
    state.filter().setText(QStringLiteral("nothing"));
    finder.search(1);
    ASSERT_TRUE(finder.isSearching());
    const QSignalSpy finished(&finder, &MatchFinder::finished);
    state.setView(viewOf(madeUpOf({"a"})));
    EXPECT_FALSE(finder.isSearching());
    QCoreApplication::processEvents();
    QCoreApplication::processEvents();
    EXPECT_EQ(finished.count(), 0);
    state.setView(nullptr);
    finder.search(1);
    EXPECT_FALSE(finder.found());
}
