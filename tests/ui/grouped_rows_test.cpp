// Tests of grouped rows: the lines of the table and of the breakdown, and the effects of clicks and keys on them.
#include "tests/ui/tables_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/panels/breakdown_panel.h"
#include "ui/panels/buffer_card.h"
#include "ui/panels/buffers_panel.h"
#include "ui/panels/card_parts.h"
#include "ui/tables/flat_table.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QTemporaryFile>
#include <QTest>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

constexpr int kSizeColumn = static_cast<int>(RowColumn::Size);

/// Rows with paths: "a/x" 1 KiB, "a/y" 2 KiB, "b" 4 KiB, "a/x" 1 KiB. The last but one is a cache.
std::shared_ptr<const View> fourRows()
{
    const auto made = madeUpOf({"r0", "r1", "r2", "r3"});
    made->rows[1].size = 2048;
    made->rows[2].size = 4096;
    const auto view = std::make_shared<View>(*viewOf(made));
    view->rows.groupings = {{"op_path", "Op path",
                             [](RowId row) {
                                 constexpr std::array kPaths = {"a/x", "a/y", "b", "a/x"};
                                 return std::string(kPaths[row.index()]);
                             },
                             true}};
    view->meanings = [](const Progress&) { return meaningsOf({0, 0, 1, 0}); };
    return view;
}

class GroupedRows : public testing::Test
{
protected:
    void SetUp() override
    {
        m_state.setView(m_view);
        m_panel.resize(1100, 300);
        m_panel.show();
        m_panel.activateWindow();
        QApplication::processEvents();
        m_state.setGroupWay("op_path");
        model()->setGrouped(true);
    }

    RowTable* table() { return m_panel.table(); }
    RowModel* model() { return table()->rows(); }
    /// The names, indented by their depth, with the arrow of their group.
    std::string lines()
    {
        std::string all;
        for (int line = 0; line < model()->rowCount(); ++line) {
            const QModelIndex index = model()->index(line, 0);
            const auto place = index.data(TreeRole).value<TreePlace>();
            all += (line > 0 ? "|" : "") + std::string(2 * static_cast<std::size_t>(place.depth), ' ');
            all += std::array{"", "▾ ", "▸ "}.at(static_cast<std::size_t>(place.children));
            all += index.data().toString().toStdString();
        }
        return all;
    }
    std::string selected() const
    {
        std::string all;
        for (const RowId row : m_state.focus().selected())
            all += std::to_string(row.value);
        return all;
    }

    std::shared_ptr<const View> m_view = fourRows();
    ViewState m_state;
    BuffersPanel m_panel{&m_state};
};

} // namespace

