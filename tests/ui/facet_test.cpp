// Tests of the filter narrowed to one group.
#include "tests/ui/aspect_spy.h"
#include "tests/ui/tables_fixture.h"
#include "ui/panels/buffers_panel.h"
#include "ui/tables/row_model.h"

#include <QApplication>
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// The rows are "r0" to "r3". r1 is an output, the opcodes are "even" and "odd", and the view has meanings.
std::shared_ptr<const View> rowsOfFourMeanings()
{
    const auto made = madeUpOf({"r0", "r1", "r2", "r3"});
    made->rows[1].kind = 1;
    const auto view = std::make_shared<View>(*viewOf(made));
    view->rows.groupings
        = {{"opcode", "Opcode", [](RowId row) { return std::string(row.index() % 2 == 0 ? "even" : "odd"); }}};
    view->meanings = [](const Progress&) { return meaningsOf({0, 1, 1, 2}); };
    return view;
}

class FacetTest : public testing::Test
{
protected:
    void SetUp() override { m_state.setView(m_view); }

    std::string matching() const
    {
        std::string result;
        for (std::size_t i = 0; i < m_state.view()->rows.count; ++i)
            result += m_state.filter().matches(RowId::at(i)) ? '1' : '0';
        return result;
    }

    std::shared_ptr<const View> m_view = rowsOfFourMeanings();
    ViewState m_state;
    Filter& m_filter = m_state.filter();
};

} // namespace

TEST_F(FacetTest, KeepsOnlyAKindAGroupOrACategory)
{
    const AspectSpy changes(&m_state, Aspect::Filter);
    m_filter.setFacet(Facet::of(m_view->rows.kinds[1]));
    EXPECT_EQ(matching(), "0100");
    EXPECT_EQ(m_filter.description(), QStringLiteral("Output"));
    m_filter.dropFacet(Facet::kByKind);
    m_filter.setFacet(Facet::of(m_view->rows.groupings[0], "odd"));
    EXPECT_EQ(matching(), "0101");
    EXPECT_EQ(matching(), "0101") << "when known";
    EXPECT_EQ(m_filter.description(), QStringLiteral("Opcode odd"));
    m_filter.setText(QStringLiteral("r3"));
    EXPECT_EQ(matching(), "0001");
    EXPECT_EQ(m_filter.description(), QStringLiteral("“r3”, Opcode odd"));
    EXPECT_EQ(changes.size(), 4);
    m_filter.clear();
    EXPECT_EQ(matching(), "1111");
    EXPECT_TRUE(m_filter.facets().empty());
    EXPECT_TRUE(m_filter.isEmpty());
}

TEST_F(FacetTest, FacetsOfDifferentGroupingsAreCombined)
{
    m_state.setMeanings(meaningsOf({0, 1, 1, 2}));
    const Facet odd = Facet::of(m_view->rows.groupings[0], "odd");
    m_filter.toggleFacet({Facet::kByCategory, "kv_cache", QStringLiteral("KV cache")});
    EXPECT_EQ(matching(), "0110");
    m_filter.toggleFacet(odd);
    EXPECT_EQ(matching(), "0100");
    EXPECT_EQ(m_filter.description(), QStringLiteral("KV cache, Opcode odd"));
    m_filter.toggleFacet(Facet::of(m_view->rows.groupings[0], "even"));
    EXPECT_EQ(matching(), "0010") << "one of each grouping";
    m_filter.dropFacet(Facet::kByCategory);
    EXPECT_EQ(matching(), "1010");
    m_filter.setFacet(Facet::of(m_view->rows.kinds[1]));
    m_filter.clear();
    EXPECT_EQ(matching(), "1111");
}

TEST_F(FacetTest, KeepsOnlyARole)
{
    RowMeanings meanings = *meaningsOf({0, 1, 1, 2});
    meanings.roles = {"", "saved"};
    meanings.role = {0, 1, 0, 1};
    m_filter.setFacet(Facet::ofRole("saved"));
    EXPECT_EQ(matching(), "1111") << "not known yet";
    const AspectSpy changes(&m_state, Aspect::Filter);
    m_state.setMeanings(std::make_shared<RowMeanings>(meanings));
    EXPECT_EQ(changes.size(), 1);
    EXPECT_EQ(matching(), "0101");
    EXPECT_EQ(m_filter.description(), QStringLiteral("Role saved"));
    m_filter.setFacet(Facet::ofRole(m_state.meanings()->roleGroupOf(RowId(0))));
    EXPECT_EQ(matching(), "1010") << "without a role";
}

