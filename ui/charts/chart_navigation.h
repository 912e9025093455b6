#pragma once

#include "ui/state/view_state.h"

#include <vector>

namespace tidemark::ui {

/// Moves the cursor and the visible cells of a ViewState, for keys, buttons and menus. All functions do nothing while
/// the state is empty.
class ChartNavigation
{
public:
    explicit ChartNavigation(ViewState* state);

    /// Moves the cursor to a step, and moves the visible steps if the step is outside them.
    void goTo(StepId step);
    void goToPeak();
    /// Goes to the next local peak that stands out by at least 1 % of the global peak.
    void goToNextPeak();
    void goToPreviousPeak();
    void move(int steps);
    void centreOn(StepId step);
    void showCursor();

    /// Zooms so that `position` keeps its place on the screen. A `factor` > 1 shows fewer steps.
    void zoomBy(double factor, double position);
    /// Pans by notches of a mouse wheel. A notch is a tenth of the visible steps.
    void panBy(double notches);
    void zoomIn();
    void zoomOut();
    void fit();
    /// Zooms to the selected range and clears the selection.
    void zoomToSelection();
    /// Calls ViewState::escape(), and shows all steps if that had nothing to clear. Bound to Esc.
    void escape();

private:
    /// The position that zooming by keyboard or button keeps: the cursor if it is visible, else the middle.
    double zoomPosition() const;
    const std::vector<std::uint32_t>& peaks();

    ViewState* m_state;
    std::vector<std::uint32_t> m_peaks;
    std::weak_ptr<const View> m_peaksOf;
    double m_size = 0; // steps that the last zoom asked for, before rounding
    double m_begin = 0; // the first step that the last pan asked for, before rounding
};

} // namespace tidemark::ui
