#pragma once

#include "ui/state/view_state.h"

#include <vector>

namespace tidemark::ui {

/// Moves cursor and visible cells of a ViewState, for keys, buttons and menus. Everything does nothing while the state
/// is empty.
class ChartNavigation
{
public:
    explicit ChartNavigation(ViewState* state);

    /// Puts the cursor on a step and moves the visible steps when it is not among them.
    void goTo(StepId step);
    void goToPeak();
    /// The next local peak that stands out by 1 % of the peak.
    void goToNextPeak();
    void goToPreviousPeak();
    void move(int steps);
    void centreOn(StepId step);
    void showCursor();

    /// `position` keeps its place on the screen; `factor` > 1 shows fewer steps.
    void zoomBy(double factor, double position);
    /// By notches of a wheel, each a tenth of what is visible.
    void panBy(double notches);
    void zoomIn();
    void zoomOut();
    void fit();
    /// To the selected range, which ends the selection.
    void zoomToSelection();
    /// What Esc undoes first: the selection, the pin, the filter, the zoom.
    void escape();

private:
    /// Where keyboard and buttons zoom: at the cursor when it is visible, else in the middle.
    double zoomPosition() const;
    const std::vector<std::uint32_t>& peaks();

    ViewState* m_state;
    std::vector<std::uint32_t> m_peaks;
    std::weak_ptr<const View> m_peaksOf;
    double m_size = 0; // steps asked for by the last zoom, with the fraction that whole steps lose
    double m_begin = 0; // the step that the last pan asked for, likewise
};

} // namespace tidemark::ui
