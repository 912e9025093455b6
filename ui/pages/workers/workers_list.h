#pragma once

#include "ui/pages/workers/worker_table.h"
#include "ui/state/units.h"

#include <QWidget>

#include <set>

class QLabel;

namespace tidemark::ui {

class FlatTable;
class GridModel;

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
    /// Lists only the workers that differ from most others, if there are any.
    void showOnlyDiffering(bool only);
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

private:
    void followHeader();
    void makeHeader();
    void applyFilter();
    /// Before and after the lines change: selects the same workers in other lines. One stays selected for the details,
    /// as long as one is shown.
    void remember();
    void restore();
    void refreshNothing();

    const Units* m_units;
    std::shared_ptr<const WorkerTable> m_table; // null: none yet
    std::int64_t m_scale = 0; // bytes of a full bar; 0: there are no bars
    GridModel* m_rangesModel;
    GridModel* m_model;
    FlatTable* m_ranges;
    FlatTable* m_workers;
    QLabel* m_nothing; // covers the table when no worker passes the filter
    QWidget* m_besideRanges; // as wide as the scroll bar below it
    ColumnHeader* m_header = nullptr;
    std::vector<QString> m_columns; // columns that the header is set up for
    bool m_isOnlyDiffering = false;
    QString m_filter;
    std::vector<int> m_searched; // columns that the filter searches
    std::optional<std::size_t> m_before; // the current worker before the last change, if there was one
    std::set<std::size_t> m_selected; // the selected workers before the last change
};

} // namespace tidemark::ui
