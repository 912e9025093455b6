// Tests of the model and the table of grids: order, shown rows, looks, and which texts are made.
#include "ui/tables/grid.h"
#include "ui/tables/table_roles.h"

#include <QAbstractItemModelTester>
#include <QApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QSignalSpy>
#include <QTest>
#include <gtest/gtest.h>

using namespace tidemark;
using namespace tidemark::ui;

namespace {

Grid::Column column(const char* id)
{
    return {.id = id, .title = QString::fromLatin1(id), .help = {}, .header = gridNumberColumn()};
}

std::string textOf(const GridModel& model, int line, int at, int role = Qt::DisplayRole)
{
    return model.index(line, at).data(role).toString().replace(QChar(0xa0), u' ').toStdString();
}

/// A grid of names, sizes and changes.
Grid small()
{
    Grid grid;
    grid.columns = {column("name"), column("size_bytes"), column("change_bytes")};
    grid.columns[2].isChange = grid.columns[2].isBadAboveZero = true;
    const auto row = [](const char* name, GridCell size, std::int64_t change) {
        return GridRow{std::string(name), std::move(size), change};
    };
    grid.rows = {row("b10", std::int64_t{1024}, -2048), row("b9", {}, 512), row("a", std::int64_t{4096}, 0)};
    return grid;
}

/// The names in the order of the lines.
std::string namesOf(const GridModel& model)
{
    std::string names;
    for (int line = 0; line < model.rowCount(); ++line)
        names += textOf(model, line, 0) + " ";
    return names;
}

} // namespace

TEST(Grids, AreSortedByValueWithUnknownCellsLast)
{
    const Units units;
    GridModel model(&units);
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setGrid(small());
    EXPECT_EQ(namesOf(model), "b10 b9 a ");
    model.sort(0, Qt::AscendingOrder);
    EXPECT_EQ(namesOf(model), "a b9 b10 ") << "in natural order";
    model.sort(1, Qt::AscendingOrder);
    EXPECT_EQ(namesOf(model), "b10 a b9 ");
    model.sort(1, Qt::DescendingOrder);
    EXPECT_EQ(namesOf(model), "a b10 b9 ");
    model.sort(2, Qt::DescendingOrder);
    EXPECT_EQ(namesOf(model), "b10 b9 a ") << "the largest change first, whatever its sign";
    EXPECT_EQ(model.rowAt(2), 2U);
    model.setGrid(small(), std::vector<std::uint32_t>{1, 2});
    EXPECT_EQ(namesOf(model), "b9 a ") << "in the order that was chosen";
    model.sort(-1);
    EXPECT_EQ(namesOf(model), "b9 a ");
}

TEST(Grids, ChangesHaveTheToneOfTheirSign)
{
    const Units units;
    GridModel model(&units);
    model.setGrid(small());
    EXPECT_EQ(model.index(0, 2).data(ToneRole).toInt(), -1);
    EXPECT_EQ(model.index(1, 2).data(ToneRole).toInt(), 1);
    EXPECT_EQ(textOf(model, 1, 2), "+512 B");
    EXPECT_EQ(model.index(2, 2).data(ToneRole).toInt(), 0);
    EXPECT_TRUE(model.index(2, 2).data(MutedRole).toBool());
    EXPECT_FALSE(model.index(0, 2).data(MutedRole).toBool());
    EXPECT_EQ(textOf(model, 0, 2, PlainRole), "-2048");
}

