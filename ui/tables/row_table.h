#pragma once

#include "ui/session/task_runner.h"
#include "ui/tables/column_header.h"
#include "ui/tables/flat_table.h"
#include "ui/tables/kept_selection.h"
#include "ui/tables/match_finder.h"
#include "ui/tables/row_export.h"
#include "ui/tables/row_model.h"

namespace tidemark::ui {

/// The table of the rows live at the cursor: hovering a row hovers it everywhere; a click, an arrow key or Enter
/// selects and pins it; a double-click, or Enter on the pinned one, zooms to its life. The line of a group stands for
/// its rows: a click selects them, its arrow, a double-click, Enter, → and ← open and close it.
class RowTable : public FlatTable
{
    Q_OBJECT

public:
    explicit RowTable(ViewState* state, QWidget* parent = nullptr);

    RowModel* rows() const { return m_model; }
    ColumnHeader* columns() const { return m_header; }
    MatchFinder* finder() const { return m_finder; }
    /// One that is of no use where the table stands.
    void leaveOut(RowColumn column);
    /// Sums over the rows selected and shown.
    const RowTotals& selectedTotals() const { return m_selection->totals(); }
    /// The rows that pass the filter, in the order shown. REQUIRES: a view
    RowExport shown() const;
    /// What a right click offers for a row, or for a group without one; the caller owns it. It does nothing once
    /// another view is shown.
    QMenu* makeMenu(std::optional<RowId> row);

public slots:
    /// A little later: the rows may be many, and what they are of not known yet.
    void copyRowsAsCsv();
    /// Selects and pins the next of the rows shown (−1: the one before), from the last on to the first. Where the
    /// filter leaves no row, goes to the nearest step that has a match, or tells nothingMatched(), both perhaps a
    /// little later.
    void goToMatch(int by);

signals:
    void selectionSumsChanged();
    void nothingMatched(); // no row of the view passes the filter
    /// The clipboard is as it was; why, in words.
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
    std::optional<RowId> rowAt(const QModelIndex& index) const { return m_model->rowAt(index.row()); }
    void refreshHovered();
    void hoverAt(QPoint at);
    void choose(const QModelIndex& index);
    bool isOnArrow(const QModelIndex& index, QPoint at) const;
    /// Opens or closes the group of a line, which stays the current one.
    void setOpen(int line, bool open);
    /// True where the key opened, closed or left a group.
    bool takeGroupKey(int key, int line);
    void zoomTo(RowId row);
    void goToFound();
    void refreshColumns();

    ViewState* m_state;
    MatchFinder* m_finder; // before the model, which makes others ask: what was found before is forgotten by then
    RowModel* m_model;
    ColumnHeader* m_header;
    KeptSelection* m_selection = nullptr; // made when the table has its model
    std::optional<RowColumn> m_leftOut;
    std::optional<QPoint> m_pointer; // while it is over the rows
    TaskRunner m_copying;
    bool m_isGoing = false; // to what the finder finds
};

} // namespace tidemark::ui
