#pragma once

#include "ui/state/view_state.h"
#include "ui/tables/row_order.h"
#include "ui/tables/table_roles.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

/// Sums over rows at a step; occupied = size − overlap.
struct RowTotals {
    std::size_t rows = 0;
    std::int64_t size = 0;
    std::int64_t overlap = 0;
    std::int64_t occupied() const { return size - overlap; }

    void add(const View& view, const LiveRow& live)
    {
        ++rows;
        size += view.rows.size[live.row];
        overlap += live.overlap;
    }
};

/// The rows live at the cursor that pass the filter, in the order of a column. Follows the state: each change makes the
/// list anew, once, in one pass and a sort. A section for each RowColumn, whatever the view fills.
class RowModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Role { RowRole = FirstOwnRole }; // the number of RowId

    explicit RowModel(const ViewState* state, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// As shown, from top to bottom. All of one view, until the reset that follows another.
    const std::vector<LiveRow>& rows() const { return m_rows; }
    const std::shared_ptr<const View>& view() const { return m_view; }
    const RowTotals& all() const { return m_all; } // live at the cursor
    const RowTotals& shown() const { return m_shown; }

private:
    void reload();
    QVariant barOf(const LiveRow& live, RowColumn column) const;
    QVariant idleOf(const LiveRow& live, RowColumn column) const;
    QVariant lifeOf(const LiveRow& live, RowColumn column) const;
    void takeMeanings();
    void takeUses();
    void refreshCells();
    QVariant categoryOf(const LiveRow& live, RowColumn column) const;

    const ViewState* m_state;
    std::shared_ptr<const View> m_view;
    std::vector<LiveRow> m_rows;
    RowOrder m_order;
    RowTotals m_all;
    RowTotals m_shown;
    std::int64_t m_largest = 0;
};

} // namespace tidemark::ui
