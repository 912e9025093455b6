#pragma once

#include "ui/tables/flat_table.h"
#include "ui/tables/grid_model.h"

namespace tidemark::ui {

/// A table of a grid, in its order.
class GridTable : public FlatTable
{
    Q_OBJECT

public:
    /// `empty`: the columns that every grid of this table has.
    GridTable(const Units* units, Grid empty, const QString& name, QWidget* parent);

    void setGrid(Grid grid) { m_grid->setGrid(std::move(grid)); }
    const Grid& grid() const { return m_grid->grid(); }
    GridModel* gridModel() const { return m_grid; }
    /// Puts all rows on the clipboard.
    void copyAll();

private:
    GridModel* m_grid;
};

} // namespace tidemark::ui
