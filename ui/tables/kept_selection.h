#pragma once

#include "ui/tables/row_model.h"

#include <QScopedValueRollback>

class QTableView;

namespace tidemark::ui {

/// Keeps what a table of rows has selected and Focus::selected the same. The focus is the truth: it outlasts what the
/// table shows of it while cursor and filter change, and comes back with its rows. What is pinned is selected, until
/// something else is.
class KeptSelection : public QObject
{
    Q_OBJECT

public:
    /// REQUIRES: a table that shows the model
    KeptSelection(ViewState* state, RowModel* model, QTableView* table);

    /// The table's selection or current row changes, but not by the user.
    bool isRestoring() const { return m_isRestoring; }
    /// Sums over the rows selected and shown.
    const RowTotals& totals() const { return m_totals; }
    /// As long as this is kept, changes of the table are not the user's.
    QScopedValueRollback<bool> restoring() { return QScopedValueRollback(m_isRestoring, true); }

signals:
    void changed(); // totals()

private:
    void take();
    void show();
    void sum();
    void remember();
    void restore();
    void followPin();
    void follow();

    ViewState* m_state;
    RowModel* m_model;
    QTableView* m_table;
    std::shared_ptr<const View> m_view; // that the table showed last
    std::optional<RowId> m_followed; // the pinned row as last heard of
    std::vector<RowId> m_last; // selected, as last shown
    RowTotals m_totals;
    bool m_isRestoring = false;
    bool m_isSeen = false; // was in sight before a reset
};

} // namespace tidemark::ui
