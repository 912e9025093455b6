#include "ui/tables/grid_table.h"

#include <QMenu>

namespace tidemark::ui {

GridTable::GridTable(const Units* units, std::vector<Grid::Column> columns, const QString& name, QWidget* parent)
    : GridTable(units, std::move(columns), name, -1, Qt::AscendingOrder, parent)
{ }

GridTable::GridTable(const Units* units, std::vector<Grid::Column> columns, const QString& name, int sortedBy,
                     Qt::SortOrder order, QWidget* parent)
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
    m_header = new ColumnHeader(std::move(headers), sortedBy, order, this);
    setHorizontalHeader(m_header);
    m_header->setSectionsClickable(sortedBy >= 0);
    m_header->setSortIndicatorShown(sortedBy >= 0);
    if (sortedBy >= 0) {
        m_grid->sort(sortedBy, order);
        connect(m_header, &QHeaderView::sortIndicatorChanged, m_grid, &GridModel::sort);
    }
    m_header->resetColumns();
    setAccessibleName(name);
    connect(this, &QAbstractItemView::entered, this,
            [this](const QModelIndex& index) { emit lineHovered(index.row()); });
    connect(this, &QAbstractItemView::viewportEntered, this, [this] { emit lineHovered(-1); });
    // Another row may come under the pointer.
    connect(m_grid, &QAbstractItemModel::modelReset, this, [this] { emit lineHovered(-1); });
}

void GridTable::setGrid(Grid grid, std::optional<std::vector<std::uint32_t>> shown)
{
    m_grid->setGrid(std::move(grid), std::move(shown));
}

void GridTable::addToMenu(QMenu* menu)
{
    FlatTable::addToMenu(menu);
    menu->addAction(tr("Copy &Table"), this, &GridTable::copyAll)->setEnabled(m_grid->rowCount() > 0);
}

void GridTable::leaveEvent(QEvent* event)
{
    FlatTable::leaveEvent(event);
    emit lineHovered(-1);
}

void GridTable::copyAll()
{
    copy(allRowsAsText(), static_cast<std::size_t>(m_grid->rowCount()));
}

} // namespace tidemark::ui
