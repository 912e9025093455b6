#pragma once

#include "ui/session/task_runner.h"
#include "ui/state/view_state.h"
#include "ui/tables/column_header.h"
#include "ui/tables/flat_table.h"
#include "ui/tables/row_export.h"
#include "ui/tables/row_model.h"

#include <QScopedValueRollback>

class QTableView;

namespace tidemark::ui {

/// Finds the nearest row that passes the filter and is not live at the cursor. Looks at rows in the order of their
/// births, a few thousand at a time between other events, because the first look at a row describes it.
class MatchFinder : public QObject
{
    Q_OBJECT

public:
    static constexpr std::uint32_t kSlice = 4096; // rows

    explicit MatchFinder(ViewState* state, QObject* parent = nullptr);

    /// Searches from the cursor forwards, or backwards if by < 0, and wraps around at the end. Looks at the first slice
    /// before it returns. Always emits finished(), later if the first slice was not enough. A known result is not
    /// searched again.
    void search(int by);
    bool isSearching() const { return m_left > 0; }
    /// nullopt during a search, and if no row of the view passes.
    const std::optional<RowId>& found() const { return m_found; }

signals:
    void finished();

private:
    void forget();
    void reorder();
    void lookOn();

    ViewState* m_state;
    std::vector<std::uint32_t> m_births; // rows, by birth
    std::vector<std::uint32_t> m_firstBirth; // per cell, its first position in m_births; one more entry for the end
    int m_by = 0; // 0: no search was requested
    std::uint32_t m_next = 0; // in m_births
    std::uint32_t m_left = 0; // rows still to look at
    std::optional<RowId> m_found;
    quint64 m_search = 0; // distinguishes queued slices of different searches
};

/// Synchronizes the selection of a row table with Focus::selected. The focus is authoritative: it keeps rows that the
/// table does not show while cursor or filter change, and they are selected again when the table shows them again.
class KeptSelection : public QObject
{
    Q_OBJECT

public:
    /// REQUIRES: a table that shows the model
    KeptSelection(ViewState* state, RowModel* model, QTableView* table);

    /// Returns whether the table's selection or current row is changing for another reason than a user action.
    bool isRestoring() const { return m_isRestoring; }
    const RowTotals& totals() const { return m_totals; }
    /// While the result exists, changes of the table do not count as user actions.
    QScopedValueRollback<bool> restoring() { return QScopedValueRollback(m_isRestoring, true); }

signals:
    void changed(); // totals()

private:
    void take();
    void show();
    void sum();
    void remember();
    void restore();
    void follow();

    ViewState* m_state;
    RowModel* m_model;
    QTableView* m_table;
    std::shared_ptr<const View> m_view; // the view that the table showed last
    std::vector<RowId> m_last; // selected rows as last shown
    RowTotals m_totals;
    bool m_isRestoring = false;
    bool m_isSeen = false; // the current row was visible before a model reset
};

/// The table of the listed rows. Hovering a row hovers it in all views. A click, an arrow key or Enter
/// selects and pins a row. A double click, or Enter on the pinned row, zooms to its life. The line of a group
/// represents its rows: a click selects them; its arrow, a double click, Enter, → and ← open and close it.
class RowTable : public FlatTable
{
    Q_OBJECT

public:
    explicit RowTable(ViewState* state, QWidget* parent = nullptr);

    RowModel* rows() const { return m_model; }
    ColumnHeader* columns() const { return m_header; }
    MatchFinder* finder() const { return m_finder; }
    /// Hides a column that is useless where this table is used.
    void leaveOut(RowColumn column);
    const RowTotals& selectedTotals() const { return m_selection->totals(); }
    /// The rows that pass the filter, in the shown order. REQUIRES: a view
    RowExport shown() const;
    /// Makes the context menu of a row, or of a group if there is no row. The caller owns it. Its actions do nothing
    /// once another view is shown.
    QMenu* makeMenu(std::optional<RowId> row);

public slots:
    /// Copies in the background, because there may be many rows and their meanings may not be known yet.
    void copyRowsAsCsv();
    /// Selects and pins the next shown row, or the previous one if by is −1, and wraps around. If no shown row passes
    /// the filter, goes to the nearest step with a match, or emits nothingMatched(). Both may happen a little later.
    void goToMatch(int by);

signals:
    void selectionSumsChanged();
    void nothingMatched(); // no row of the view passes the filter
    /// Copying failed and the clipboard is unchanged. `text` is the reason.
    void copyFailed(const QString& text);

protected:
    void leaveEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    QString describeRows(std::size_t count) const override;

private:
    /// None for an invalid index and for the line of a group.
    std::optional<RowId> rowAt(const QModelIndex& index) const;
    void refreshHovered();
    void hoverAt(QPoint at);
    void choose(const QModelIndex& index);
    /// Opens or closes the group of a line. The line stays the current one.
    void setOpen(int line, bool open);
    /// Returns true if the key opened, closed or left a group.
    bool takeGroupKey(int key, int line);
    void zoomTo(RowId row);
    void goToFound();
    void refreshColumns();
    void fitColumns();

    ViewState* m_state;
    MatchFinder* m_finder;
    RowModel* m_model;
    ColumnHeader* m_header;
    KeptSelection* m_selection = nullptr; // made after the table has its model
    std::optional<RowColumn> m_leftOut;
    std::string m_fittedWay; // how rows were grouped when the columns got their widths
    bool m_isFittedToGroups = false;
    std::optional<QPoint> m_pointer; // set while the pointer is over the rows
    TaskRunner m_copying;
    bool m_isGoing = false; // the cursor will move to the finder's result
};

} // namespace tidemark::ui
