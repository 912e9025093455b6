#pragma once

#include "ui/pages/runs/run_grid.h"
#include "ui/state/units.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

/// A table of the page, in the window's unit.
class RunGridModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit RunGridModel(const Units* units, QObject* parent = nullptr);

    void setGrid(RunGrid grid);
    const RunGrid& grid() const { return m_grid; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const RunCell& cell(const QModelIndex& index) const
    {
        return m_grid.rows[static_cast<std::size_t>(index.row())][static_cast<std::size_t>(index.column())];
    }
    QString cellText(const QModelIndex& index) const;
    bool isMarked(const QModelIndex& index) const;

    const Units* m_units;
    RunGrid m_grid;
};

} // namespace tidemark::ui
