// The filter narrowed to one group.
#include "tests/ui/tables_fixture.h"
#include "ui/docks/buffers_panel.h"
#include "ui/tables/row_model.h"

#include <QComboBox>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

/// "r0".."r3"; r1 is an output; opcodes are "even" and "odd"; the kind knows meanings.
std::shared_ptr<const View> fourRows()
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

    std::shared_ptr<const View> m_view = fourRows();
    ViewState m_state;
    Filter& m_filter = m_state.filter();
};

} // namespace

TEST_F(FacetTest, LeavesAKindAGroupOrACategory)
{
    const QSignalSpy changes(&m_filter, &Filter::changed);
    m_filter.setFacet(Facet::of(m_view->rows.kinds[1]));
    EXPECT_EQ(matching(), "0100");
    EXPECT_EQ(m_filter.description(), QStringLiteral("Output"));
    m_filter.setFacet(Facet::of(m_view->rows.groupings[0], "odd"));
    EXPECT_EQ(matching(), "0101");
    EXPECT_EQ(matching(), "0101") << "when known";
    EXPECT_EQ(m_filter.description(), QStringLiteral("Opcode odd"));
    m_filter.setText(QStringLiteral("r3"));
    EXPECT_EQ(matching(), "0001");
    EXPECT_EQ(m_filter.description(), QStringLiteral("“r3”, Opcode odd"));
    EXPECT_EQ(changes.size(), 3);
    m_filter.clear();
    EXPECT_EQ(matching(), "1111");
    EXPECT_FALSE(m_filter.facet());
    EXPECT_TRUE(m_filter.isEmpty());
}

TEST_F(FacetTest, ACategoryIsObeyedOnceItIsKnown)
{
    m_filter.setFacet(Facet{Facet::kByCategory, "kv_cache", QStringLiteral("KV cache")});
    EXPECT_EQ(matching(), "1111");
    const QSignalSpy changes(&m_filter, &Filter::changed);
    m_state.setMeanings(meaningsOf({0, 1, 1, 2}));
    EXPECT_EQ(changes.size(), 1);
    EXPECT_EQ(matching(), "0110");
    m_state.setMeanings(meaningsOf({1, 0, 0, 0}));
    EXPECT_EQ(matching(), "1000") << "other rules, the same view";
    m_filter.setFacet(Facet{Facet::kByCategory, "gone", QStringLiteral("Gone")});
    EXPECT_EQ(matching(), "0000");
}

TEST_F(FacetTest, StaysWhereTheNextViewCanMatchIt)
{
    const auto other = viewOf(madeUpOf({"a", "b"})); // without groupings and meanings
    for (const Facet& facet :
         {Facet::of(m_view->rows.groupings[0], "odd"), Facet{Facet::kByCategory, "kv_cache", {}}}) {
        m_state.setView(m_view);
        m_filter.setFacet(facet);
        m_state.setView(fourRows());
        EXPECT_EQ(m_filter.facet(), facet);
        m_state.setView(other);
        EXPECT_FALSE(m_filter.facet());
        m_filter.setFacet(facet);
        EXPECT_FALSE(m_filter.facet()) << "of another view";
    }
    m_filter.setFacet(Facet::of(other->rows.kinds[1]));
    m_state.setView(m_view);
    EXPECT_EQ(matching(), "0100");
    m_state.setView(nullptr);
    EXPECT_FALSE(m_filter.facet());
}

TEST_F(FacetTest, SetTwiceItGoes)
{
    const Facet odd = Facet::of(m_view->rows.groupings[0], "odd");
    const Facet even = Facet::of(m_view->rows.groupings[0], "even");
    m_filter.toggleFacet(odd);
    m_filter.toggleFacet(even);
    EXPECT_EQ(m_filter.facet(), even);
    m_filter.toggleFacet(even);
    EXPECT_FALSE(m_filter.facet());
}

TEST_F(FacetTest, TheTableNamesItAndShowsAllAgain)
{
    BuffersPanel panel(&m_state);
    panel.resize(900, 240);
    panel.show();
    auto* chip = panel.findChild<QToolButton*>(QStringLiteral("facet"));
    auto* kinds = panel.findChild<QComboBox*>();
    ASSERT_TRUE(chip && kinds);
    EXPECT_FALSE(chip->isVisible());
    m_filter.setFacet(Facet::of(m_view->rows.groupings[0], "odd"));
    EXPECT_TRUE(chip->isVisible());
    EXPECT_EQ(chip->text(), QStringLiteral("Opcode odd"));
    EXPECT_EQ(kinds->currentIndex(), 0);
    EXPECT_EQ(panel.table()->rows()->rowCount(), 2);
    kinds->setCurrentIndex(2); // All, Temporary, Output
    EXPECT_FALSE(chip->isVisible()) << "the box says it";
    EXPECT_EQ(m_filter.facet(), Facet::of(m_view->rows.kinds[1]));
    m_filter.setFacet(Facet::of(m_view->rows.groupings[0], "even"));
    EXPECT_EQ(kinds->currentIndex(), 0);
    QTest::keyClick(chip, Qt::Key_Space);
    EXPECT_FALSE(m_filter.facet());
    EXPECT_FALSE(chip->isVisible());
    EXPECT_EQ(panel.table()->rows()->rowCount(), 4);
}