TEST(Grids, TextsAreMadeOnlyForShownRows)
{
    constexpr std::size_t kRows = 50000;
    std::size_t texts = 0;
    Grid grid;
    grid.columns = {column("name"), column("size_bytes")};
    grid.columns[0].cell = [&](std::size_t row) {
        ++texts;
        return GridCell("row " + std::to_string(row));
    };
    grid.columns[1].cell = [](std::size_t row) { return GridCell(static_cast<std::int64_t>(row)); };
    grid.columns[1].text = [&](std::size_t row, ByteUnit) {
        ++texts;
        return QString::number(row);
    };
    grid.made = kRows;
    const Units units;
    GridTable table(&units, grid.columns, QStringLiteral("Rows"), 1, Qt::DescendingOrder, nullptr);
    table.setGrid(grid);
    EXPECT_EQ(texts, 0U);
    EXPECT_EQ(textOf(*table.gridModel(), 0, 1), "49999");
    table.resize(400, 300);
    table.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&table));
    table.horizontalHeader()->setSortIndicator(1, Qt::AscendingOrder);
    QApplication::processEvents();
    EXPECT_EQ(textOf(*table.gridModel(), 0, 1), "0");
    EXPECT_GT(texts, 0U);
    EXPECT_LT(texts, 1000U);
}

TEST(Grids, ALineIsHoveredUntilThePointerLeavesOrTheRowsChange)
{
    const Units units;
    GridTable table(&units, small().columns, QStringLiteral("Rows"), nullptr);
    table.setGrid(small());
    const QSignalSpy hovered(&table, &GridTable::lineHovered);
    emit table.entered(table.gridModel()->index(1, 0));
    EXPECT_EQ(hovered.last().front().toInt(), 1);
    table.setGrid(small());
    EXPECT_EQ(hovered.last().front().toInt(), -1);
    emit table.entered(table.gridModel()->index(1, 0));
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(&table, &leave);
    EXPECT_EQ(hovered.last().front().toInt(), -1);
}

TEST(Grids, AColumnMayHaveItsOwnToolTips)
{
    const Units units;
    GridModel model(&units);
    Grid grid = small();
    grid.columns[0].toolTip = [](std::size_t row) { return QStringLiteral("row %1").arg(row); };
    model.setGrid(std::move(grid));
    EXPECT_EQ(textOf(model, 1, 0, Qt::ToolTipRole), "row 1");
    EXPECT_EQ(textOf(model, 0, 1, Qt::ToolTipRole), "size_bytes: 1,024 B");
}

TEST(Grids, EnterAndADoubleClickOpenARowWhereSomethingFollows)
{
    const Units units;
    GridTable table(&units, small().columns, QStringLiteral("Sizes"), nullptr);
    table.setGrid(small());
    table.show();
    table.setCurrentIndex(table.gridModel()->index(1, 0));
    QKeyEvent alone(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier);
    QApplication::sendEvent(&table, &alone);
    EXPECT_FALSE(alone.isAccepted()) << "Enter belongs to the page";
    const QSignalSpy opened(&table, &FlatTable::opened);
    QKeyEvent followed(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier);
    QApplication::sendEvent(&table, &followed);
    EXPECT_TRUE(followed.isAccepted());
    const QPoint third = table.visualRect(table.gridModel()->index(2, 0)).center();
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, third);
    QTest::mouseDClick(table.viewport(), Qt::LeftButton, {}, third);
    ASSERT_EQ(opened.count(), 2);
    EXPECT_EQ(opened[0][0].toInt(), 1);
    EXPECT_EQ(opened[1][0].toInt(), 2);
}

TEST(Grids, TheNextRowAfterTheLastIsTheFirst)
{
    const Units units;
    GridTable table(&units, small().columns, QStringLiteral("Sizes"), nullptr);
    table.goBy(1, -1);
    EXPECT_FALSE(table.currentIndex().isValid()) << "there are no rows";
    table.setGrid(small());
    const auto rowAfter = [&](int by, int from) {
        table.goBy(by, from);
        return table.currentIndex().row();
    };
    EXPECT_EQ(rowAfter(1, -1), 0);
    EXPECT_EQ(rowAfter(-1, -1), 2);
    EXPECT_EQ(rowAfter(1, 2), 0);
    EXPECT_EQ(rowAfter(-1, 0), 2);
}
