// Tests of the row table alone: its menu, columns, selection and copies.
#include "tests/ui/aspect_spy.h"
#include "tests/ui/tables_fixture.h"
#include "tests/ui/utf8.h"
#include "ui/tables/row_table.h"
#include "ui/tables/table_roles.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QStandardItemModel>
#include <QTest>

#include <array>
#include <atomic>
#include <map>
#include <thread>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

class RowTableTest : public testing::Test
{
protected:
    void SetUp() override
    {
        m_table.resize(1300, 400);
        m_table.show();
        m_state.setView(viewOfOneOp(kPlan));
        m_state.axis().setCursor(StepId(2));
        m_table.activateWindow();
        QApplication::processEvents();
    }
    RowId row(std::string_view name) const { return rowNamed(*m_state.view(), name); }
    QString nameIn(int at) const { return m_table.model()->index(at, 0).data().toString(); }
    std::vector<std::string> selectedNames() const
    {
        std::vector<std::string> names;
        for (const int at : m_table.selectedRows())
            names.push_back(nameIn(at).toStdString());
        return names;
    }
    /// Triggers the entry with this text in the menu of the row.
    void choose(std::string_view name, const QString& text)
    {
        const std::unique_ptr<QMenu> menu(m_table.makeMenu(row(name)));
        for (QAction* action : menu->actions())
            if (action->text() == text) {
                EXPECT_TRUE(action->isEnabled()) << text.toStdString();
                return action->trigger();
            }
        ADD_FAILURE() << "no entry " << text.toStdString();
    }
    static std::string clipboard() { return QGuiApplication::clipboard()->text().toStdString(); }

    ViewState m_state;
    RowTable m_table{&m_state};
};

using Names = std::vector<std::string>;

} // namespace

TEST_F(RowTableTest, ARowFoundByTheNameOfASharerSaysSo)
{
    m_state.setView(viewOfOneOp("temp 64\n a 0 64\n wide 0 64\ntrace +a wide=a -a -wide"));
    m_state.axis().setCursor(StepId(0));
    m_state.filter().setText(QStringLiteral("wide"));
    ASSERT_EQ(m_table.model()->rowCount(), 1);
    ASSERT_EQ(utf8(nameIn(0)).find("wide"), std::string::npos);
    const auto tip = [this] {
        return utf8(m_table.model()->index(0, static_cast<int>(RowColumn::Name)).data(Qt::ToolTipRole).toString());
    };
    EXPECT_NE(tip().find("Found because it shares memory with"), std::string::npos) << tip();
    m_state.filter().setText({});
    EXPECT_EQ(tip().find("Found because"), std::string::npos) << tip();
}

TEST_F(RowTableTest, EveryMenuEntryPerformsItsAction)
{
    choose("a", QStringLiteral("Pin"));
    EXPECT_EQ(m_state.focus().pinned(), row("a"));
    choose("a", QStringLiteral("Unpin"));
    EXPECT_FALSE(m_state.focus().pinned());
    choose("a", QStringLiteral("Zoom to Lifetime"));
    EXPECT_EQ(m_state.axis().visible(), (StepRange{0, 4}));
    choose("b", QStringLiteral("Select Similar"));
    EXPECT_EQ(selectedNames(), Names({"b", "c"}));
    choose("b", QStringLiteral("Filter by This Op"));
    EXPECT_EQ(m_state.filter().text(), QStringLiteral("jit(test)/op"));
    choose("p", QStringLiteral("Filter by This Shape"));
    EXPECT_EQ(m_state.filter().text(), QStringLiteral("f32[32,32]"));
    m_state.filter().clear();
    choose("p", QStringLiteral("Filter by This Type (Argument)"));
    EXPECT_EQ(m_table.rows()->shown().rows, 1u);
    m_state.filter().clear();
    choose("b", QStringLiteral("Copy Name"));
    EXPECT_EQ(clipboard(), "b");
    choose("b", QStringLiteral("Copy Details"));
    EXPECT_TRUE(clipboard().starts_with("b\nSize: 1 KiB (1024 B)\n")) << clipboard();
    m_state.focus().setSelected({row("b")});
    choose("b", QStringLiteral("Copy Rows"));
    EXPECT_NE(clipboard().find("\nb\t1 KiB\t"), std::string::npos) << clipboard();
    choose("b", QStringLiteral("Copy Rows with Plain Bytes"));
    EXPECT_NE(clipboard().find("\nb\t1024\t"), std::string::npos) << clipboard();
    choose("b", QStringLiteral("Copy as CSV"));
    EXPECT_TRUE(QTest::qWaitFor([&] { return clipboard().starts_with("id,instruction,"); }));
    EXPECT_NE(clipboard().find(",1024,"), std::string::npos);
}

