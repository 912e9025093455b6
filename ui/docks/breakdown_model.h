#pragma once

#include "core/xla/programs/breakdown.h"
#include "ui/state/view_state.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

/// The level at the step cursor by groups of buffers; the last row is the total, which the groups add up to.
class BreakdownModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Count, Bar, Size, Share, ColumnCount };
    enum Role {
        ShareRole = Qt::UserRole, // double in [0, 1] of the largest group
        KindRole, // int of BufferKind; none when grouped by opcode
        TotalRole, // bool
    };

    explicit BreakdownModel(const ViewState* state, QObject* parent = nullptr);

    BreakdownBy by() const { return m_by; }
    void setBy(BreakdownBy by);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void reload();
    QString cellText(const BreakdownRow& row, Column column) const;

    const ViewState* m_state;
    BreakdownBy m_by = BreakdownBy::Type;
    std::vector<BreakdownRow> m_rows; // the total last
};

} // namespace tidemark::ui
