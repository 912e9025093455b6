#include "ui/tables/flat_table.h"

#include "ui/state/grouped.h"
#include "ui/tables/cell_delegate.h"
#include "ui/tables/table_roles.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/pop_up.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMetaMethod>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>
#include <numeric>

namespace tidemark::ui {
namespace {

constexpr int kLeastRowHeight = 22;
constexpr int kRoomAroundText = 5;

} // namespace

FlatTable::FlatTable(QWidget* parent)
    : QTableView(parent)
{
    setItemDelegate(new CellDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setEditTriggers(NoEditTriggers);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setHorizontalScrollMode(ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setHighlightSections(false);
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& at) { emit opened(at.row()); });
    fitRows();
}

void FlatTable::goBy(int by, int from)
{
    const int rows = model()->rowCount();
    if (rows == 0)
        return;
    if (from < 0 && by < 0)
        from = rows;
    setCurrentIndex(model()->index((from + by + rows) % rows, 0));
}

void FlatTable::fitRows()
{
    const int text = std::max(fontMetrics().height(), QFontMetrics(fixedFontLike(font())).height());
    const int height = std::max(kLeastRowHeight, text + kRoomAroundText);
    verticalHeader()->setMinimumSectionSize(height);
    verticalHeader()->setDefaultSectionSize(height);
}

QSize FlatTable::minimumSizeHint() const
{
    constexpr int kRows = 2;
    const int header = horizontalHeader()->isHidden() ? 0 : horizontalHeader()->sizeHint().height();
    return {QTableView::minimumSizeHint().width(),
            header + kRows * verticalHeader()->defaultSectionSize() + 2 * frameWidth()};
}

QRect FlatTable::frozenRect() const
{
    if (!m_isLastRowFrozen || !model() || model()->rowCount() == 0)
        return {};
    const int last = model()->rowCount() - 1;
    const int top = viewport()->height() - rowHeight(last);
    if (rowViewportPosition(last) <= top)
        return {};
    return {0, top, viewport()->width(), rowHeight(last)};
}

QModelIndex FlatTable::indexAt(const QPoint& at) const
{
    if (frozenRect().contains(at))
        return model()->index(model()->rowCount() - 1, columnAt(at.x()));
    return QTableView::indexAt(at);
}

void FlatTable::scrollTo(const QModelIndex& index, ScrollHint hint)
{
    QTableView::scrollTo(index, hint);
    QScrollBar* bar = verticalScrollBar();
    while (frozenRect().intersects(visualRect(index)) && bar->value() < bar->maximum())
        bar->setValue(bar->value() + 1);
}

void FlatTable::paintEvent(QPaintEvent* event)
{
    QTableView::paintEvent(event);
    const QRect frozen = frozenRect();
    if (!event->rect().intersects(frozen))
        return;
    QPainter painter(viewport());
    QStyleOptionViewItem option;
    initViewItemOption(&option);
    for (const int column : shownColumns()) {
        const QModelIndex index = model()->index(model()->rowCount() - 1, column);
        option.rect = QRect(columnViewportPosition(column), frozen.top(), columnWidth(column), frozen.height());
        option.state.setFlag(QStyle::State_Selected, selectionModel()->isSelected(index));
        itemDelegate()->paint(&painter, option, index);
    }
}

void FlatTable::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    if (m_isLastRowFrozen)
        viewport()->update();
}

void FlatTable::selectionChanged(const QItemSelection& selected, const QItemSelection& deselected)
{
    QTableView::selectionChanged(selected, deselected);
    if (m_isLastRowFrozen)
        viewport()->update(); // Qt updates only the place that is covered
}

bool FlatTable::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Copy)
        && !selectedRows().empty()) {
        event->accept();
        return true;
    }
    return QTableView::event(event);
}

void FlatTable::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->matches(QKeySequence::Copy))
        copyRows();
    else if (isEnter && currentIndex().isValid() && isSignalConnected(QMetaMethod::fromSignal(&FlatTable::opened)))
        emit opened(currentIndex().row());
    else
        QTableView::keyPressEvent(event);
}

void FlatTable::changeEvent(QEvent* event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fitRows();
}

void FlatTable::addToMenu(QMenu* menu)
{
    menu->addAction(tr("&Copy Rows"), this, &FlatTable::copyRows)->setEnabled(!selectedRows().empty());
}

void FlatTable::contextMenuEvent(QContextMenuEvent* event)
{
    auto* menu = new QMenu(this);
    addToMenu(menu);
    popUp(menu, event->globalPos());
}

QList<int> FlatTable::shownColumns() const
{
    QList<int> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int column = horizontalHeader()->logicalIndex(visual);
        if (!isColumnHidden(column))
            columns << column;
    }
    return columns;
}

std::vector<int> FlatTable::selectedRows() const
{
    std::vector<int> rows;
    if (!selectionModel())
        return rows;
    for (const QItemSelectionRange& range : selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(row);
    std::ranges::sort(rows);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

QString FlatTable::rowsAsText(const std::vector<int>& rows, int role) const
{
    if (rows.empty())
        return {};
    const QList<int> columns = m_copied.isEmpty() ? shownColumns() : m_copied;
    QStringList cells;
    for (const int column : columns)
        cells << model()->headerData(column, Qt::Horizontal).toString();
    QString result = cells.join(u'\t') + u'\n';
    for (const int row : rows) {
        cells.clear();
        for (const int column : columns) {
            const QModelIndex index = model()->index(row, column, rootIndex());
            QVariant cell = index.data(role);
            if (cell.isNull())
                cell = index.data();
            cells << cell.toString().replace(u'\t', u' ').replace(u'\n', u' ');
        }
        result += cells.join(u'\t') + u'\n';
    }
    return result;
}

QString FlatTable::allRowsAsText() const
{
    std::vector<int> rows(static_cast<std::size_t>(model()->rowCount()));
    std::iota(rows.begin(), rows.end(), 0);
    return rowsAsText(rows);
}

QString FlatTable::describeRows(std::size_t count) const
{
    return describeRows(count, static_cast<std::size_t>(model()->rowCount()));
}

QString FlatTable::describeRows(std::size_t count, std::size_t all)
{
    if (count == all)
        return countText(count, tr("row"), tr("rows"));
    return tr("%1 of %2 rows").arg(grouped(count), grouped(all));
}

void FlatTable::copy(const QString& text, std::size_t rows)
{
    QGuiApplication::clipboard()->setText(text);
    emit copied(describeRows(rows));
}

void FlatTable::copyRows()
{
    if (const std::vector<int> rows = selectedRows(); !rows.empty())
        copy(rowsAsText(rows), rows.size());
}

void FlatTable::copyRowsPlain()
{
    if (const std::vector<int> rows = selectedRows(); !rows.empty())
        copy(rowsAsText(rows, PlainRole), rows.size());
}

} // namespace tidemark::ui
