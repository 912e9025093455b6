#include "ui/state/axis_view.h"

#include <QDateTime>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr qint64 kSameZoomMs = 500;
constexpr std::size_t kHistory = 100;
constexpr std::uint32_t kRoom = 10; // the margin on either side of a life is 1/10 of its length

} // namespace

AxisView::AxisView(QObject* parent)
    : QObject(parent)
{ }

void AxisView::reset(std::uint32_t steps, StepId cursor)
{
    m_steps = steps;
    m_cursor = cursor;
    m_visible = {0, steps};
    m_back.clear();
    m_forward.clear();
    m_selected.reset();
    m_lastZoomMs = 0;
}

void AxisView::setCursor(StepId step)
{
    if (isEmpty())
        return;
    step = std::min(step, StepId(m_steps - 1));
    if (step == m_cursor)
        return;
    m_cursor = step;
    emit cursorChanged();
}

StepRange AxisView::clamped(StepRange range) const
{
    const std::uint32_t begin = std::min(range.begin, m_steps - 1);
    return {begin, std::clamp(range.end, begin + 1, m_steps)};
}

void AxisView::moveTo(StepRange range)
{
    m_visible = range;
    emit visibleChanged();
    emit historyChanged();
}

void AxisView::setVisible(StepRange range)
{
    if (isEmpty())
        return;
    range = clamped(range);
    if (range == m_visible)
        return;
    if (!m_back.empty() && m_back.back() == range) {
        back();
        return;
    }
    if (!m_forward.empty() && m_forward.back() == range) {
        forward();
        return;
    }
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (m_back.empty() || now - m_lastZoomMs > kSameZoomMs)
        m_back.push_back(m_visible);
    if (m_back.size() > kHistory)
        m_back.erase(m_back.begin());
    m_lastZoomMs = now;
    m_forward.clear();
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
    if (m_back.empty())
        return;
    m_forward.push_back(m_visible);
    const StepRange range = m_back.back();
    m_back.pop_back();
    m_lastZoomMs = 0;
    moveTo(range);
}

void AxisView::forward()
{
    if (m_forward.empty())
        return;
    m_back.push_back(m_visible);
    const StepRange range = m_forward.back();
    m_forward.pop_back();
    m_lastZoomMs = 0;
    moveTo(range);
}

void AxisView::setSelected(std::optional<StepRange> range)
{
    if (isEmpty())
        range.reset();
    if (range)
        range = clamped(*range);
    if (range == m_selected)
        return;
    m_selected = range;
    emit selectedChanged();
}

} // namespace tidemark::ui
