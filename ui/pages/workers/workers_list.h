#pragma once

#include "ui/pages/workers/worker_table.h"
#include "ui/state/units.h"

#include <QAbstractTableModel>
#include <QWidget>

class QLabel;
class QSortFilterProxyModel;

namespace tidemark::ui {

class FlatTable;

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
    /// REQUIRES: Rows::Workers
    const Worker& workerOf(const QModelIndex& index) const
    {
        return m_table->workers->list[static_cast<std::size_t>(index.row())];
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

/// The table of workers. The rows for the least, mean and largest values stay above the workers and share their header.
/// Workers are identified by their index in Workers::list.
class WorkersList : public QWidget
{
    Q_OBJECT

public:
    WorkersList(const Units* units, QWidget* parent);

    /// Returns whether the previously selected worker still exists and is selected.
    bool setTable(std::shared_ptr<const WorkerTable> table);
    /// Sets the bytes of a full bar: a capacity, or else the largest peak.
    void setScale(std::int64_t bytes);
    /// Shows only workers with every word in name, program, session or path, if these columns are shown.
    void setFilter(const QString& text);
    /// The shown workers in table order.
    std::vector<std::size_t> shown() const;
    std::optional<std::size_t> current() const;
    void setCurrent(std::size_t worker);
    FlatTable* table() const { return m_workers; }
    /// The height with one row for each worker, regardless of the filter. REQUIRES: a table
    int fullHeight() const;
    /// Adds actions that choose the shown columns. REQUIRES: a table
    void addColumnActions(QMenu* menu) { m_header->addColumnActions(menu); }

signals:
    void currentChanged();
    void shownChanged(); // other workers are shown, or in another order
    void opened(std::size_t worker); // by a double-click or Enter
    void clearRequested(); // the user clears the filter

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void followHeader();
    void makeHeader();
    void applyFilter();
    /// Keeps one worker selected for the details, as long as one is shown.
    void keepOneSelected();
    void refreshNothing();
    QModelIndex indexOf(std::size_t worker) const;
    std::optional<std::size_t> find(const Worker& wanted) const;

    WorkersModel* m_rangesModel;
    WorkersModel* m_model;
    QSortFilterProxyModel* m_sorted;
    FlatTable* m_ranges;
    FlatTable* m_workers;
    QLabel* m_nothing; // covers the table when no worker passes the filter
    QWidget* m_besideRanges; // as wide as the scroll bar below it
    ColumnHeader* m_header = nullptr;
    std::vector<QString> m_columns; // columns that the header is set up for
    QString m_filter;
    std::vector<int> m_searched; // columns that the filter searches
    std::optional<std::size_t> m_before; // the selected worker before the last change
};

} // namespace tidemark::ui