/// r0 is read at the start and the end, r1 at every step.
TEST_F(FacetTest, UnreadRowsFollowTheCursor)
{
    const auto view = std::make_shared<View>(*m_view);
    const std::uint32_t last = view->axis.count - 1;
    view->uses = [](const Progress&) { return std::make_shared<const RowUses>(); };
    auto uses = std::make_shared<RowUses>();
    const auto use = [&](std::uint32_t step) { uses->events.push_back({StepId(step), 0, RowEventKind::Used}); };
    uses->first = {0};
    use(0);
    use(last);
    uses->first.push_back(static_cast<std::uint32_t>(uses->events.size()));
    for (std::uint32_t step = 0; step <= last; ++step)
        use(step);
    for (int rest = 0; rest < 3; ++rest)
        uses->first.push_back(static_cast<std::uint32_t>(uses->events.size()));
    m_state.setView(view);
    m_filter.setFacet(Facet::ofIdle(1, view->axis));
    EXPECT_EQ(matching(), "1111") << "not known yet";
    m_state.setUses(uses);
    m_state.axis().setCursor(StepId(1));
    EXPECT_EQ(matching().substr(0, 2), "10");
    m_state.axis().setCursor(StepId(0));
    EXPECT_EQ(matching().substr(0, 2), "00") << "read here";
    EXPECT_EQ(m_filter.description(), QStringLiteral("Idle for a step or more"));
    EXPECT_EQ(Facet::ofIdle(10, view->axis).text, QStringLiteral("Idle for 10 steps or more"));
    EXPECT_EQ(Facet::ofIdle(1, view->axis, 2).text, QStringLiteral("Idle for a step"));
    // Exactly the rows of a legend entry match.
    const std::uint32_t idle = last - 1; // between both uses
    m_state.axis().setCursor(StepId(1));
    m_filter.setFacet(Facet::ofIdle(idle, view->axis, idle + 10));
    EXPECT_EQ(matching().substr(0, 2), "10");
    m_filter.setFacet(Facet::ofIdle(idle, view->axis, idle + 1));
    EXPECT_EQ(matching().substr(0, 2), "10");
    m_filter.setFacet(Facet::ofIdle(1, view->axis, idle));
    EXPECT_EQ(matching().substr(0, 2), "00") << "as many steps as are not in it";
    m_filter.setFacet(Facet::ofIdle(idle + 1, view->axis, idle + 10));
    EXPECT_EQ(matching().substr(0, 2), "00");
    m_filter.setFacet(Facet::ofIdle(10, view->axis, 100));
    EXPECT_EQ(m_filter.description(), QStringLiteral("Idle for 10–99 steps"));
}

TEST_F(FacetTest, ACursorMoveBuildsListsOnceAndKeepsCachedRows)
{
    const auto view = std::make_shared<View>(*m_view);
    std::size_t asked = 0;
    view->rows.groupings.front().groupOf = [&](RowId row) {
        ++asked;
        return std::string(row.index() % 2 == 0 ? "even" : "odd");
    };
    m_state.setView(view);
    m_state.setMarked(StepId(0));
    m_state.setMarkedParts({true, true, false});
    m_filter.setFacet(Facet::of(view->rows.groupings.front(), "odd"));
    const RowModel model(&m_state);
    EXPECT_EQ(model.rowCount(), 2);
    const std::size_t once = asked;
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    for (std::uint32_t step = 1; step < 5; ++step)
        m_state.axis().setCursor(StepId(step));
    EXPECT_EQ(resets.size(), 4);
    EXPECT_EQ(asked, once);
}

TEST_F(FacetTest, ACategoryFilterAppliesOnceCategoriesAreKnown)
{
    m_filter.setFacet(Facet{Facet::kByCategory, "kv_cache", QStringLiteral("KV cache")});
    EXPECT_EQ(matching(), "1111");
    const AspectSpy changes(&m_state, Aspect::Filter);
    m_state.setMeanings(meaningsOf({0, 1, 1, 2}));
    EXPECT_EQ(changes.size(), 1);
    EXPECT_EQ(matching(), "0110");
    m_state.setMeanings(meaningsOf({1, 0, 0, 0}));
    EXPECT_EQ(matching(), "1000") << "other rules, the same view";
    m_filter.setFacet(Facet{Facet::kByCategory, "gone", QStringLiteral("Gone")});
    EXPECT_EQ(matching(), "0000");
}

TEST_F(FacetTest, KeepsACategoryOrOnlyItsProbableRows)
{
    auto meanings = std::make_shared<RowMeanings>(*meaningsOf({0, 1, 1, 2}));
    meanings->isUncertain = {true, false, true, false};
    m_state.setMeanings(meanings);
    const RowCategory& cache = meanings->categories[1];
    m_filter.toggleFacet(Facet::ofProbable(cache));
    EXPECT_EQ(matching(), "0010");
    EXPECT_EQ(m_filter.description(), QStringLiteral("KV cache (probably)"));
    m_filter.toggleFacet(Facet::of(cache));
    EXPECT_EQ(matching(), "0110") << "instead of the other";
    EXPECT_FALSE(m_filter.has(Facet::ofProbable(cache)));
    m_filter.setFacet(Facet::ofProbable(cache));
    m_state.setMeanings(meaningsOf({1, 1, 1, 1}));
    EXPECT_EQ(matching(), "0000") << "all are certain";
}