TEST_F(RowTableTest, AMenuThatIsOpenOverAReloadDoesNothing)
{
    const std::unique_ptr<QMenu> menu(m_table.makeMenu(row("a")));
    QGuiApplication::clipboard()->setText(QStringLiteral("untouched"));
    m_state.setView(viewOf("param 0 8\n  x 0 8\n"));
    m_state.focus().setSelected({RowId(0)});
    const StepRange visible = m_state.axis().visible();
    for (QAction* action : menu->actions())
        if (!action->menu())
            action->trigger();
    EXPECT_FALSE(m_state.focus().pinned());
    EXPECT_EQ(m_state.axis().visible(), visible);
    EXPECT_TRUE(m_state.filter().isEmpty());
    EXPECT_EQ(clipboard(), "untouched");
    EXPECT_EQ(m_state.focus().selected(), std::vector{RowId(0)});
}

TEST_F(RowTableTest, TheMenuClosesWhenTheViewChanges)
{
    QContextMenuEvent event(QContextMenuEvent::Mouse, m_table.visualRect(m_table.model()->index(0, 0)).center(),
                            m_table.mapToGlobal(QPoint(20, 20)));
    QApplication::sendEvent(m_table.viewport(), &event);
    QPointer<QMenu> menu = m_table.findChild<QMenu*>();
    ASSERT_TRUE(menu && menu->isVisible());
    m_state.setView(nullptr);
    EXPECT_TRUE(QTest::qWaitFor([&] { return menu.isNull(); }));
}

TEST_F(RowTableTest, TheKeyboardOpensTheMenuOfTheCurrentRow)
{
    m_table.setCurrentIndex(m_table.model()->index(1, 0));
    QContextMenuEvent event(QContextMenuEvent::Keyboard, {5000, 5000}, {5000, 5000});
    QApplication::sendEvent(m_table.viewport(), &event);
    auto* menu = m_table.findChild<QMenu*>();
    ASSERT_TRUE(menu);
    menu->close();
}

TEST_F(RowTableTest, ReportsTheNumberAndStepOfCopiedRows)
{
    QStringList reported;
    QObject::connect(&m_table, &FlatTable::copied, &m_table, [&](const QString& what) { reported << what; });
    m_state.focus().setSelected({row("a"), row("b")});
    m_table.copyRows();
    m_table.copyRowsAsCsv();
    ASSERT_TRUE(QTest::qWaitFor([&] { return reported.size() == 2; })) << "behind the view";
    EXPECT_EQ(reported, QStringList({QStringLiteral("2 of 4 rows, step 2"), QStringLiteral("2 of 4 rows, step 2")}));
    EXPECT_EQ(m_table.shown().description, QStringLiteral("4 rows, step 2"));
    m_state.filter().setText(QStringLiteral("f32[32"));
    EXPECT_EQ(m_table.shown().description, QStringLiteral("1 of 4 rows, step 2"));
    EXPECT_EQ(m_table.shown().rows.size(), 1u);
    m_state.focus().setSelected({});
    QGuiApplication::clipboard()->setText(QStringLiteral("untouched"));
    m_table.copyRows();
    m_table.copyRowsPlain();
    m_table.copyRowsAsCsv();
    EXPECT_EQ(clipboard(), "untouched");
    EXPECT_EQ(reported.size(), 2);
}

