// What the user does in the table: pointer, keys, menus, copying.
#include "ui/docks/buffer_clipboard.h"
#include "ui/docks/buffer_table.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>

#include <algorithm>
#include <sstream>

namespace tidemark::ui {

void BufferTable::mouseMoveEvent(QMouseEvent* event)
{
    QTableView::mouseMoveEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    m_state->setHovered(index.isValid() ? std::optional(bufferAt(index)) : std::nullopt);
}

void BufferTable::leaveEvent(QEvent* event)
{
    QTableView::leaveEvent(event);
    m_state->setHovered(std::nullopt);
}

void BufferTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTableView::currentChanged(current, previous);
    if (!m_isRestoring && current.isValid() && hasFocus())
        m_state->setPinned(bufferAt(current));
}

void BufferTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    emit selectionSumsChanged();
}

void BufferTable::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && currentIndex().isValid())
        zoomToLife(*m_state, bufferAt(currentIndex()));
    else if (event->key() == Qt::Key_Escape)
        event->ignore(); // the window's: unpin, clear the filter, fit
    else
        QTableView::keyPressEvent(event);
}

void BufferTable::contextMenuEvent(QContextMenuEvent* event)
{
    const QModelIndex index = indexAt(event->pos());
    if (!index.isValid())
        return;
    const std::uint32_t row = bufferAt(index);
    const BufferDetails& details = m_facts->of(row);
    const bool isPinned = m_state->pinned() == row;
    QMenu menu(this);
    menu.addAction(isPinned ? tr("Unpin") : tr("Pin"), this,
                   [this, row, isPinned] { m_state->setPinned(isPinned ? std::nullopt : std::optional(row)); });
    menu.addAction(tr("Zoom to Lifetime"), this, [this, row] { zoomToLife(*m_state, row); });
    menu.addAction(tr("Select Similar"), this, [this, row] { selectBuffers(m_facts->alike(row)); });
    menu.addSeparator();
    const auto addFilter = [&](const QString& text, const std::string& filter) {
        QAction* action
            = menu.addAction(text, this, [this, filter] { m_state->setFilter(QString::fromStdString(filter)); });
        action->setEnabled(!filter.empty());
    };
    addFilter(tr("Filter by This Op"), details.opName);
    addFilter(tr("Filter by This Shape"), details.shapeWithoutLayout);
    menu.addSeparator();
    menu.addAction(tr("Copy Name"), this, [&details] { copyText(QString::fromStdString(details.name)); });
    menu.addAction(tr("Copy Details"), this, [this, row] { copyText(detailsAsText(*m_state, *m_facts, row)); });
    menu.addAction(tr("Copy Rows"), this, &BufferTable::copyRows);
    menu.addAction(tr("Copy Rows with Plain Bytes"), this, &BufferTable::copyRowsPlain);
    menu.addAction(tr("Copy as CSV"), this, &BufferTable::copyRowsAsCsv);
    menu.addSeparator();
    addColumnActions(menu.addMenu(tr("Columns")));
    menu.exec(event->globalPos());
}

QList<QModelIndex> BufferTable::rowsToCopy() const
{
    QList<QModelIndex> rows = selectionModel()->selectedRows();
    std::ranges::sort(rows, {}, &QModelIndex::row);
    return rows;
}

QList<int> BufferTable::shownColumns() const
{
    QList<int> columns;
    for (int visual = 0; visual < kBufferColumns; ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(column))
            columns << column;
    }
    return columns;
}

void BufferTable::copyRows()
{
    if (selectionModel()->hasSelection())
        copyText(rowsAsText(rowsToCopy(), shownColumns()));
}

void BufferTable::copyRowsPlain()
{
    if (selectionModel()->hasSelection())
        copyText(rowsAsText(rowsToCopy(), shownColumns(), BufferModel::PlainRole));
}

void BufferTable::copyRowsAsCsv()
{
    std::vector<LiveRow> rows;
    for (const QModelIndex& index : rowsToCopy())
        rows.push_back(m_model->liveRow(m_proxy->mapToSource(index).row()));
    std::ostringstream csv;
    writeCsv(csv, *m_state->timeline(), rows);
    copyText(QString::fromStdString(csv.str()));
}

} // namespace tidemark::ui
