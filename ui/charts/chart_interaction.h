#pragma once

#include "ui/charts/chart_navigation.h"
#include "ui/charts/coordinates.h"

#include <QPointF>

#include <functional>
#include <optional>

class QEvent;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace tidemark::ui {

/// Translates mouse and key events over a chart into calls of its navigation and changes of its axis. Keys that do the
/// same wherever the focus is are handled by the page and the actions instead.
class ChartInteraction
{
public:
    enum class Mode { Idle, Pressed, Selecting, Panning };

    /// `geometry` returns the plot of the chart `widget` when an event needs it.
    ChartInteraction(AxisNavigation* navigation, QWidget* widget, std::function<PlotGeometry()> geometry);

    /// Handles an event of the chart and sets the shape of the pointer. Returns false if the chart must handle the
    /// event too: moves of the pointer, and events that mean nothing here. Presses outside the plot mean nothing.
    bool handle(QEvent& event);
    /// Cancels a drag and undoes its changes. Returns false if there is no drag.
    bool cancel();
    /// Drops a drag without undoing it, because the view in which it began is no longer shown.
    void forget();

    Mode mode() const { return m_mode; }

private:
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void wheel(const QWheelEvent& event);
    bool keyPress(const QKeyEvent& event);
    bool keyRelease(const QKeyEvent& event);
    void updateShape();
    void finishSelection();
    bool extendKeyPress(int key);
    /// Moves that end of the selected range at which the cursor is.
    void extendTo(std::int64_t step);

    AxisNavigation* m_navigation;
    AxisView* m_axis;
    QWidget* m_widget;
    std::function<PlotGeometry()> m_geometry;
    Mode m_mode = Mode::Idle;
    QPointF m_pressedAt;
    StepId m_pressedStep{0};
    StepRange m_pressedRange; // the visible cells when panning began
    std::optional<StepRange> m_oldSelection;
    std::optional<StepId> m_anchor; // where a selection by keys began
    std::optional<StepRange> m_keyRange; // the range selected by keys
    bool m_isSpaceHeld = false;
    bool m_wasDoubleClick = false;
};

} // namespace tidemark::ui