TEST_F(RowTableTest, CategoriesOfCopiedRowsAreComputedInTheBackground)
{
    const auto view = std::make_shared<View>(*m_state.view());
    std::atomic<bool> wasElsewhere = false;
    view->meanings = [&, here = std::this_thread::get_id(), rows = view->rows.count](const Progress&) {
        wasElsewhere = std::this_thread::get_id() != here;
        return meaningsOf(std::vector<std::uint16_t>(rows, 1));
    };
    m_state.setView(view);
    m_table.selectAll();
    QGuiApplication::clipboard()->clear();
    m_table.copyRowsAsCsv();
    ASSERT_TRUE(QTest::qWaitFor([&] { return clipboard().find("kv_cache") != std::string::npos; }));
    EXPECT_TRUE(wasElsewhere);
}

TEST_F(RowTableTest, ReportsAFailedCopy)
{
    const auto view = std::make_shared<View>(*m_state.view());
    view->meanings = [](const Progress&) -> Result<std::shared_ptr<const RowMeanings>> { throw std::bad_alloc(); };
    m_state.setView(view);
    m_table.selectAll();
    QGuiApplication::clipboard()->setText(QStringLiteral("untouched"));
    const QSignalSpy failures(&m_table, &RowTable::copyFailed);
    m_table.copyRowsAsCsv();
    ASSERT_TRUE(QTest::qWaitFor([&] { return !failures.isEmpty(); }));
    EXPECT_EQ(failures.front().front().toString(),
              QStringLiteral("The rows were not copied: There is not enough memory for this."));
    EXPECT_EQ(clipboard(), "untouched");
}

TEST_F(RowTableTest, SelectionAndFocusAreTheSame)
{
    m_table.selectAll();
    EXPECT_EQ(m_state.focus().selected().size(), 4u);
    EXPECT_EQ(m_table.selectedTotals().rows, 4u);
    EXPECT_EQ(m_table.selectedTotals().occupied(), m_state.view()->levelAt(StepId(2)));
    m_state.focus().setSelected({row("b"), row("p")});
    EXPECT_EQ(selectedNames(), Names({"p", "b"}));
    EXPECT_EQ(m_table.selectedTotals().size, 4096 + 1024);
}

TEST_F(RowTableTest, TheSelectionOutlastsCursorFilterAndOrder)
{
    m_state.focus().setSelected({row("a"), row("c")});
    m_state.axis().setCursor(StepId(5));
    EXPECT_EQ(selectedNames(), Names());
    m_state.axis().setCursor(StepId(2));
    EXPECT_EQ(selectedNames(), Names({"a", "c"}));
    m_state.filter().setText(QStringLiteral("f32["));
    EXPECT_EQ(selectedNames(), Names());
    m_state.filter().clear();
    m_table.sortByColumn(static_cast<int>(RowColumn::Name), Qt::DescendingOrder);
    EXPECT_EQ(selectedNames(), Names({"c", "a"}));
    EXPECT_EQ(m_state.focus().selected(), (std::vector{row("a"), row("c")}));
}

TEST_F(RowTableTest, SelectingAllOfManyRowsSignalsOnceAndDescribesNone)
{
    const auto made = madeUpOf(Names(20000, "x"));
    m_state.setView(viewOf(made));
    QApplication::processEvents();
    const AspectSpy reported(&m_state, Aspect::SelectedRows);
    const QSignalSpy sums(&m_table, &RowTable::selectionSumsChanged);
    made->described = 0;
    m_table.selectAll();
    EXPECT_EQ(m_state.focus().selected().size(), 20000u);
    EXPECT_EQ(reported.size(), 1);
    EXPECT_EQ(sums.count(), 1);
    EXPECT_EQ(made->described, 0u);
}

