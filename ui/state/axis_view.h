#pragma once

#include "core/view/axis.h"
#include "core/view/step_series.h"
#include "ui/state/aspects.h"
#include "ui/state/zoom_history.h"

#include <optional>

namespace tidemark::ui {

/// The user's position on an axis of `steps()` cells: the cursor, the visible cells with their history, the selected
/// range. All values are clamped. On an empty axis nothing changes.
class AxisView : public StatePart
{
public:
    using StatePart::StatePart;

    /// Sets another axis. All of it becomes visible; selection and history are cleared. Reports nothing, because the
    /// state reports the view. REQUIRES: a cursor on the axis
    void reset(std::uint32_t steps, StepId cursor);
    std::uint32_t steps() const { return m_steps; }
    bool isEmpty() const { return m_steps == 0; }

    StepId cursor() const { return m_cursor; }
    void setCursor(StepId step);

    StepRange visible() const { return m_visible; }
    /// Shows at least one cell. Records the old range for back(), see ZoomHistory.
    void setVisible(StepRange range);
    void showAll();
    bool isShowingAll() const { return m_visible == StepRange{0, m_steps}; }
    /// Shows the cells [start, end) with some margin.
    void zoomTo(StepId start, StepId end);
    bool canGoBack() const { return m_history.canGoBack(); }
    bool canGoForward() const { return m_history.canGoForward(); }
    void back(); // undoes a zoom
    void forward();

    /// The range of cells selected in the chart. nullopt: none.
    const std::optional<StepRange>& selected() const { return m_selected; }
    /// Returns whether the user still drags the selected range.
    bool isSelecting() const { return m_isSelecting; }
    void setSelected(std::optional<StepRange> range, bool isSelecting = false);

private:
    StepRange clamped(StepRange range) const;
    void moveTo(StepRange range);

    std::uint32_t m_steps = 0;
    StepId m_cursor{0};
    StepRange m_visible;
    ZoomHistory<StepRange> m_history;
    std::optional<StepRange> m_selected;
    bool m_isSelecting = false;
};

} // namespace tidemark::ui
