#pragma once

#include "core/view/view.h"
#include "ui/state/units.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

/// The rows that a rule takes, with the category that each row has without the rule.
class TakenModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Size, Before, ColumnCount };

    TakenModel(std::shared_ptr<const View> view, ByteUnit unit, QObject* parent = nullptr);

    /// `builtIn` belongs to the view. It may be null if there are no rows.
    void setRows(std::vector<LiveRow> rows, std::shared_ptr<const RowMeanings> builtIn);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:

    std::shared_ptr<const View> m_view;
    ByteUnit m_unit;
    std::vector<LiveRow> m_rows;
    std::shared_ptr<const RowMeanings> m_builtIn;
};

} // namespace tidemark::ui
