#pragma once

#include "ui/state/units.h"
#include "ui/tables/grid.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

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
    /// The number in the grid of the row in a line. REQUIRES: a line of the table
    std::size_t rowAt(int line) const;
    /// Repaints all cells, because their texts have changed.
    void refresh();

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
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

    const Units* m_units;
    Grid m_grid;
    Lines m_shown; // in ascending order
    Lines m_lines; // the same, in the order of the table
    int m_sortedBy = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
};

} // namespace tidemark::ui
