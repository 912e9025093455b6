#pragma once

#include "ui/charts/scales.h"
#include "ui/state/view_state.h"

#include <QPointF>

#include <functional>
#include <optional>
#include <vector>

class QEvent;
class QKeyEvent;
class QMouseEvent;
class QWheelEvent;
class QWidget;

namespace tidemark::ui {

/// Moves the cursor and the visible cells of an axis, for gestures, keys, buttons and menus. Does nothing while the
/// axis is empty. A chart whose cursor is not only that of the axis overrides what moves the cursor.
class AxisNavigation
{
public:
    explicit AxisNavigation(AxisView* axis)
        : m_axis(axis)
    { }
    virtual ~AxisNavigation() = default;

    AxisView& axis() const { return *m_axis; }
    /// Runs several changes, which are reported as one.
    virtual void together(const std::function<void()>& change) { change(); }
    /// Moves the cursor to a step, and moves the visible steps if the step is outside them.
    virtual void goTo(StepId step);
    /// Moves the cursor by `cells`, at most to an end of the axis.
    virtual void move(std::int64_t cells);
    virtual void goToPeak() = 0;
    /// Handles a click and a double-click at a position of the plot. `step` is the step at the position.
    virtual void click(StepId step, const QPointF& at, Qt::KeyboardModifiers modifiers);
    virtual void doubleClick(StepId step);
    /// Moves the cursor to the highest level of the range that was selected, so that every list and chart is about the
    /// range.
    virtual void goToHighestIn(StepRange range) = 0;
    /// Clears the selected range, or shows all steps if there is none. Bound to Esc.
    virtual void escape();

    void centreOn(StepId step);
    void showCursor();
    /// Zooms so that `position` keeps its place on the screen. A `factor` > 1 shows fewer steps.
    void zoomBy(double factor, double position);
    /// Pans by notches of a mouse wheel. A notch is a tenth of the visible steps.
    void panBy(double notches);
    void zoomIn();
    void zoomOut();
    void fit() { m_axis->showAll(); }
    /// Zooms to the selected range and clears the selection.
    void zoomToSelection();

private:
    /// The position that zooming by keyboard or button keeps: the cursor if it is visible, else the middle.
    double zoomPosition() const;

    AxisView* m_axis;
    double m_size = 0; // steps that the last zoom asked for, before rounding
    double m_begin = 0; // the first step that the last pan asked for, before rounding
};

/// The navigation of a ViewState. A double-click zooms to the selected range if it is in it, and centres the step
/// otherwise.
class ChartNavigation : public AxisNavigation
{
public:
    explicit ChartNavigation(ViewState* state);

    void together(const std::function<void()>& change) override;
    void goToPeak() override;
    /// Goes to the next local peak that stands out by at least 1 % of the global peak.
    void goToNextPeak();
    void goToPreviousPeak();
    void goToHighestIn(StepRange range) override { axis().setCursor(m_state->view()->highestIn(range)); }
    /// Calls ViewState::escape(), and shows all steps if that had nothing to clear.
    void escape() override;

private:
    const std::vector<std::uint32_t>& peaks();

    ViewState* m_state;
    std::vector<std::uint32_t> m_peaks;
    std::weak_ptr<const View> m_peaksOf;
};

/// What the pointer does over a chart while a button is held. The left button clicks, or selects if it is moved. The
/// middle button, or the left button with the space bar, pans. The shape of the pointer shows panning.
class ChartDrag
{
public:
    enum class Mode { Idle, Pressed, Selecting, Panning };

    /// Only moves in these directions select.
    ChartDrag(QWidget* widget, Qt::Orientations directions)
        : m_widget(widget)
        , m_directions(directions)
    { }

    /// Returns whether a drag begins. Does nothing while another button is held.
    bool press(const QMouseEvent& event);
    void moveTo(const QPointF& at);
    /// Ends the drag and returns its mode. Returns Idle if another button was released.
    Mode release(const QMouseEvent& event);
    /// Ends the drag, and returns the mode that it had.
    Mode cancel();
    void setSpaceHeld(bool isHeld);

    Mode mode() const { return m_mode; }
    QPointF moved() const { return m_to - m_from; } // pixels
    QRectF rect() const { return QRectF(m_from, m_to).normalized(); }

private:
    Mode end();
    void updateShape();

    QWidget* m_widget;
    Qt::Orientations m_directions;
    Mode m_mode = Mode::Idle;
    Qt::MouseButton m_button = Qt::NoButton;
    QPointF m_from;
    QPointF m_to;
    bool m_isSpaceHeld = false;
};

/// Translates mouse and key events over a chart into calls of its navigation and changes of its axis. Keys that do the
/// same wherever the focus is are handled by the page and the actions instead.
class ChartInteraction
{
public:
    using Mode = ChartDrag::Mode;

    /// `geometry` returns the plot of the chart `widget` when an event needs it.
    ChartInteraction(AxisNavigation* navigation, QWidget* widget, std::function<PlotGeometry()> geometry);

    /// Handles an event of the chart and sets the shape of the pointer. Returns false if the chart must handle the
    /// event too: moves of the pointer, and events that mean nothing here. Presses outside the plot mean nothing.
    bool handle(QEvent& event);
    /// Cancels a drag and undoes its changes. Returns false if there is no drag.
    bool cancel();
    /// Drops a drag without undoing it, because the view in which it began is no longer shown.
    void forget();

    Mode mode() const { return m_drag.mode(); }

private:
    void press(const QMouseEvent& event);
    void move(const QMouseEvent& event);
    void release(const QMouseEvent& event);
    void doubleClick(const QMouseEvent& event);
    void wheel(const QWheelEvent& event);
    bool keyPress(const QKeyEvent& event);
    bool keyRelease(const QKeyEvent& event);
    void finishSelection();
    bool extendKeyPress(int key);
    /// Moves that end of the selected range at which the cursor is.
    void extendTo(std::int64_t step);

    AxisNavigation* m_navigation;
    AxisView* m_axis;
    std::function<PlotGeometry()> m_geometry;
    ChartDrag m_drag;
    StepId m_pressedStep{0};
    StepRange m_pressedRange; // the visible cells when panning began
    std::optional<StepRange> m_oldSelection;
    std::optional<StepId> m_anchor; // where a selection by keys began
    std::optional<StepRange> m_keyRange; // the range selected by keys
    bool m_wasDoubleClick = false;
};

} // namespace tidemark::ui