TEST_F(GroupedRows, AreLinesOfTheirOwnWithTheirSums)
{
    const QAbstractItemModelTester tester(model(), QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_EQ(lines(), "▸ a  (3)|▸ b  (1)");
    EXPECT_EQ(model()->index(0, kSizeColumn).data(PlainRole).toString(), QStringLiteral("4096"));
    EXPECT_TRUE(model()->index(0, 0).data(GroupRole).toBool());
    model()->setOpen(0, true);
    EXPECT_EQ(lines(), "▾ a  (3)|  ▸ x  (2)|  ▸ y  (1)|▸ b  (1)");
    model()->setOpen(1, true);
    EXPECT_EQ(lines(), "▾ a  (3)|  ▾ x  (2)|    r0|    r3|  ▸ y  (1)|▸ b  (1)");
    EXPECT_FALSE(model()->index(2, 0).data(GroupRole).toBool());
    EXPECT_EQ(model()->parentOf(3), 1);
    EXPECT_EQ(model()->parentOf(1), 0);
    EXPECT_FALSE(model()->parentOf(5));
    model()->setOpen(0, false);
    EXPECT_EQ(lines(), "▸ a  (3)|▸ b  (1)");
    model()->setAllOpen(true);
    EXPECT_EQ(model()->rowCount(), 4 + 4);
    model()->setGrouped(false);
    EXPECT_EQ(lines(), "r2|r1|r0|r3");
}

TEST_F(GroupedRows, RowsOfTheGroupItselfOpenSeparately)
{
    const auto view = std::make_shared<View>(*m_view);
    view->rows.groupings.front().groupOf = [](RowId row) {
        constexpr std::array kPaths = {"a", "a/x", "b", "a/y"};
        return std::string(kPaths[row.index()]);
    };
    m_state.setView(view);
    model()->setOpen(0, true);
    EXPECT_EQ(lines(), "▾ a  (3)|  ▸ x  (1)|  ▸ (itself)  (1)|  ▸ y  (1)|▸ b  (1)");
    model()->setOpen(2, true);
    EXPECT_EQ(lines(), "▾ a  (3)|  ▸ x  (1)|  ▾ (itself)  (1)|    r0|  ▸ y  (1)|▸ b  (1)");
    model()->setOpen(2, false);
    EXPECT_EQ(lines(), "▾ a  (3)|  ▸ x  (1)|  ▸ (itself)  (1)|  ▸ y  (1)|▸ b  (1)");
}

TEST_F(GroupedRows, StayOpenWhileFilterAndCursorChange)
{
    model()->setOpen(1, true);
    m_state.axis().setCursor(StepId(3));
    EXPECT_EQ(lines(), "▸ a  (3)|▾ b  (1)|  r2");
    m_state.filter().setText(QStringLiteral("r2"));
    EXPECT_EQ(lines(), "▾ b  (1)|  r2");
    m_state.filter().setFacet(Facet{"op_path", "a", {}});
    m_state.filter().setText({});
    EXPECT_EQ(lines(), "▸ a  (3)");
}

TEST_F(GroupedRows, AreSelectedTogetherAndCountedOnce)
{
    table()->setFocus();
    table()->selectRow(0);
    EXPECT_EQ(selected(), "013");
    EXPECT_EQ(table()->selectedTotals().occupied(), 4096);
    QGuiApplication::clipboard()->clear();
    table()->copyRowsAsCsv();
    EXPECT_TRUE(
        QTest::qWaitFor([] { return QGuiApplication::clipboard()->text().count(QStringLiteral("\r\n")) == 1 + 3; }));
    EXPECT_EQ(table()->shown().rows.size(), 4U) << "those of closed groups as well";
    model()->setAllOpen(true);
    table()->selectAll();
    EXPECT_EQ(selected(), "0123");
    EXPECT_EQ(table()->selectedTotals().rows, 4U) << "not with its group and again alone";
    m_state.focus().setSelected({RowId(1)});
    EXPECT_EQ(table()->selectedTotals().rows, 1U);
    EXPECT_FALSE(table()->selectionModel()->isRowSelected(0, {})) << "of which only a part is selected";
}

TEST_F(GroupedRows, OpenAndCloseByKeys)
{
    table()->setFocus();
    table()->setCurrentIndex(model()->index(0, 0));
    QTest::keyClick(table(), Qt::Key_Right);
    EXPECT_TRUE(model()->isOpen(0));
    EXPECT_EQ(table()->currentIndex().row(), 0);
    table()->setCurrentIndex(model()->index(1, 0));
    QTest::keyClick(table(), Qt::Key_Return);
    EXPECT_EQ(model()->rowCount(), 6);
    table()->setCurrentIndex(model()->index(3, 0));
    EXPECT_EQ(m_state.focus().pinned(), RowId(3));
    QTest::keyClick(table(), Qt::Key_Left);
    EXPECT_EQ(table()->currentIndex().row(), 1) << "from a row to its group";
    QTest::keyClick(table(), Qt::Key_Left);
    EXPECT_EQ(model()->rowCount(), 4);
    QTest::keyClick(table(), Qt::Key_Left);
    QTest::keyClick(table(), Qt::Key_Left);
    EXPECT_EQ(model()->rowCount(), 2);
}

TEST_F(GroupedRows, OpenAtAMatch)
{
    m_state.filter().setText(QStringLiteral("r3"));
    table()->goToMatch(1);
    EXPECT_EQ(m_state.focus().pinned(), RowId(3));
    EXPECT_EQ(selected(), "3");
    EXPECT_TRUE(table()->selectionModel()->hasSelection());
}

TEST_F(GroupedRows, FollowTheGroupsOfTheWindow)
{
    m_state.setMeanings(*m_view->meanings({}));
    group(m_state, Facet::kByCategory);
    EXPECT_EQ(lines(), "▸ KV cache  (1)|▸ Model parameters  (3)");
    const std::unique_ptr<QMenu> menu(table()->makeMenu(std::nullopt));
    QAction* const grouped = entryOf(*menu, "Group the Rows");
    ASSERT_TRUE(grouped && grouped->isChecked());
    grouped->trigger();
    EXPECT_EQ(lines(), "r2|r1|r0|r3");
}

namespace {

class Breakdown : public GroupedRows
{
protected:
    void SetUp() override
    {
        GroupedRows::SetUp();
        m_breakdown.resize(320, 300);
        m_breakdown.show();
        group(m_state, "op_path");
    }
    QAbstractItemModel* groups() { return m_breakdown.table()->model(); }
    std::string breakdown()
    {
        std::string all;
        for (int line = 0; line < groups()->rowCount(); ++line)
            all += (line > 0 ? "|" : "") + groups()->index(line, 0).data().toString().toStdString();
        return all;
    }
    void trigger(int line, const QString& name)
    {
        const std::unique_ptr<QMenu> menu(m_breakdown.makeMenu(line));
        auto* action = menu->findChild<QAction*>(name);
        ASSERT_TRUE(action) << name.toStdString();
        action->trigger();
    }

    BreakdownPanel m_breakdown{&m_state};
};

} // namespace

TEST_F(Breakdown, AClickFiltersAllViewsByTheGroup)
{
    EXPECT_EQ(breakdown(), "b|a/x|a/y|Total");
    QTest::mouseClick(m_breakdown.table()->viewport(), Qt::LeftButton, {},
                      m_breakdown.table()->visualRect(groups()->index(1, 0)).center());
    ASSERT_EQ(m_state.filter().facets().size(), 1U);
    EXPECT_EQ(m_state.filter().facets().front().group, "a/x");
    EXPECT_EQ(model()->shown().rows, 2U);
    EXPECT_EQ(breakdown(), "b|a/x|a/y|Total") << "the level is still made of all";
    m_state.filter().clear();
    EXPECT_FALSE(m_breakdown.table()->selectionModel()->hasSelection());
    m_breakdown.table()->setCurrentIndex(groups()->index(0, 0));
    QTest::keyClick(m_breakdown.table(), Qt::Key_Return);
    EXPECT_EQ(m_state.filter().facets().front().group, "b");
    QTest::keyClick(m_breakdown.table(), Qt::Key_Return);
    EXPECT_TRUE(m_state.filter().facets().empty());
}

TEST_F(Breakdown, AClickOnAPathExcludesThePathsBelowIt)
{
    const auto view = std::make_shared<View>(*m_view);
    view->rows.groupings.front().groupOf = [](RowId row) {
        constexpr std::array kPaths = {"a", "a/y", "b", "a"};
        return std::string(kPaths[row.index()]);
    };
    m_state.setView(view);
    ASSERT_EQ(breakdown(), "b|a|a/y|Total");
    const auto click = [&](int line) {
        QTest::mouseClick(m_breakdown.table()->viewport(), Qt::LeftButton, {},
                          m_breakdown.table()->visualRect(groups()->index(line, 0)).center());
    };
    click(1);
    EXPECT_EQ(model()->shown().rows, 2U) << "without a/y";
    EXPECT_EQ(m_state.filter().description(), QStringLiteral("Op path a (itself)"));
    EXPECT_TRUE(m_breakdown.table()->selectionModel()->isRowSelected(1));
    trigger(1, QStringLiteral("select"));
    EXPECT_EQ(selected(), "03");
    m_state.filter().setFacet(Facet::of(view->rows.groupings.front(), "a"));
    EXPECT_EQ(model()->shown().rows, 3U) << "as the picture of the tree asks for it";
    EXPECT_FALSE(m_breakdown.table()->selectionModel()->hasSelection()) << "no line says that";
    click(2);
    EXPECT_EQ(m_state.filter().description(), QStringLiteral("Op path a/y"));
    click(1);
    m_state.setView(m_view); // no row is in "a/x"
    m_state.filter().setFacet(Facet::ofItself(m_view->rows.groupings.front(), "a/x"));
    EXPECT_TRUE(m_breakdown.table()->selectionModel()->isRowSelected(1));
    click(1);
    EXPECT_TRUE(m_state.filter().isEmpty());
}

TEST_F(Breakdown, ADoubleClickSelectsTheRows)
{
    const QPoint at = m_breakdown.table()->visualRect(groups()->index(1, 0)).center();
    QTest::mouseClick(m_breakdown.table()->viewport(), Qt::LeftButton, {}, at);
    QTest::mouseDClick(m_breakdown.table()->viewport(), Qt::LeftButton, {}, at);
    EXPECT_EQ(selected(), "03");
    EXPECT_EQ(m_state.filter().facets().front().group, "a/x");
}

TEST_F(Breakdown, ShowsTheLargestOfAGroup)
{
    trigger(1, QStringLiteral("largest"));
    EXPECT_EQ(breakdown(), "b|a/x|    r0|    r3|a/y|Total");
    EXPECT_EQ(groups()->index(5, BreakdownModel::Size).data(PlainRole).toString(), QStringLiteral("8192"));
    m_breakdown.table()->setCurrentIndex(groups()->index(3, 0));
    QTest::keyClick(m_breakdown.table(), Qt::Key_Return);
    EXPECT_EQ(m_state.focus().pinned(), RowId(3));
    m_state.axis().setCursor(StepId(4));
    EXPECT_EQ(groups()->rowCount(), 6) << "as long as the user wants";
    trigger(3, QStringLiteral("select"));
    EXPECT_EQ(selected(), "3");
    trigger(2, QStringLiteral("largest"));
    EXPECT_EQ(breakdown(), "b|a/x|a/y|Total");
}

TEST_F(Breakdown, KeepsItsGroupingInViewsThatOrderGroupingsDifferently)
{
    const auto title = [&] { return utf8(groups()->headerData(0, Qt::Horizontal).toString()); };
    ASSERT_EQ(title(), "Op path");
    const auto message = std::make_shared<View>(*m_view);
    message->meanings = nullptr;
    message->rows.groupings.push_back({"opcode", "Opcode", [](RowId) { return std::string("op"); }});
    m_state.setView(message);
    EXPECT_EQ(title(), "Op path");
    EXPECT_EQ(breakdown(), "b|a/x|a/y|Total");
    const auto bare = std::make_shared<View>(*m_view);
    bare->rows.groupings.clear();
    bare->meanings = nullptr;
    m_state.setView(bare);
    EXPECT_EQ(title(), "Type");
    EXPECT_EQ(breakdown(), "Temporary|Total");
    m_state.setView(m_view);
    EXPECT_EQ(title(), "Op path") << "it was never let go";
    EXPECT_EQ(breakdown(), "b|a/x|a/y|Total");
}

TEST_F(Breakdown, TheTotalStaysVisible)
{
    FlatTable* table = m_breakdown.table();
    const auto place = [&] {
        const int bottom = table->visualRect(groups()->index(groups()->rowCount() - 1, 0)).bottom();
        return QPoint(10, std::min(bottom, table->viewport()->height() - 1));
    };
    const auto isAtTotal = [&] { return table->indexAt(place()).row() == groups()->rowCount() - 1; };
    for (const int height : {400, 150}) {
        m_breakdown.resize(300, height);
        m_breakdown.show();
        for (const char* way : {"op_path", Facet::kByKind, "op_path"}) {
            group(m_state, way);
            QApplication::processEvents();
            EXPECT_TRUE(isAtTotal()) << way;
            table->scrollToBottom();
            EXPECT_TRUE(isAtTotal()) << way;
            table->scrollToTop();
        }
    }
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, place());
    EXPECT_FALSE(table->selectionModel()->hasSelection()) << "it is no group";
    EXPECT_TRUE(m_state.filter().isEmpty());
}

