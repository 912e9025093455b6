#pragma once

#include "ui/pages/workers/worker_fields.h"
#include "ui/state/units.h"

#include <QAbstractTableModel>

namespace tidemark::ui {

/// The table of workers, or the three rows above it: least, mean and largest value.
class WorkersModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum class Rows { Workers, Ranges };

    WorkersModel(Rows rows, const Units* units, QObject* parent = nullptr);

    void setTable(std::shared_ptr<const WorkerTable> table);
    const std::shared_ptr<const WorkerTable>& table() const { return m_table; }
    /// Sets the bytes of a full bar; 0 means no bars.
    void setScale(std::int64_t bytes);
    /// The text of these columns in lower case.
    QString searchText(int row, const std::vector<int>& columns) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    const WorkerField& field(const QModelIndex& index) const
    {
        return m_table->fields[static_cast<std::size_t>(index.column())];
    }
    std::optional<std::int64_t> bytesOf(const QModelIndex& index) const;
    std::int64_t changeOf(const QModelIndex& index) const;
    QString cellText(const QModelIndex& index) const;
    QString toolTip(const QModelIndex& index) const;
    QVariant sortKey(const QModelIndex& index) const;
    QVariant tone(const QModelIndex& index) const;

    const Rows m_rows;
    const Units* m_units;
    std::shared_ptr<const WorkerTable> m_table;
    std::int64_t m_scale = 0;
};

} // namespace tidemark::ui
