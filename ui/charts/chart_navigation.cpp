#include "ui/charts/chart_navigation.h"

#include "ui/charts/chart_content.h"
#include "ui/charts/coordinates.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kZoomFactor = 1.5;
constexpr double kSmallestZoom = 4; // steps
constexpr double kPanNotch = 0.1; // of the visible steps
constexpr std::int64_t kProminence = 100; // 1/100 of the peak

} // namespace

ChartNavigation::ChartNavigation(ViewState* state)
    : m_state(state)
{ }

void ChartNavigation::goTo(StepId step)
{
    const ViewState::Batch batch(*m_state);
    m_state->axis().setCursor(step);
    showCursor();
}

void ChartNavigation::showCursor()
{
    AxisView& axis = m_state->axis();
    if (!m_state->isEmpty() && !contains(axis.visible(), axis.cursor()))
        axis.setVisible(centredOn(axis.visible(), axis.steps(), axis.cursor()));
}

void ChartNavigation::goToPeak()
{
    if (!m_state->isEmpty())
        goTo(m_state->view()->peakStep);
}

const std::vector<std::uint32_t>& ChartNavigation::peaks()
{
    if (m_state->isEmpty()) {
        m_peaks.clear();
    } else if (m_peaksOf.lock() != m_state->view()) {
        const View& view = *m_state->view();
        m_peaks = localPeaks(view.highest(), view.highest()[view.peakStep.index()] / kProminence);
    }
    m_peaksOf = m_state->view();
    return m_peaks;
}

void ChartNavigation::goToNextPeak()
{
    const auto next = std::ranges::upper_bound(peaks(), m_state->cursor().value);
    if (next != m_peaks.end())
        goTo(StepId(*next));
}

void ChartNavigation::goToPreviousPeak()
{
    const auto next = std::ranges::lower_bound(peaks(), m_state->cursor().value);
    if (next != m_peaks.begin())
        goTo(StepId(*std::prev(next)));
}

void ChartNavigation::move(int steps)
{
    if (m_state->isEmpty())
        return;
    const std::int64_t to = std::int64_t{m_state->cursor().value} + steps;
    goTo(StepId(static_cast<std::uint32_t>(std::clamp<std::int64_t>(to, 0, m_state->axis().steps() - 1))));
}

void ChartNavigation::centreOn(StepId step)
{
    if (m_state->isEmpty())
        return;
    const ViewState::Batch batch(*m_state);
    AxisView& axis = m_state->axis();
    axis.setCursor(step);
    axis.setVisible(centredOn(axis.visible(), axis.steps(), step));
}

void ChartNavigation::zoomBy(double factor, double position)
{
    if (m_state->isEmpty())
        return;
    AxisView& axis = m_state->axis();
    const StepRange range = axis.visible();
    if (std::round(m_size) != range.size())
        m_size = range.size();
    const double smallest = std::min<double>(kSmallestZoom, range.size());
    m_size = std::clamp<double>(m_size / factor, smallest, axis.steps());
    axis.setVisible(zoomed(range, axis.steps(), position, m_size));
}

void ChartNavigation::panBy(double notches)
{
    if (m_state->isEmpty())
        return;
    AxisView& axis = m_state->axis();
    const StepRange range = axis.visible();
    if (std::round(m_begin) != range.begin)
        m_begin = range.begin;
    m_begin += notches * std::max(1.0, kPanNotch * range.size());
    m_begin = std::clamp<double>(m_begin, 0, axis.steps() - range.size());
    axis.setVisible(movedInto(m_begin, range.size(), axis.steps()));
}

double ChartNavigation::zoomPosition() const
{
    const StepRange range = m_state->axis().visible();
    const StepId cursor = m_state->cursor();
    return contains(range, cursor) ? cursor.value + 0.5 : range.begin + range.size() / 2.0;
}

void ChartNavigation::zoomIn()
{
    zoomBy(kZoomFactor, zoomPosition());
}

void ChartNavigation::zoomOut()
{
    zoomBy(1 / kZoomFactor, zoomPosition());
}

void ChartNavigation::fit()
{
    m_state->axis().showAll();
}

void ChartNavigation::zoomToSelection()
{
    const ViewState::Batch batch(*m_state);
    AxisView& axis = m_state->axis();
    if (const std::optional<StepRange> range = axis.selected()) {
        axis.setSelected(std::nullopt);
        axis.setVisible(*range);
    }
}

void ChartNavigation::escape()
{
    if (!m_state->escape())
        fit();
}

} // namespace tidemark::ui