TEST(BreakdownOfKinds, TheLargestIsFirst)
{
    ViewState state;
    state.setView(viewOf("param 0 1024\n  p 0 1024\ntemp 8192\n  a 0 4096\ntrace +a -a\n"));
    BreakdownModel model(&state);
    group(state, Facet::kByKind);
    ASSERT_EQ(model.rowCount(), 3);
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("Temporary"));
    state.axis().setCursor(StepId(1));
    EXPECT_EQ(model.index(0, 0).data().toString(), QStringLiteral("Argument"));
}

TEST(BreakdownOfMany, SumsUpTheRowsAfterTheLargest)
{
    std::vector<std::string> names;
    for (int i = 0; i < 25; ++i)
        names.push_back("r" + std::to_string(i));
    ViewState state;
    state.setView(viewOf(madeUpOf(names)));
    BreakdownModel model(&state);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setOpen(0, true);
    ASSERT_EQ(model.rowCount(), 1 + 10 + 1 + 1);
    EXPECT_EQ(model.index(11, 0).data().toString(), QStringLiteral("    15 more"));
    EXPECT_EQ(model.index(11, BreakdownModel::Size).data(PlainRole).toString(), QString::number(15 * 1024));
    EXPECT_EQ(model.rowsOf(11).size(), 15U);
    EXPECT_EQ(model.rowsOf(12).size(), 25U);
    EXPECT_FALSE(model.facetOf(12));
    model.setOpen(12, true);
    EXPECT_EQ(model.rowCount(), 13);
}

