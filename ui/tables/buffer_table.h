#pragma once

#include "ui/tables/buffer_proxy.h"

#include <QTableView>

#include <map>

namespace tidemark::ui {

/// The table of the live buffers: hovering a row hovers its buffer; a click, an arrow key or Enter selects and pins it;
/// a double-click, or Enter on the pinned one, zooms to its life. Keeps the selection when the step cursor moves, as
/// far as the buffers are live there, and when the same program is read again.
class BufferTable : public QTableView
{
    Q_OBJECT

public:
    BufferTable(ViewState* state, const BufferFacts* facts, QWidget* parent = nullptr);

    BufferProxy* proxy() const { return m_proxy; }
    BufferModel* buffers() const { return m_model; }
    std::vector<std::uint32_t> selectedBuffers() const;
    void selectBuffers(const std::vector<std::uint32_t>& rows);
    BufferModel::Totals selectedTotals() const;
    /// The rows that pass the filter, in the order shown.
    std::vector<LiveRow> shownRows() const;

    /// Fewer columns, unless the user chose them.
    void setNarrow(bool narrow);
    QByteArray saveColumns() const;
    void restoreColumns(const QByteArray& state);
    void resetColumns();
    void addColumnActions(QMenu* menu);

public slots:
    void copyRows();
    void copyRowsPlain();
    void copyRowsAsCsv();
    /// Selects and pins the next of the rows shown (−1: the one before), from the last on to the first. Where the
    /// filter leaves no row, the cursor goes to the nearest step that has a match. False when no buffer of the program
    /// matches.
    bool goToMatch(int by);

signals:
    void selectionSumsChanged();

protected:
    void leaveEvent(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;

private:
    std::uint32_t bufferAt(const QModelIndex& index) const;
    QList<QModelIndex> rowsToCopy() const;
    QList<int> shownColumns() const;
    void setColumnChosen(BufferColumn column, bool isShown);
    /// Where it gets narrow, the shape gives way first.
    void fitShape();
    void onSectionResized(int column);
    void hoverAt(QPoint at);
    void choose(const QModelIndex& index);
    std::optional<std::uint32_t> matchElsewhere(int by) const;
    void followPin();
    void restoreSelection();
    void showSelection();

    ViewState* m_state;
    const BufferFacts* m_facts;
    BufferModel* m_model;
    BufferProxy* m_proxy;
    std::shared_ptr<const SpaceTimeline> m_timeline; // that the selection belongs to
    std::vector<std::uint32_t> m_kept; // selected, at this step or when they live again
    std::optional<std::uint32_t> m_followed; // the pinned row as last heard of
    bool m_isSelectionSeen = false; // was in view before a reset
    std::map<BufferColumn, bool> m_chosen; // columns the user turned on or off
    bool m_isNarrow = false;
    bool m_isShapeChosen = false; // its width, by the user
    bool m_isFitting = false;
    bool m_isRestoring = false;
};

/// Shows the steps of a row's life with some room around it.
void zoomToLife(ViewState& state, std::uint32_t row);

} // namespace tidemark::ui
