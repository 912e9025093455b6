#pragma once

#include "ui/tables/buffer_model.h"

#include <QSortFilterProxyModel>

namespace tidemark::ui {

/// Sorts the live buffers, equal ones in program order, and leaves out those that the filter or the chosen type
/// excludes.
class BufferProxy : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    BufferProxy(const ViewState* state, BufferModel* model, QObject* parent = nullptr);

    /// nullopt: all types.
    void setKind(std::optional<BufferKind> kind);
    std::optional<BufferKind> kind() const { return m_kind; }

    /// Sums over the rows that pass.
    BufferModel::Totals shownTotals() const;
    /// Whether a row of the timeline passes filter and kind, live at the cursor or not.
    bool accepts(std::uint32_t timelineRow) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    const ViewState* m_state;
    BufferModel* m_model;
    std::optional<BufferKind> m_kind;
};

} // namespace tidemark::ui