TEST(SourceLabel, FramesAreFilteredByCopiedAndOpened)
{
    QTemporaryFile file(QStringLiteral("XXXXXX.py"));
    ASSERT_TRUE(file.open());
    ViewState state;
    SourceLabel label(&state);
    Facts facts;
    facts.sourceFile = "site-packages/flax/linen/linear.py";
    facts.sourceLine = 287;
    const std::string own = QFileInfo(file).absoluteFilePath().toStdString();
    facts.stack = {{"site-packages/flax/linen/linear.py:287:9", "Dense.__call__"}, {own + ":12:3", "Net.__call__"}};
    label.setFacts(facts, true);
    ASSERT_EQ(label.frames().size(), 3) << "the program's own line first, then all";
    EXPECT_TRUE(label.frames()[0].endsWith(QStringLiteral(".py:12 in Net.__call__")));
    EXPECT_EQ(label.frames()[1], QStringLiteral("site-packages/flax/linen/linear.py:287:9 in Dense.__call__"));
    EXPECT_FALSE(label.text().contains(QStringLiteral("site-packages"))) << "one folder is shown";
    EXPECT_TRUE(QString(label.text()).remove(QChar(0x200B)).contains(QStringLiteral(">linen/linear.py:287:9 in Dense")))
        << label.text().toStdString();
    facts.stack = {{own + ":12", "f"}, {own + ":40", "g"}};
    facts.sourceFile = own;
    facts.sourceLine = 12;
    SourceLabel once(&state);
    once.setFacts(facts, true);
    EXPECT_EQ(once.frames().size(), 2) << "the first frame is the program's own line";
    const auto entry = [&](int frame, const char* name) {
        const std::unique_ptr<QMenu> menu(label.makeMenu(frame));
        QAction* action = menu->findChild<QAction*>(QLatin1String(name));
        const bool isEnabled = action->isEnabled();
        if (qstrcmp(name, "open") != 0)
            action->trigger();
        return isEnabled;
    };
    EXPECT_FALSE(entry(1, "open")) << "a file that is not here";
    EXPECT_TRUE(entry(0, "open")) << "by its whole path";
    EXPECT_TRUE(entry(2, "open"));
    EXPECT_TRUE(entry(2, "copy"));
    EXPECT_EQ(QGuiApplication::clipboard()->text().toStdString(), own + ":12:3");
    EXPECT_TRUE(entry(1, "filter"));
    EXPECT_EQ(state.filter().text(), QStringLiteral("site-packages/flax/linen/linear.py:287"));
}

