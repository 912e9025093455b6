#include "ui/tables/row_table.h"

#include "ui/charts/row_menu.h"
#include "ui/state/grouped.h"
#include "ui/state/row_columns.h"
#include "ui/state/row_text.h"
#include "ui/theme/colors.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <sstream>

namespace tidemark::ui {
namespace {

std::vector<ColumnHeader::Column> columnsAtFirst()
{
    std::vector<ColumnHeader::Column> columns(kRowColumns);
    for (const ColumnInfo& info : rowColumnInfos()) {
        ColumnHeader::Column& column = columns[static_cast<std::size_t>(info.column)];
        column.width = info.width;
        column.isShown = info.inTable != InTable::OnDemand;
        column.isShownNarrow = info.inTable == InTable::Always;
        column.isFixed = info.column == RowColumn::Name;
        column.givesWay = info.column == RowColumn::Shape;
    }
    return columns;
}

} // namespace

RowTable::RowTable(ViewState* state, QWidget* parent)
    : FlatTable(parent)
    , m_state(state)
    , m_model(new RowModel(state, this))
    , m_header(new ColumnHeader(columnsAtFirst(), static_cast<int>(RowColumn::Size), Qt::DescendingOrder, this))
    , m_finder(new MatchFinder(state, this))
{
    setModel(m_model);
    setHorizontalHeader(m_header);
    setSortingEnabled(true);
    setMouseTracking(true);
    m_header->resetColumns();
    refreshColumns();
    m_selection = new KeptSelection(state, m_model, this);

    connect(m_selection, &KeptSelection::changed, this, &RowTable::selectionSumsChanged);
    connect(m_finder, &MatchFinder::finished, this, &RowTable::goToFound);
    connect(state, &ViewState::viewChanged, this, &RowTable::refreshColumns);
    connect(&state->focus(), &Focus::pointedChanged, viewport(), qOverload<>(&QWidget::update));
    connect(&state->filter(), &Filter::changed, this, [this] { m_isGoing = false; });
    connect(&state->axis(), &AxisView::cursorChanged, this, [this] { m_isGoing = false; });
    connect(this, &QAbstractItemView::doubleClicked, this, [this](const QModelIndex& index) { zoomTo(rowAt(index)); });
    connect(this, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (selectionModel()->isRowSelected(index.row()))
            m_state->focus().setPinned(rowAt(index));
    });
}

void RowTable::refreshColumns()
{
    std::vector<bool> offered(kRowColumns, m_state->isEmpty());
    if (!m_state->isEmpty())
        for (const RowColumn column : m_state->view()->rows.columns)
            offered[static_cast<std::size_t>(column)] = true;
    m_header->setOffered(std::move(offered));
}

RowId RowTable::rowAt(const QModelIndex& index) const
{
    return m_model->rows()[static_cast<std::size_t>(index.row())].row;
}

void RowTable::mouseMoveEvent(QMouseEvent* event)
{
    FlatTable::mouseMoveEvent(event);
    hoverAt(event->position().toPoint());
}

void RowTable::wheelEvent(QWheelEvent* event)
{
    FlatTable::wheelEvent(event);
    hoverAt(event->position().toPoint()); // another row is below the pointer now
}

void RowTable::hoverAt(QPoint at)
{
    const QModelIndex index = indexAt(at);
    m_state->focus().setHovered(index.isValid() ? std::optional(rowAt(index)) : std::nullopt);
}

void RowTable::leaveEvent(QEvent* event)
{
    FlatTable::leaveEvent(event);
    m_state->focus().setHovered(std::nullopt);
}

void RowTable::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    FlatTable::currentChanged(current, previous);
    if (m_selection && !m_selection->isRestoring() && current.isValid() && hasFocus())
        m_state->focus().setPinned(rowAt(current));
}

void RowTable::focusInEvent(QFocusEvent* event)
{
    // Makes the first row the current one: no choice of the user's.
    const auto guard = m_selection->restoring();
    FlatTable::focusInEvent(event);
}

void RowTable::keyPressEvent(QKeyEvent* event)
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
        m_state->focus().setHovered(std::nullopt);
    if (isEnter && current.isValid() && m_state->focus().pinned() == rowAt(current))
        zoomTo(rowAt(current));
    else if (current.isValid() && (isEnter || (isStep && !selectionModel()->hasSelection())))
        choose(current);
    else
        FlatTable::keyPressEvent(event);
}

