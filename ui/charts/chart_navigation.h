#pragma once

#include "ui/state/view_state.h"

#include <QPointF>

#include <functional>
#include <vector>

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
    void goToHighestIn(StepRange range) override;
    /// Calls ViewState::escape(), and shows all steps if that had nothing to clear.
    void escape() override;

private:
    const std::vector<std::uint32_t>& peaks();

    ViewState* m_state;
    std::vector<std::uint32_t> m_peaks;
    std::weak_ptr<const View> m_peaksOf;
};

} // namespace tidemark::ui