TEST_F(RowTableTest, ARowPinnedInAnotherViewIsSelectedUntilUnpinned)
{
    m_state.focus().setPinned(row("b"));
    EXPECT_EQ(selectedNames(), Names({"b"}));
    m_state.focus().setPinned(std::nullopt);
    EXPECT_EQ(selectedNames(), Names());
    m_state.focus().setSelected({row("a"), row("b")});
    m_state.focus().setPinned(row("b"));
    m_state.focus().setPinned(std::nullopt);
    EXPECT_EQ(selectedNames(), Names({"a", "b"}));
}

TEST_F(RowTableTest, AFilteredRowIsNoLongerHovered)
{
    const QPoint at = m_table.visualRect(m_table.model()->index(0, 0)).center();
    QTest::mouseMove(m_table.viewport(), at);
    ASSERT_TRUE(QTest::qWaitFor([&] { return m_state.focus().hovered().has_value(); }));
    m_state.filter().setText(QStringLiteral("zzzz"));
    EXPECT_FALSE(m_state.focus().hovered());
    m_state.filter().setText({});
    EXPECT_FALSE(m_state.focus().hovered()) << "as where keys chose";
}

TEST_F(RowTableTest, NextMatchGoesToAnotherStepOrReportsThatThereIsNone)
{
    const QSignalSpy nothing(&m_table, &RowTable::nothingMatched);
    m_state.axis().setCursor(StepId(5));
    m_state.filter().setText(QStringLiteral("zzzz"));
    m_table.goToMatch(1);
    EXPECT_EQ(nothing.count(), 1);
    m_state.filter().setText(QStringLiteral("temporary"));
    ASSERT_EQ(m_table.model()->rowCount(), 0);
    m_table.goToMatch(-1);
    EXPECT_EQ(m_state.cursor(), StepId(2)); // c is allocated there
    EXPECT_EQ(m_state.focus().pinned(), row("c"));
    EXPECT_EQ(selectedNames(), Names({"c"}));
    EXPECT_EQ(nothing.count(), 1);
}

TEST_F(RowTableTest, UnknownNumbersAreLastInBothDirections)
{
    static constexpr std::array<std::int64_t, 4> kUnpadded = {-1, 1000, -1, 900};
    const auto view = std::make_shared<View>(*viewOf(madeUpOf({"a", "b", "c", "d"}))); // 1024 bytes each
    view->rows.unpadded = {kUnpadded.data(), sizeof(std::int64_t)};
    m_state.setView(view);
    const auto sorted = [&](RowColumn column, Qt::SortOrder order) {
        m_table.sortByColumn(static_cast<int>(column), order);
        return (nameIn(0) + nameIn(1) + nameIn(2) + nameIn(3)).toStdString();
    };
    EXPECT_EQ(sorted(RowColumn::Padding, Qt::AscendingOrder), "bdac");
    EXPECT_EQ(sorted(RowColumn::Padding, Qt::DescendingOrder), "dbac");
    EXPECT_EQ(sorted(RowColumn::Unpadded, Qt::AscendingOrder), "dbac");
    EXPECT_EQ(sorted(RowColumn::Unpadded, Qt::DescendingOrder), "bdac");
    const QModelIndex last = m_table.model()->index(3, static_cast<int>(RowColumn::Unpadded));
    EXPECT_TRUE(last.data().toString().isEmpty());
    EXPECT_TRUE(last.data(SortRole).isNull());
}

