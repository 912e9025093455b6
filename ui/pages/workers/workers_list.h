#pragma once

#include "ui/pages/workers/workers_model.h"

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;

namespace tidemark::ui {

class FlatTable;

/// The table of workers: least, mean and most stay above the workers and share their header. Workers are positions in
/// Workers::list.
class WorkersList : public QWidget
{
    Q_OBJECT

public:
    WorkersList(const Units* units, QWidget* parent);

    /// True: the worker selected before is still there, and selected.
    bool setTable(std::shared_ptr<const WorkerTable> table);
    /// What a full bar is: a capacity, or else the largest peak.
    void setScale(std::int64_t bytes);
    /// Only workers that hold every word in name, program, session or path, as far as these are shown.
    void setFilter(const QString& text);
    /// As they stand in the table.
    std::vector<std::size_t> shown() const;
    std::optional<std::size_t> current() const;
    void setCurrent(std::size_t worker);
    FlatTable* table() const { return m_workers; }
    /// With a row for every worker, whatever the filter takes away. REQUIRES: a table
    int fullHeight() const;
    /// Which columns are shown. REQUIRES: a table
    void addColumnActions(QMenu* menu) { m_header->addColumnActions(menu); }

signals:
    void currentChanged();
    void shownChanged(); // others, or in another order
    void opened(std::size_t worker); // by a double click or Enter
    void clearRequested(); // of the filter

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void followHeader();
    void makeHeader();
    void applyFilter();
    /// As long as there is a worker, one is shown beside the table.
    void keepOneSelected();
    void refreshNothing();
    QModelIndex indexOf(std::size_t worker) const;
    std::optional<std::size_t> find(const Worker& wanted) const;

    WorkersModel* m_rangesModel;
    WorkersModel* m_model;
    QSortFilterProxyModel* m_sorted;
    FlatTable* m_ranges;
    FlatTable* m_workers;
    QLabel* m_nothing; // over the table when no worker passes the filter
    QWidget* m_besideRanges; // as wide as the scroll bar below it
    ColumnHeader* m_header = nullptr;
    std::vector<QString> m_columns; // that the header is made for
    QString m_filter;
    std::vector<int> m_searched; // columns that the filter looks in
    std::optional<std::size_t> m_before; // selected when something was shown last
};

} // namespace tidemark::ui
