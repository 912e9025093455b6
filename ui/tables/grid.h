#pragma once

#include "core/base/text.h"
#include "core/view/curve.h"
#include "ui/state/units.h"
#include "ui/tables/column_header.h"
#include "ui/tables/flat_table.h"
#include "ui/tables/table_roles.h"

#include <QAbstractTableModel>
#include <QString>

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace tidemark::ui {

/// Null: not known; else a number or a text.
using GridCell = std::variant<std::monostate, std::int64_t, std::string>;

using GridRow = std::vector<GridCell>;

/// A table. An exported file contains the same cells as the screen.
struct Grid {
    struct Column {
        std::string id; // column name in a file; its end gives the unit of numbers: "_bytes", "_permille"
        QString title;
        QString help;
        bool isChange = false; // a difference, shown with its sign and sorted by its amount
        ColumnHeader::Column header = {};
        bool isCode = false; // names of the program
        bool isBadBelowZero = false;
        bool isCount = false;
        bool isBadAboveZero = false; // and good below zero; zero is in secondary colour
        // None: in the middle for names of the program and in the first column, because names of phases, operations and
        // runs often begin alike; else on the right.
        std::optional<Qt::TextElideMode> elide = {};

        // These functions get the number of a row. They are called only for cells that are shown, sorted by or
        // written; `cell` and `text` on any thread.
        std::function<GridCell(std::size_t)> cell = {}; // null: the cells are in Grid::rows
        std::function<QString(std::size_t, ByteUnit)> text = {}; // replaces the text of the cell on the screen
        std::function<QString(std::size_t)> toolTip = {}; // plain text about the cell; null: its exact value
        std::function<bool(std::size_t)> isMuted = {}; // text in secondary colour
        std::function<std::string(std::size_t)> category = {}; // whose swatch is before the text; empty: none
        std::function<std::optional<Hue>(std::size_t)> hue = {}; // of the swatch, instead of that of the category
        std::function<int(std::size_t)> tone = {}; // > 0 is highlighted as bad, < 0 as good
        std::function<std::optional<double>(std::size_t)> bar = {}; // of a change, in [−1, 1]
        std::function<std::optional<double>(std::size_t)> share = {}; // a bar next to the number, in [0, 1]
    };
    std::vector<Column> columns;
    std::vector<GridRow> rows;
    std::size_t made = 0; // number of rows if all columns have the function `cell`
    std::optional<std::size_t> marked; // the row to highlight
    std::optional<std::size_t> total; // the row that is the sum of the others
    std::function<QString(std::size_t)> toolTip; // plain text about a row; null: each cell has its own

    std::size_t count() const { return rows.empty() ? made : rows.size(); }
    GridCell cell(std::size_t row, std::size_t column) const
    {
        return columns[column].cell ? columns[column].cell(row) : rows[row][column];
    }
    bool isBytes(std::size_t column) const { return columns[column].id.ends_with("_bytes"); }
    bool isPermille(std::size_t column) const { return columns[column].id.ends_with("_permille"); }
    bool isNumber(std::size_t column) const { return isBytes(column) || isPermille(column) || columns[column].isCount; }
};

/// The content of a cell that has this type. None: not known, or of the other type.
template <class Value>
std::optional<Value> gridValue(const GridCell& cell)
{
    if (const auto* value = std::get_if<Value>(&cell))
        return *value;
    return std::nullopt;
}

template <class Value>
GridCell gridCell(const std::optional<Value>& value)
{
    return value ? GridCell(static_cast<std::int64_t>(*value)) : GridCell();
}
/// An empty text means not known.
GridCell gridCell(std::string words);

/// A column with the names of the rows. It shrinks if there is little room.
ColumnHeader::Column gridNameColumn();
/// A column of numbers. For `ifRoom` see ColumnHeader::Column.
ColumnHeader::Column gridNumberColumn(int ifRoom = 0);

void writeGrid(std::ostream& out, const Grid& grid);

/// The model of a Grid: all of its rows or some of them, in their own order or sorted by a column. Bytes are written in
/// the window's unit. Texts are made only for cells that are shown, and for the column of texts that sorts the rows.
class GridModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit GridModel(const Units* units, QObject* parent = nullptr);

    /// `shown`: the numbers of the shown rows, in ascending order. None: all rows.
    void setGrid(Grid grid, std::optional<std::vector<std::uint32_t>> shown = std::nullopt);
    const Grid& grid() const { return m_grid; }
    /// Sets the cells of the row Grid::total. REQUIRES: the grid has one
    void setTotal(GridRow cells);
    /// The number in the grid of the row in a line. REQUIRES: a line of the table
    std::size_t rowAt(int line) const;
    void refresh();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override { return countBelow(parent, m_grid.columns.size()); }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// Sorts numbers by value and texts in natural order, unknown cells last, equal cells in the order of the grid. −1:
    /// the order of the grid.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    using Lines = std::optional<std::vector<std::uint32_t>>; // rows of the grid; none: all, in their order

    Lines sorted(const Grid& grid, Lines lines) const;
    QString cellText(std::size_t row, std::size_t column) const;
    QString numberText(std::int64_t number, std::size_t column) const;
    QVariant toolTip(std::size_t row, std::size_t column) const;
    int toneOf(std::size_t row, std::size_t column) const;
    bool isMuted(std::size_t row, std::size_t column) const;
    std::optional<Hue> hueOf(std::size_t row, std::size_t column) const;

    const Units* m_units;
    Grid m_grid;
    Lines m_shown; // in ascending order
    Lines m_lines; // the same, in the order of the table
    int m_sortedBy = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
};

/// A table of a Grid, in the order of its rows unless the user may sort it.
class GridTable : public FlatTable
{
    Q_OBJECT

public:
    /// `columns` are the columns of every grid that this table will show.
    GridTable(const Units* units, std::vector<Grid::Column> columns, const QString& name, QWidget* parent);
    /// The same, sorted by a column until the user chooses another one.
    GridTable(const Units* units, std::vector<Grid::Column> columns, const QString& name, int sortedBy,
              Qt::SortOrder order, QWidget* parent);

    void setGrid(Grid grid, std::optional<std::vector<std::uint32_t>> shown = std::nullopt);
    /// Makes each column as wide as its texts need. If they may not shrink, a wider column stays.
    void fitNumbers(bool mayShrink);
    const Grid& grid() const { return m_grid->grid(); }
    GridModel* gridModel() const { return m_grid; }
    ColumnHeader* columns() const { return m_header; }

signals:
    void lineHovered(int line); // −1: none

protected:
    void addToMenu(QMenu* menu) override;
    void leaveEvent(QEvent* event) override;

private:
    GridModel* m_grid;
    ColumnHeader* m_header;
};

} // namespace tidemark::ui