TEST_F(RowTableTest, ColumnsCanBeChosenNarrowedSavedAndReset)
{
    ColumnHeader* header = m_table.columns();
    const auto isShown
        = [](const RowTable& table, RowColumn column) { return !table.isColumnHidden(static_cast<int>(column)); };
    const auto toggle = [&](const QString& title) {
        QMenu menu;
        header->addColumnActions(&menu);
        for (QAction* action : menu.actions())
            if (action->text() == title)
                return action->trigger();
        ADD_FAILURE() << title.toStdString();
    };
    EXPECT_TRUE(isShown(m_table, RowColumn::OpName));
    EXPECT_FALSE(isShown(m_table, RowColumn::Padding)) << "no row has any";
    const auto padded = std::make_shared<View>(*m_state.view());
    const std::vector<std::int64_t> unpadded(padded->rows.count);
    padded->rows.unpadded = {unpadded.data(), sizeof(std::int64_t)};
    m_state.setView(padded);
    m_state.axis().setCursor(StepId(2));
    EXPECT_TRUE(isShown(m_table, RowColumn::Padding));
    header->setNarrow(true);
    EXPECT_FALSE(isShown(m_table, RowColumn::OpName));
    EXPECT_FALSE(isShown(m_table, RowColumn::Padding)) << "before the source";
    EXPECT_FALSE(isShown(m_table, RowColumn::Source)) << "no row has one";
    toggle(QStringLiteral("Source"));
    EXPECT_TRUE(isShown(m_table, RowColumn::Source));
    toggle(QStringLiteral("Type"));
    toggle(QStringLiteral("Opcode"));
    toggle(QStringLiteral("Shape"));
    EXPECT_TRUE(isShown(m_table, RowColumn::Kind));
    m_table.sortByColumn(static_cast<int>(RowColumn::Opcode), Qt::AscendingOrder);
    const QByteArray saved = header->saveColumns();

    RowTable other(&m_state);
    other.columns()->restoreColumns(saved);
    other.columns()->setNarrow(true);
    EXPECT_TRUE(isShown(other, RowColumn::Kind));
    EXPECT_TRUE(isShown(other, RowColumn::Opcode));
    EXPECT_FALSE(isShown(other, RowColumn::Shape));
    EXPECT_EQ(other.columns()->sortIndicatorSection(), static_cast<int>(RowColumn::Opcode));
    other.columns()->restoreColumns(QByteArray("nonsense"));
    EXPECT_TRUE(isShown(other, RowColumn::Opcode));

    toggle(QStringLiteral("Reset Columns"));
    EXPECT_FALSE(isShown(m_table, RowColumn::Opcode));
    EXPECT_TRUE(isShown(m_table, RowColumn::Shape));
    EXPECT_EQ(header->sortIndicatorSection(), static_cast<int>(RowColumn::Size));
    EXPECT_EQ(header->sortIndicatorOrder(), Qt::DescendingOrder);
}

TEST_F(RowTableTest, OpNamesShowTheirEnds)
{
    const auto mode
        = [&](RowColumn column) { return m_table.model()->index(0, static_cast<int>(column)).data(ElideRole).toInt(); };
    EXPECT_EQ(mode(RowColumn::OpName), Qt::ElideLeft) << "they begin alike";
    EXPECT_EQ(mode(RowColumn::Name), Qt::ElideLeft);
}

TEST_F(RowTableTest, OffersTheColumnsThatTheViewFillsAndNoOthers)
{
    auto view = std::make_shared<View>(*m_state.view());
    view->rows.columns = {RowColumn::Name, RowColumn::Size};
    m_state.setView(view);
    EXPECT_EQ(m_table.shownColumns(), QList<int>({0, 1}));
    QMenu menu;
    m_table.columns()->addColumnActions(&menu);
    EXPECT_EQ(menu.actions().size(), 4); // two columns, a line, Reset
    m_table.columns()->setNarrow(true);
    EXPECT_EQ(m_table.shownColumns(), QList<int>({0, 1}));
    m_state.setView(viewOf(kPlan));
    EXPECT_GT(m_table.shownColumns().size(), 2);
}

