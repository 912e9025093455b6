#include "ui/tables/grid_table.h"

#include <QMenu>

#include <numeric>

namespace tidemark::ui {

GridTable::GridTable(const Units* units, std::vector<Grid::Column> columns, const QString& name, QWidget* parent)
    : FlatTable(parent)
    , m_grid(new GridModel(units, this))
{
    std::vector<ColumnHeader::Column> headers;
    for (const Grid::Column& column : columns)
        headers.push_back(column.header);
    Grid empty;
    empty.columns = std::move(columns);
    m_grid->setGrid(std::move(empty));
    setModel(m_grid);
    auto* header = new ColumnHeader(std::move(headers), -1, Qt::AscendingOrder, this);
    setHorizontalHeader(header);
    header->setSectionsClickable(false);
    header->setSortIndicatorShown(false);
    header->resetColumns();
    setAccessibleName(name);
}

void GridTable::addToMenu(QMenu* menu)
{
    FlatTable::addToMenu(menu);
    menu->addAction(tr("Copy &Table"), this, &GridTable::copyAll)->setEnabled(m_grid->rowCount() > 0);
}

void GridTable::copyAll()
{
    std::vector<int> rows(static_cast<std::size_t>(m_grid->rowCount()));
    std::iota(rows.begin(), rows.end(), 0);
    copy(rowsAsText(rows), rows.size());
}

} // namespace tidemark::ui
