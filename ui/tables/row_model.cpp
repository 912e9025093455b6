#include "ui/tables/row_model.h"

#include "ui/state/row_columns.h"
#include "ui/state/row_history.h"
#include "ui/tables/cell_text.h"
#include "ui/theme/tool_tip.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

QVariant alignment(const ColumnInfo& column)
{
    return QVariant::fromValue(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
}

} // namespace

RowModel::RowModel(const ViewState* state, QObject* parent)
    : QAbstractTableModel(parent)
    , m_state(state)
{
    connect(state, &ViewState::viewChanged, this, &RowModel::reload);
    connect(state, &ViewState::liveChanged, this, &RowModel::reload);
    connect(&state->filter(), &Filter::changed, this, &RowModel::reload);
    connect(state, &ViewState::meaningsChanged, this, &RowModel::takeMeanings);
    connect(state, &ViewState::usesChanged, this, &RowModel::takeUses);
    connect(&state->units(), &Units::changed, this, &RowModel::refreshCells);
    connect(&state->colorBy(), &ColorBy::changed, this, &RowModel::refreshCells);
    reload();
}

void RowModel::reload()
{
    beginResetModel();
    if (m_view != m_state->view()) {
        m_view = m_state->view();
        m_order.reset(m_view);
        m_order.setMeanings(m_state->meanings());
    }
    m_order.setUses(m_state->uses(), m_state->cursor());
    m_rows.clear();
    m_all = {};
    m_shown = {};
    m_largest = 0;
    for (const LiveRow& live : m_state->live()) {
        m_all.add(*m_view, live);
        m_largest = std::max(m_largest, m_view->rows.size[live.row]);
        if (!m_state->filter().matches(live.row))
            continue;
        m_shown.add(*m_view, live);
        m_rows.push_back(live);
    }
    m_order.sort(m_rows);
    endResetModel();
}

void RowModel::sort(int column, Qt::SortOrder order)
{
    if (column < 0 || column >= kRowColumns)
        return;
    m_order.set(static_cast<RowColumn>(column), order);
    reload();
}

void RowModel::takeMeanings()
{
    // Rows stay where they are unless they stand in the order of what is known now.
    if (m_order.setMeanings(m_state->meanings()))
        reload();
    else
        refreshCells();
}

void RowModel::takeUses()
{
    if (m_order.setUses(m_state->uses(), m_state->cursor()))
        reload();
    else
        refreshCells();
}

void RowModel::refreshCells()
{
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, kRowColumns - 1));
}

int RowModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RowModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kRowColumns;
}

QVariant RowModel::barOf(const LiveRow& live, RowColumn column) const
{
    if (column != RowColumn::Size || m_largest <= 0)
        return {};
    return static_cast<double>(m_view->rows.size[live.row]) / static_cast<double>(m_largest);
}

QVariant RowModel::categoryOf(const LiveRow& live, RowColumn column) const
{
    const RowMeanings* meanings = m_state->meanings().get();
    const bool isByType = m_state->colorBy().way() == ColorBy::Way::Type || column == RowColumn::Kind;
    if (!meanings || (isByType && column != RowColumn::Category))
        return {};
    return QByteArray::fromStdString(meanings->categoryOf(live.row).id);
}

QVariant RowModel::idleOf(const LiveRow& live, RowColumn column) const
{
    const bool hasOwnColour = column == RowColumn::Kind || column == RowColumn::Category;
    if (m_state->colorBy().way() != ColorBy::Way::Idle || hasOwnColour)
        return {};
    const auto idle = m_state->idle(live.row);
    return idle ? QVariant(idleShade(idle->steps)) : QVariant();
}

QVariant RowModel::lifeOf(const LiveRow& live, RowColumn column) const
{
    if (column != RowColumn::Lifetime)
        return {};
    const double cells = m_view->axis.count;
    return QVariant::fromValue(Life{m_view->rows.start[live.row].value / cells,
                                    m_view->rows.end[live.row].value / cells, m_state->cursor().value / cells});
}

QVariant RowModel::data(const QModelIndex& index, int role) const
{
    // Between a change of the state and the reset that follows it, rows mean nothing.
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || m_view != m_state->view())
        return {};
    const LiveRow& live = m_rows[static_cast<std::size_t>(index.row())];
    const auto column = static_cast<RowColumn>(index.column());
    const ColumnInfo& info = infoOf(column);
    switch (role) {
    case Qt::DisplayRole:
        return displayText(*m_state, live, column);
    case Qt::ToolTipRole:
        return plainToolTip(cellToolTip(*m_state, live, column));
    case Qt::TextAlignmentRole:
        return alignment(info);
    case SortRole:
        return sortKey(*m_state, live, column);
    case PlainRole:
        return plainText(*m_state, live, column);
    case MonospaceRole:
        return isMonospace(info);
    case ElideRole:
        return column == RowColumn::OpName || column == RowColumn::Source ? QVariant(Qt::ElideMiddle) : QVariant();
    case HueRole:
        return static_cast<int>(m_view->rows.kindOf(live.row).hue);
    case CategoryRole:
        return categoryOf(live, column);
    case IdleRole:
        return idleOf(live, column);
    case SwatchRole:
        return column == RowColumn::Kind || (column == RowColumn::Category && m_state->meanings());
    case BarRole:
        return barOf(live, column);
    case LifeRole:
        return lifeOf(live, column);
    case MutedRole:
        return column == RowColumn::Padding && info.number(*m_view, live) == 0;
    case HoveredRole:
        return m_state->focus().hovered() == live.row;
    case RowRole:
        return live.row.value;
    default:
        return {};
    }
}

QVariant RowModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kRowColumns)
        return {};
    const ColumnInfo& column = infoOf(static_cast<RowColumn>(section));
    if (role == Qt::DisplayRole)
        return columnTitle(column);
    if (role == Qt::ToolTipRole)
        return columnHelp(column, m_view ? m_view->axis : Axis());
    if (role == Qt::TextAlignmentRole)
        return alignment(column);
    if (role == Qt::InitialSortOrderRole)
        return column.holds == Holds::Bytes || column.moment ? Qt::DescendingOrder : Qt::AscendingOrder;
    return {};
}

} // namespace tidemark::ui