TEST_F(RowTableTest, InANarrowTableTheShapeIsElidedAndNamesAndShapesShareTheRoom)
{
    const int shape = static_cast<int>(RowColumn::Shape);
    const int name = static_cast<int>(RowColumn::Name);
    m_state.setView(viewOfOneOp("param 0 4096\n p 0 4096 f32[2,2,2,2,2,2,2,2,2,2]\ntemp 2048\n a 0 2048\ntrace +a -a"));
    const auto widen = [&](int width) {
        m_table.resize(width, 400);
        QApplication::processEvents();
        return m_table.columnWidth(shape);
    };
    m_table.columns()->setNarrow(true);
    EXPECT_EQ(widen(200), 96); // too narrow for all
    int others = m_table.width() - m_table.viewport()->width();
    for (const int column : m_table.shownColumns())
        others += column == shape ? 0 : m_table.columns()->widthAtFirst(column);
    const int atFirst = m_table.columns()->widthAtFirst(name);
    const int wide = widen(others + 350);
    EXPECT_GT(wide, 150);
    EXPECT_EQ(widen(others + 400), wide);
    EXPECT_EQ(m_table.columnWidth(name), atFirst) << "a short name needs no more";
    EXPECT_EQ(widen(others + 150), 150);
    EXPECT_EQ(m_table.columnWidth(name), atFirst);
    EXPECT_EQ(m_table.horizontalScrollBar()->maximum(), 0);
    m_state.setGroupWay(Facet::kByKind);
    m_table.rows()->setGrouped(true);
    EXPECT_GT(m_table.columnWidth(name), atFirst) << "names of groups are longer";
    m_table.rows()->setGrouped(false);
    const std::string longName(80, 'n');
    std::string longShape = "f32[2";
    for (int i = 0; i < 40; ++i)
        longShape += ",2";
    longShape += ']';
    m_state.setView(
        viewOfOneOp("param 0 4096\n " + longName + " 0 4096 " + longShape + "\ntemp 2048\n a 0 2048\ntrace +a -a"));
    const int shared = widen(others + 800);
    EXPECT_NEAR(m_table.columnWidth(name), shared, 1);
    EXPECT_GT(m_table.columnWidth(name), 236);
    EXPECT_EQ(m_table.horizontalScrollBar()->maximum(), 0);
}

TEST_F(RowTableTest, ColumnsAreAsWideAsTheirTexts)
{
    const auto widthOf = [&](RowColumn column) { return m_table.columnWidth(static_cast<int>(column)); };
    const int narrow = widthOf(RowColumn::Shape);
    m_state.setView(viewOfOneOp("param 0 4096\n p 0 4096 f32[2,2,2,2,2,2,2,2,2,2]\ntemp 2048\n a 0 2048\ntrace +a -a"));
    EXPECT_GT(widthOf(RowColumn::Shape), narrow);
    EXPECT_EQ(m_table.model()->index(0, static_cast<int>(RowColumn::Shape)).data().toString(),
              QStringLiteral("f32[2,2,2,2,2,2,2,2,2,2]"))
        << "the layout has its own column";
    m_table.resize(3000, 400);
    m_state.setView(viewOfOneOp(kPlan));
    EXPECT_EQ(widthOf(RowColumn::Shape), narrow);
}

TEST_F(RowTableTest, ColumnsKeepTheirWidthsWhileAFilterIsTyped)
{
    std::vector<std::string> names;
    for (int i = 0; i < 40; ++i)
        names.push_back("row" + std::to_string(i));
    const auto made = madeUpOf(names);
    made->rows[3].facts.shape = "f32[128,128]";
    m_state.filter().setText(QStringLiteral("row39")); // it has no shape
    m_state.setView(viewOf(made));
    const auto widths = [&] {
        QApplication::processEvents();
        std::vector<int> all;
        for (const int column : m_table.shownColumns())
            all.push_back(m_table.columnWidth(column));
        return all;
    };
    const std::vector<int> first = widths();
    EXPECT_FALSE(m_table.isColumnHidden(static_cast<int>(RowColumn::Shape)))
        << "rows that are filtered out have shapes";
    for (const char* text : {"", "row1", "row12", "none"}) {
        m_state.filter().setText(QString::fromLatin1(text));
        EXPECT_EQ(widths(), first) << text;
    }
}