TEST_F(FacetTest, IsKeptIfTheNextViewCanMatchIt)
{
    const auto other = viewOf(madeUpOf({"a", "b"})); // without groupings and meanings
    for (const Facet& facet :
         {Facet::of(m_view->rows.groupings[0], "odd"), Facet{Facet::kByCategory, "kv_cache", {}}}) {
        m_state.setView(m_view);
        m_filter.setFacet(facet);
        m_state.setView(rowsOfFourMeanings());
        EXPECT_TRUE(m_filter.has(facet));
        m_state.setView(other);
        EXPECT_TRUE(m_filter.facets().empty());
        m_filter.setFacet(facet);
        EXPECT_TRUE(m_filter.facets().empty()) << "of another view";
    }
    m_filter.setFacet(Facet::of(other->rows.kinds[1]));
    m_state.setView(m_view);
    EXPECT_EQ(matching(), "0100");
    m_state.setView(nullptr);
    EXPECT_TRUE(m_filter.facets().empty());
}

TEST_F(FacetTest, TogglingTwiceRemovesIt)
{
    const Facet odd = Facet::of(m_view->rows.groupings[0], "odd");
    const Facet even = Facet::of(m_view->rows.groupings[0], "even");
    m_filter.toggleFacet(odd);
    m_filter.toggleFacet(even);
    EXPECT_TRUE(m_filter.has(even) && !m_filter.has(odd));
    m_filter.toggleFacet(even);
    EXPECT_TRUE(m_filter.facets().empty());
}

TEST_F(FacetTest, ANameIsNotElidedIfItFits)
{
    BuffersPanel panel(&m_state);
    m_filter.setFacet(Facet::of(m_view->rows.groupings[0], "odd"));
    for (const double points : {8.0, 9.0, 10.5, 12.0}) { // text widths that are rounded up and down
        QFont font = panel.font();
        font.setPointSizeF(points);
        auto* chip = panel.findChild<QToolButton*>(QStringLiteral("facet"));
        ASSERT_TRUE(chip);
        chip->setFont(font);
        panel.resize(2400, 240);
        panel.show();
        QApplication::processEvents();
        QToolButton plain(chip->parentWidget());
        plain.setFont(font);
        plain.setIcon(chip->icon());
        plain.setText(chip->text());
        plain.setToolButtonStyle(chip->toolButtonStyle());
        plain.setFocusPolicy(Qt::NoFocus);
        plain.setGeometry(chip->geometry());
        EXPECT_EQ(chip->grab().toImage(), plain.grab().toImage()) << points;
    }
}

TEST_F(FacetTest, TheTableNamesTheFacetAndCanRemoveIt)
{
    BuffersPanel panel(&m_state);
    panel.resize(900, 240);
    panel.show();
    const auto chips = [&] { return panel.findChildren<QToolButton*>(QStringLiteral("facet")); };
    EXPECT_TRUE(chips().isEmpty());
    m_filter.setFacet(Facet::of(m_view->rows.groupings[0], "odd"));
    ASSERT_EQ(chips().size(), 1);
    const QToolButton* chip = chips().front();
    EXPECT_TRUE(chip->isVisible());
    EXPECT_EQ(chip->text(), QStringLiteral("Opcode odd"));
    EXPECT_EQ(panel.table()->rows()->rowCount(), 2);
    m_filter.setFacet(Facet::of(m_view->rows.kinds[1]));
    EXPECT_TRUE(chip->isVisible());
    EXPECT_EQ(panel.table()->rows()->rowCount(), 1) << "both hold";
    m_filter.dropFacet("opcode");
    ASSERT_EQ(chips().size(), 1) << "the kind";
    chips().front()->click();
    EXPECT_TRUE(m_filter.facets().empty());
    m_filter.setFacet(Facet::of(m_view->rows.groupings[0], "even"));
    m_filter.setFacet({Facet::kByCategory, "kv_cache", QStringLiteral("KV cache")});
    ASSERT_EQ(chips().size(), 2);
    EXPECT_EQ(chips().back()->text(), QStringLiteral("KV cache"));
    QTest::mouseClick(chips().back(), Qt::LeftButton);
    ASSERT_EQ(chips().size(), 1);
    EXPECT_EQ(chips().front()->text(), QStringLiteral("Opcode even"));
    QTest::keyClick(chips().front(), Qt::Key_Space);
    EXPECT_TRUE(m_filter.facets().empty());
    EXPECT_TRUE(chips().isEmpty());
    EXPECT_EQ(panel.table()->rows()->rowCount(), 4);
}
