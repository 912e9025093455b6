#include "ui/state/axis_view.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr std::uint32_t kRoom = 10; // the margin on either side of a life is 1/10 of its length

} // namespace

void AxisView::reset(std::uint32_t steps, StepId cursor)
{
    m_steps = steps;
    m_cursor = cursor;
    m_visible = {0, steps};
    m_history.clear();
    m_selected.reset();
    m_isSelecting = false;
}

void AxisView::setCursor(StepId step)
{
    if (isEmpty())
        return;
    step = std::min(step, StepId(m_steps - 1));
    if (step == m_cursor)
        return;
    m_cursor = step;
    report(Aspect::Cursor);
}

StepRange AxisView::clamped(StepRange range) const
{
    const std::uint32_t begin = std::min(range.begin, m_steps - 1);
    return {begin, std::clamp(range.end, begin + 1, m_steps)};
}

void AxisView::moveTo(StepRange range)
{
    m_visible = range;
    report(Aspect::Visible);
}

void AxisView::setVisible(StepRange range)
{
    if (isEmpty())
        return;
    range = clamped(range);
    if (range == m_visible)
        return;
    m_history.record(m_visible, range);
    moveTo(range);
}

void AxisView::showAll()
{
    setVisible({0, m_steps});
}

void AxisView::zoomTo(StepId start, StepId end)
{
    const std::uint32_t room = std::max<std::uint32_t>(1, (end.value - start.value) / kRoom);
    setVisible({start.value - std::min(start.value, room), end.value + room});
}

void AxisView::back()
{
    if (canGoBack())
        moveTo(m_history.back(m_visible));
}

void AxisView::forward()
{
    if (canGoForward())
        moveTo(m_history.forward(m_visible));
}

void AxisView::setSelected(std::optional<StepRange> range, bool isSelecting)
{
    if (isEmpty())
        range.reset();
    if (range)
        range = clamped(*range);
    if (range == m_selected && isSelecting == m_isSelecting)
        return;
    m_selected = range;
    m_isSelecting = isSelecting;
    report(Aspect::SelectedSteps);
}

} // namespace tidemark::ui