TEST_F(RowTableTest, RowsGrowWithTheFont)
{
    const int before = m_table.rowHeight(0);
    QFont font = m_table.font();
    font.setPointSizeF(font.pointSizeF() * 2);
    m_table.setFont(font);
    EXPECT_GE(m_table.rowHeight(0), QFontMetrics(font).height());
    EXPECT_GT(m_table.rowHeight(0), before);
}

TEST(CellDelegate, TitlesAlignWithTheTextOfTheirCells)
{
    FlatTable table;
    QStandardItemModel model(1, 1);
    model.setHorizontalHeaderLabels({QStringLiteral("mmmm")});
    model.setData(model.index(0, 0), QStringLiteral("mmmm"));
    table.setModel(&model);
    table.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table.resize(400, 200);
    table.show();
    const auto firstInk = [&](QWidget* widget, int y) {
        const QImage image = widget->grab(QRect(0, y, 300, table.rowHeight(0))).toImage();
        for (int x = 2; x < image.width(); ++x)
            for (int row = image.height() / 3; row < image.height() * 2 / 3; ++row)
                if (qGray(image.pixel(x, row)) < 120)
                    return qRound(x / image.devicePixelRatio());
        return -1;
    };
    const int title = firstInk(table.horizontalHeader()->viewport(), 0);
    EXPECT_GT(title, 0);
    EXPECT_NEAR(title, firstInk(table.viewport(), 0), 1);
}

TEST(CellDelegate, MonospacedTextSharesTheBaselineOfOtherText)
{
    FlatTable table;
    QStandardItemModel model(1, 2);
    for (int column = 0; column < 2; ++column)
        model.setData(model.index(0, column), QStringLiteral("mmmm"));
    model.setData(model.index(0, 1), true, MonospaceRole);
    table.setModel(&model);
    table.resize(400, 200);
    table.show();
    const QImage image = table.viewport()->grab().toImage();
    const QColor background = table.palette().color(QPalette::Base);
    const auto lowestInk = [&](int column) {
        const QRect logical = table.visualRect(model.index(0, column));
        const QRect cell = QTransform::fromScale(image.devicePixelRatio(), image.devicePixelRatio()).mapRect(logical);
        for (int y = cell.bottom(); y > cell.top(); --y)
            for (int x = cell.left() + 2; x < cell.right() - 2; ++x)
                if (qAbs(qGray(image.pixel(x, y)) - qGray(background.rgb())) > 90)
                    return y;
        return -1;
    };
    EXPECT_GT(lowestInk(0), 0);
    EXPECT_EQ(lowestInk(0), lowestInk(1));
}

TEST(FlatTables, ATextThatReachesBeyondTheViewEndsAtItsEdge)
{
    QStandardItemModel model(1, 1);
    FlatTable table;
    table.setModel(&model);
    table.setColumnWidth(0, 900);
    table.resize(200, 120);
    table.show();
    QApplication::processEvents();
    const auto inkAtTheEdge = [&](const QString& text) {
        model.setItem(0, 0, new QStandardItem(text));
        const QImage image = table.viewport()->grab().toImage();
        const int bottom = table.rowHeight(0);
        bool isInked = false;
        for (int y = 1; y < bottom; ++y)
            isInked = isInked || image.pixelColor(image.width() - 1, y) != image.pixelColor(image.width() - 1, 0);
        return isInked;
    };
    EXPECT_FALSE(inkAtTheEdge(QString(200, u'_'))) << "an ellipsis stands before the edge";
    const QImage elided = table.viewport()->grab().toImage();
    table.setColumnWidth(0, 1800);
    EXPECT_EQ(table.viewport()->grab().toImage(), elided) << "whatever the column has beyond the view";
}
