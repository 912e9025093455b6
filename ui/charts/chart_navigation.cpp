#include "ui/charts/chart_navigation.h"

#include "ui/charts/coordinates.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kZoomFactor = 1.5;
constexpr double kSmallestZoom = 4; // steps

} // namespace

ChartNavigation::ChartNavigation(ViewState* state)
    : m_state(state)
{ }

void ChartNavigation::reset()
{
    m_peaks.clear();
    m_hasPeaks = false;
    m_size = 0;
}

void ChartNavigation::goTo(std::uint32_t step)
{
    m_state->setCursor(step);
    showCursor();
}

void ChartNavigation::showCursor()
{
    if (!m_state->isEmpty() && !contains(m_state->visible(), m_state->cursor()))
        m_state->setVisible(centredOn(m_state->visible(), m_state->steps(), m_state->cursor()));
}

void ChartNavigation::goToPeak()
{
    if (!m_state->isEmpty())
        goTo(m_state->timeline()->occupiedPeakStep);
}

const std::vector<std::uint32_t>& ChartNavigation::peaks()
{
    if (!m_hasPeaks && !m_state->isEmpty()) {
        m_peaks = localPeaks(m_state->timeline()->occupied);
        m_hasPeaks = true;
    }
    return m_peaks;
}

void ChartNavigation::goToNextPeak()
{
    const auto next = std::ranges::upper_bound(peaks(), m_state->cursor());
    if (next != m_peaks.end())
        goTo(*next);
}

void ChartNavigation::goToPreviousPeak()
{
    const auto next = std::ranges::lower_bound(peaks(), m_state->cursor());
    if (next != m_peaks.begin())
        goTo(*std::prev(next));
}

void ChartNavigation::move(int steps)
{
    if (m_state->isEmpty())
        return;
    const std::int64_t to = std::int64_t{m_state->cursor()} + steps;
    goTo(static_cast<std::uint32_t>(std::clamp<std::int64_t>(to, 0, m_state->steps() - 1)));
}

void ChartNavigation::centreOn(std::uint32_t step)
{
    if (m_state->isEmpty())
        return;
    m_state->setCursor(step);
    m_state->setVisible(centredOn(m_state->visible(), m_state->steps(), step));
}

void ChartNavigation::zoomBy(double factor, double position)
{
    if (m_state->isEmpty())
        return;
    const StepRange range = m_state->visible();
    if (std::round(m_size) != range.size())
        m_size = range.size();
    const double smallest = std::min<double>(kSmallestZoom, range.size());
    m_size = std::clamp<double>(m_size / factor, smallest, m_state->steps());
    m_state->setVisible(zoomed(range, m_state->steps(), position, m_size));
}

double ChartNavigation::zoomPosition() const
{
    const StepRange range = m_state->visible();
    return contains(range, m_state->cursor()) ? m_state->cursor() + 0.5 : range.begin + range.size() / 2.0;
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
    m_state->showAll();
}

void ChartNavigation::zoomToSelection()
{
    if (const std::optional<StepRange> range = m_state->selectedRange()) {
        m_state->setSelectedRange(std::nullopt);
        m_state->setVisible(*range);
    }
}

void ChartNavigation::escape()
{
    if (m_state->selectedRange())
        m_state->setSelectedRange(std::nullopt);
    else if (m_state->pinned())
        m_state->setPinned(std::nullopt);
    else if (!m_state->filter().isEmpty())
        m_state->setFilter({});
    else
        fit();
}

} // namespace tidemark::ui
