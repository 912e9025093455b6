#pragma once

#include "ui/tables/flat_table.h"
#include "ui/tables/grid_model.h"

namespace tidemark::ui {

/// A table of a Grid, in the order of its rows.
class GridTable : public FlatTable
{
    Q_OBJECT

public:
    /// `columns` are the columns of every grid that this table will show.
    GridTable(const Units* units, std::vector<Grid::Column> columns, const QString& name, QWidget* parent);

    void setGrid(Grid grid) { m_grid->setGrid(std::move(grid)); }
    const Grid& grid() const { return m_grid->grid(); }
    GridModel* gridModel() const { return m_grid; }
    /// Puts all rows on the clipboard.
    void copyAll();

protected:
    void addToMenu(QMenu* menu) override;

private:
    GridModel* m_grid;
};

} // namespace tidemark::ui
