#pragma once

#include "ui/tables/flat_table.h"
#include "ui/tables/grid_model.h"

namespace tidemark::ui {

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
    const Grid& grid() const { return m_grid->grid(); }
    GridModel* gridModel() const { return m_grid; }
    ColumnHeader* columns() const { return m_header; }
    /// Puts all rows on the clipboard.
    void copyAll();

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
