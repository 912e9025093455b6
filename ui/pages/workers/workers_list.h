#pragma once

#include "ui/pages/workers/workers_model.h"

#include <QWidget>

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
    /// Only workers that hold every word in name, program, session or path.
    void setFilter(const QString& text);
    /// As they stand in the table.
    std::vector<std::size_t> shown() const;
    std::optional<std::size_t> current() const;
    void setCurrent(std::size_t worker);
    FlatTable* table() const { return m_workers; }
    /// Which columns are shown. REQUIRES: a table
    void addColumnActions(QMenu* menu) { m_header->addColumnActions(menu); }

signals:
    void currentChanged();
    void shownChanged(); // others, or in another order
    void opened(std::size_t worker); // by a double click or Enter

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void followHeader();
    void makeHeader();
    QModelIndex indexOf(std::size_t worker) const;
    std::optional<std::size_t> find(const Worker& wanted) const;

    WorkersModel* m_rangesModel;
    WorkersModel* m_model;
    QSortFilterProxyModel* m_sorted;
    FlatTable* m_ranges;
    FlatTable* m_workers;
    QWidget* m_besideRanges; // as wide as the scroll bar below it
    ColumnHeader* m_header = nullptr;
    std::vector<QString> m_columns; // that the header is made for
};

} // namespace tidemark::ui
