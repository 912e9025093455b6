#include "ui/tables/buffer_proxy.h"

namespace tidemark::ui {

BufferProxy::BufferProxy(const ViewState* state, BufferModel* model, QObject* parent)
    : QSortFilterProxyModel(parent)
    , m_state(state)
    , m_model(model)
{
    setSortRole(BufferModel::SortRole);
    setSourceModel(model);
    connect(state, &ViewState::filterChanged, this, [this] { invalidateRowsFilter(); });
}

void BufferProxy::setKind(std::optional<BufferKind> kind)
{
    if (kind == m_kind)
        return;
    m_kind = kind;
    invalidateRowsFilter();
}

BufferModel::Totals BufferProxy::shownTotals() const
{
    BufferModel::Totals totals;
    totals.rows = rowCount();
    for (int i = 0; i < totals.rows; ++i) {
        const BufferCell cell = m_model->cell(mapToSource(index(i, 0)).row());
        totals.size += cell.row().size;
        totals.overlap += cell.live.overlap;
    }
    return totals;
}

bool BufferProxy::filterAcceptsRow(int row, const QModelIndex&) const
{
    return accepts(m_model->liveRow(row).row.value);
}

bool BufferProxy::accepts(std::uint32_t timelineRow) const
{
    const auto& timeline = m_state->timeline();
    if (!timeline || timelineRow >= timeline->rows.size())
        return false;
    const BufferRow& row = timeline->rows[timelineRow];
    if (m_kind && kindOf(timeline->plan->assignment().allocations[row.allocation]) != *m_kind)
        return false;
    return m_state->matchesFilter(timelineRow);
}

bool BufferProxy::lessThan(const QModelIndex& left, const QModelIndex& right) const
{
    const QVariant a = left.data(BufferModel::SortRole);
    const QVariant b = right.data(BufferModel::SortRole);
    if (a.userType() == QMetaType::QString)
        return a.toString() < b.toString();
    return a.toLongLong() < b.toLongLong();
}

} // namespace tidemark::ui
