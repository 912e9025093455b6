#include "ui/tables/buffer_model.h"

#include "ui/widgets/fonts.h"

#include <algorithm>

namespace tidemark::ui {

BufferModel::BufferModel(const ViewState* state, const BufferFacts* facts, QObject* parent)
    : QAbstractTableModel(parent)
    , m_state(state)
    , m_facts(facts)
{
    connect(state, &ViewState::timelineChanged, this, &BufferModel::reload);
    connect(state, &ViewState::cursorChanged, this, &BufferModel::reload);
    connect(state, &ViewState::unitChanged, this, &BufferModel::reload);
    reload();
}

void BufferModel::reload()
{
    beginResetModel();
    m_timeline = m_state->timeline();
    m_rows = m_state->live();
    m_largest = 0;
    m_totals = {};
    m_totals.rows = static_cast<int>(m_rows.size());
    for (const LiveRow& live : m_rows) {
        const std::int64_t size = m_timeline->rows[live.row.value].size;
        m_largest = std::max(m_largest, size);
        m_totals.size += size;
        m_totals.overlap += live.overlap;
    }
    endResetModel();
}

int BufferModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int BufferModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kBufferColumns;
}

int BufferModel::rowOf(std::uint32_t timelineRow) const
{
    const auto found = std::ranges::find(m_rows, RowId(timelineRow), &LiveRow::row);
    return found == m_rows.end() ? -1 : static_cast<int>(found - m_rows.begin());
}

QVariant BufferModel::data(const QModelIndex& index, int role) const
{
    // Between a change of the state and the reset that follows it, rows mean nothing.
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || m_timeline != m_state->timeline())
        return {};
    const BufferCell at = cell(index.row());
    const auto column = static_cast<BufferColumn>(index.column());
    const BufferRow& row = at.row();
    switch (role) {
    case Qt::DisplayRole:
        return cellText(at, column);
    case Qt::ToolTipRole:
        return cellToolTip(at, column);
    case Qt::TextAlignmentRole:
        return QVariant::fromValue(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
    case Qt::FontRole:
        return isMonospace(column) ? QVariant(monospaceFont()) : QVariant();
    case SortRole:
        return sortKey(at, column);
    case RowRole:
        return at.live.row.value;
    case KindRole:
        return static_cast<int>(kindOf(m_timeline->plan->assignment().allocations[row.allocation]));
    case BarRole:
        if (column == BufferColumn::Size)
            return m_largest > 0 ? static_cast<double>(row.size) / static_cast<double>(m_largest) : 0.0;
        return {};
    case LifetimeRole:
        if (column == BufferColumn::Lifetime) {
            const double steps = m_timeline->steps;
            return QVariant::fromValue(Lifetime{row.start / steps, row.end / steps, m_state->cursor() / steps});
        }
        return {};
    case PlainRole:
        return plainText(at, column);
    case HoveredRole:
        return m_state->hovered() == at.live.row.value;
    default:
        return {};
    }
}

QVariant BufferModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= kBufferColumns)
        return {};
    const auto column = static_cast<BufferColumn>(section);
    if (role == Qt::DisplayRole)
        return columnTitle(column);
    if (role == Qt::ToolTipRole)
        return columnHelp(column);
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue(Qt::AlignVCenter | (isNumber(column) ? Qt::AlignRight : Qt::AlignLeft));
    if (role == Qt::InitialSortOrderRole)
        return isSize(column) ? Qt::DescendingOrder : Qt::AscendingOrder;
    return {};
}

} // namespace tidemark::ui
