// What the user does in the table: pointer, keys, menus, copying.
#include "ui/tables/buffer_clipboard.h"
#include "ui/tables/buffer_table.h"
#include "ui/theme/colors.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMenu>
#include <QPainter>
#include <QScopedValueRollback>
#include <QWheelEvent>

#include <algorithm>
#include <sstream>

namespace tidemark::ui {

void BufferTable::mouseMoveEvent(QMouseEvent* event)
{
    QTableView::mouseMoveEvent(event);
    hoverAt(event->position().toPoint());
}

void BufferTable::wheelEvent(QWheelEvent* event)
{
    QTableView::wheelEvent(event);
    hoverAt(event->position().toPoint()); // another row is below the pointer now
}

void BufferTable::hoverAt(QPoint at)
{
    const QModelIndex index = indexAt(at);
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
    if (!m_isRestoring)
        m_kept = selectedBuffers();
    emit selectionSumsChanged();
}

void BufferTable::focusInEvent(QFocusEvent* event)
{
    // Makes the first row the current one: no choice of the user's.
    const QScopedValueRollback guard(m_isRestoring, true);
    QTableView::focusInEvent(event);
}

void BufferTable::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape) {
        event->ignore(); // the window's: unpin, clear the filter, fit
        return;
    }
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    const bool isStep = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    const QModelIndex current = currentIndex();
    // Keys choose, however long the pointer rests on another row.
    if (isEnter || isStep)
        m_state->setHovered(std::nullopt);
    if (isEnter && current.isValid() && m_state->pinned() == bufferAt(current))
        zoomToLife(*m_state, bufferAt(current));
    else if (current.isValid() && (isEnter || (isStep && !selectionModel()->hasSelection())))
        choose(current);
    else
        QTableView::keyPressEvent(event);
}

void BufferTable::choose(const QModelIndex& index)
{
    selectBuffers({bufferAt(index)});
    m_state->setPinned(bufferAt(index));
}

bool BufferTable::goToMatch(int by)
{
    if (m_proxy->rowCount() == 0) {
        const auto row = matchElsewhere(by);
        if (!row)
            return false;
        m_state->setCursor(m_state->timeline()->rows[*row].start);
        m_state->setPinned(row);
        return true;
    }
    const int rows = m_proxy->rowCount();
    const int from = selectionModel()->hasSelection() ? currentIndex().row() : by > 0 ? -1 : rows;
    m_state->setHovered(std::nullopt);
    choose(m_proxy->index((from + by + rows) % rows, 0));
    return true;
}

std::optional<std::uint32_t> BufferTable::matchElsewhere(int by) const
{
    const SpaceTimeline& timeline = *m_state->timeline();
    std::optional<std::uint32_t> nearest;
    std::uint32_t shortest = 0;
    for (std::uint32_t i = 0; i < timeline.rows.size(); ++i) {
        const BufferRow& row = timeline.rows[i];
        const std::uint32_t way = by > 0 ? (row.start + timeline.steps - m_state->cursor()) % timeline.steps
                                         : (m_state->cursor() + timeline.steps - row.start) % timeline.steps;
        if ((nearest && way >= shortest) || !m_proxy->accepts(i))
            continue;
        nearest = i;
        shortest = way;
    }
    return nearest;
}

void BufferTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    const QModelIndex current = currentIndex();
    if (!hasFocus() || !current.isValid() || selectionModel()->isRowSelected(current.row()))
        return;
    QPainter painter(viewport());
    painter.setPen(colorsFor(palette()).highlight);
    painter.drawRect(0, rowViewportPosition(current.row()), viewport()->width() - 1, rowHeight(current.row()) - 1);
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
