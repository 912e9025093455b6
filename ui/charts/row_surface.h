#pragma once

#include "core/view/axis.h"
#include "core/view/rows.h"
#include "ui/charts/tip_box.h"
#include "ui/state/view_state.h"

#include <QWidget>

#include <functional>
#include <vector>

class QMenu;

namespace tidemark::ui {

class ChartNavigation;

/// Adds the actions for a step of the chart. An action that is chosen after the view has changed does nothing.
void addStepActions(QMenu& menu, ViewState* state, ChartNavigation* navigation, StepId step,
                    const std::function<void()>& exportPicture);

class ViewState;

/// Adds the actions for a row, the same in every place that shows rows: pin, zoom to its life, select or filter similar
/// rows, copy. An action that is chosen after the view has changed does nothing. Names of the actions: pin, zoom,
/// similar, filterOp, filterShape, filterKind, filterCategory, copyName, copyDetails.
void addRowActions(QMenu& menu, ViewState* state, RowId row);

/// The place to which an arrow key, Home or End goes from the place `at` of `count` places. Other keys: none.
std::optional<std::size_t> placeAfter(int key, std::optional<std::size_t> at, std::size_t count);

/// A widget that draws rows as boxes. The row under the pointer is highlighted in all views and has a tip. A click pins
/// a row, a double click zooms to its life, a right click opens its menu. The left and right arrow keys, Home and End
/// go from row to row; Enter and the space bar pin a row.
class RowSurface : public QWidget
{
    Q_OBJECT

public:
    RowSurface(ViewState* state, QWidget* parent, MovingTip::Room tips = MovingTip::Room::Screen);

    virtual std::optional<RowId> rowAt(const QPointF& at) const = 0;
    const MovingTip& tip() const { return *m_tip; }

protected:
    ViewState* state() const { return m_state; }
    /// The rows in the order in which the arrow keys visit them.
    virtual std::vector<RowId> rowsInOrder() const { return {}; }
    /// The lines of the tip at a position of the widget; empty for none.
    virtual QStringList tipAt(const QPointF& at) const;
    void showTip(const QPoint& globalAt, const QStringList& lines) { m_tip->show(globalAt, lines); }
    void hideTip();
    void zoomToLife(RowId row);
    /// The row of a context menu: the row at the pointer, or the pointed row if a key asked for the menu.
    std::optional<RowId> rowOf(const QContextMenuEvent& event) const;
    void paintFocus(QPainter& painter, const QRect& frame) const;

    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    bool goToRow(int key);

    ViewState* m_state;
    MovingTip* m_tip;
    std::optional<RowId> m_tipRow; // the tip stays where it is while the pointer moves over one row
};

} // namespace tidemark::ui
