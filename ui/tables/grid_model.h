#pragma once

#include "ui/state/units.h"
#include "ui/tables/grid.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

/// The model of a Grid. Bytes are written in the window's unit.
class GridModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit GridModel(const Units* units, QObject* parent = nullptr);

    void setGrid(Grid grid);
    const Grid& grid() const { return m_grid; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    /// Valid until a cell of another row is requested.
    const GridCell& cell(const QModelIndex& index) const;
    QString cellText(const QModelIndex& index) const;
    bool isNumber(int column) const;
    bool isMarked(const QModelIndex& index) const;

    const Units* m_units;
    Grid m_grid;
    mutable GridRow m_row; // the row made last
    mutable int m_rowAt = -1;
};

} // namespace tidemark::ui