void RowTable::choose(const QModelIndex& index)
{
    const RowId row = rowAt(index);
    m_state->focus().setSelected({row});
    m_state->focus().setPinned(row);
}

void RowTable::zoomTo(RowId row)
{
    m_state->axis().zoomTo(m_state->view()->rows.start[row], m_state->view()->rows.end[row]);
}

void RowTable::goToMatch(int by)
{
    const int rows = m_model->rowCount();
    if (rows == 0) {
        m_isGoing = true;
        m_finder->search(by);
        return;
    }
    const int from = selectionModel()->hasSelection() ? currentIndex().row() : by > 0 ? -1 : rows;
    m_state->focus().setHovered(std::nullopt);
    choose(m_model->index((from + by + rows) % rows, 0));
}

void RowTable::goToFound()
{
    if (!std::exchange(m_isGoing, false))
        return;
    const auto row = m_finder->found();
    if (!row) {
        emit nothingMatched();
        return;
    }
    m_state->axis().setCursor(m_state->view()->rows.start[*row]);
    m_state->focus().setPinned(row);
}

void RowTable::paintEvent(QPaintEvent* event)
{
    FlatTable::paintEvent(event);
    const QModelIndex current = currentIndex();
    if (!hasFocus() || !current.isValid() || selectionModel()->isRowSelected(current.row()))
        return;
    QPainter painter(viewport());
    painter.setPen(colorsFor(palette()).highlight);
    painter.drawRect(0, rowViewportPosition(current.row()), viewport()->width() - 1, rowHeight(current.row()) - 1);
}

QMenu* RowTable::makeMenu(RowId row)
{
    auto* menu = new QMenu(this);
    addRowActions(*menu, m_state, row);
    menu->addSeparator();
    const auto add = [&](const char* name, const QString& text, auto&& act) {
        menu->addAction(text, this,
                        [this, item = m_state->focus().refer(row), act] {
                            if (m_state->focus().find(item))
                                (this->*act)();
                        })
            ->setObjectName(QLatin1String(name));
    };
    add("copyRows", tr("Copy Rows"), &RowTable::copyRows);
    add("copyRowsPlain", tr("Copy Rows with Plain Bytes"), &RowTable::copyRowsPlain);
    add("copyRowsAsCsv", tr("Copy as CSV"), &RowTable::copyRowsAsCsv);
    menu->addSeparator();
    QMenu* columns = menu->addMenu(tr("Columns"));
    columns->setObjectName(QStringLiteral("columns"));
    m_header->addColumnActions(columns);
    connect(m_state, &ViewState::viewChanged, menu, &QWidget::close);
    return menu;
}

void RowTable::contextMenuEvent(QContextMenuEvent* event)
{
    const bool isByKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = isByKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid())
        return;
    QMenu* menu = makeMenu(rowAt(index));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->popup(isByKey ? viewport()->mapToGlobal(visualRect(index).center()) : event->globalPos());
}

RowExport RowTable::shown() const
{
    return {m_model->view(), m_state->meanings(), m_model->rows(), describeRows(m_model->rows().size())};
}

QString RowTable::describeRows(std::size_t count) const
{
    const auto number = [](std::size_t value) { return grouped(static_cast<std::int64_t>(value)); };
    const std::size_t all = m_model->all().rows;
    const QString rows
        = count == all ? tr("%1 rows").arg(number(count)) : tr("%1 of %2 rows").arg(number(count), number(all));
    if (m_state->isEmpty() || m_state->view()->axis.kind == AxisKind::None)
        return rows;
    return rows + QStringLiteral(", ") + cellText(m_state->view()->axis, m_state->cursor());
}

void RowTable::copyRowsAsCsv()
{
    RowExport selected = shown();
    selected.rows.clear();
    for (const int row : selectedRows())
        selected.rows.push_back(m_model->rows()[static_cast<std::size_t>(row)]);
    if (selected.rows.empty())
        return;
    std::ostringstream csv;
    writeCsv(csv, selected);
    copy(QString::fromStdString(csv.str()), selected.rows.size());
}

} // namespace tidemark::ui
