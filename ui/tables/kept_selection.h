#pragma once

#include "ui/tables/row_model.h"

#include <QScopedValueRollback>

class QTableView;

namespace tidemark::ui {

/// Synchronizes the selection of a row table with Focus::selected. The focus is authoritative: it keeps rows that the
/// table does not show while cursor or filter change, and they are selected again when the table shows them again.
class KeptSelection : public QObject
{
    Q_OBJECT

public:
    /// REQUIRES: a table that shows the model
    KeptSelection(ViewState* state, RowModel* model, QTableView* table);

    /// Returns whether the table's selection or current row is changing for another reason than a user action.
    bool isRestoring() const { return m_isRestoring; }
    /// Sums over the selected rows that are shown.
    const RowTotals& totals() const { return m_totals; }
    /// While the result exists, changes of the table do not count as user actions.
    QScopedValueRollback<bool> restoring() { return QScopedValueRollback(m_isRestoring, true); }

signals:
    void changed(); // totals()

private:
    void take();
    void show();
    void sum();
    void remember();
    void restore();
    void follow();

    ViewState* m_state;
    RowModel* m_model;
    QTableView* m_table;
    std::shared_ptr<const View> m_view; // the view that the table showed last
    std::vector<RowId> m_last; // selected rows as last shown
    RowTotals m_totals;
    bool m_isRestoring = false;
    bool m_isSeen = false; // the current row was visible before a model reset
};

} // namespace tidemark::ui