TEST(Labels, AnArgumentIsNamedByItsPath)
{
    const auto made = madeUpOf({"param.5", "fusion.1"});
    made->rows[0].facts.argument = "init_carry[2]";
    const auto view = std::make_shared<View>(*viewOf(made));
    view->rows.givenLabel = [made](RowId row) { return made->rows[row.index()].facts.label(); };
    ViewState state;
    state.setView(view);
    RowModel rows(&state);
    EXPECT_EQ(rows.index(0, 0).data().toString(), QStringLiteral("init_carry[2]"));
    EXPECT_EQ(rows.index(0, 0).data(Qt::ToolTipRole).toString(), QStringLiteral("init_carry[2], param.5"));
    state.filter().setText(QStringLiteral("param.5"));
    EXPECT_EQ(rows.rowCount(), 1) << "and is found by its own name as well";
    state.filter().clear();
    BufferCard card(&state);
    card.show();
    state.focus().setPinned(RowId(0));
    QStringList texts;
    for (const QLabel* label : card.findChildren<QLabel*>())
        if (label->isVisibleTo(&card))
            texts << label->text().remove(QChar(0x200b));
    EXPECT_TRUE(texts.contains(QStringLiteral("init_carry[2]")));
    EXPECT_TRUE(texts.contains(QStringLiteral("param.5")));
    state.focus().setPinned(RowId(1));
    texts.clear();
    for (const QLabel* label : card.findChildren<QLabel*>())
        if (label->isVisibleTo(&card))
            texts << label->text();
    EXPECT_EQ(texts.count(QStringLiteral("fusion.1")), 1);
}
