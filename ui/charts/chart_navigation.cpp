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

void AxisNavigation::goTo(StepId step)
{
    together([&] {
        m_axis->setCursor(step);
        showCursor();
    });
}

void AxisNavigation::move(std::int64_t cells)
{
    if (m_axis->isEmpty())
        return;
    const std::int64_t to = m_axis->cursor().value + cells;
    goTo(StepId(static_cast<std::uint32_t>(std::clamp<std::int64_t>(to, 0, m_axis->steps() - 1))));
}

void AxisNavigation::click(StepId step, const QPointF&, Qt::KeyboardModifiers)
{
    m_axis->setCursor(step);
}

void AxisNavigation::doubleClick(StepId step)
{
    if (m_axis->selected() && contains(*m_axis->selected(), step))
        zoomToSelection();
    else
        centreOn(step);
}

void AxisNavigation::escape()
{
    if (m_axis->selected())
        m_axis->setSelected(std::nullopt);
    else
        fit();
}

void AxisNavigation::showCursor()
{
    if (!m_axis->isEmpty() && !contains(m_axis->visible(), m_axis->cursor()))
        m_axis->setVisible(centredOn(m_axis->visible(), m_axis->steps(), m_axis->cursor()));
}

void AxisNavigation::centreOn(StepId step)
{
    if (m_axis->isEmpty())
        return;
    together([&] {
        m_axis->setCursor(step);
        m_axis->setVisible(centredOn(m_axis->visible(), m_axis->steps(), step));
    });
}

void AxisNavigation::zoomBy(double factor, double position)
{
    if (m_axis->isEmpty())
        return;
    const StepRange range = m_axis->visible();
    if (std::round(m_size) != range.size())
        m_size = range.size();
    const double smallest = std::min<double>(kSmallestZoom, range.size());
    m_size = std::clamp<double>(m_size / factor, smallest, m_axis->steps());
    m_axis->setVisible(zoomed(range, m_axis->steps(), position, m_size));
}

void AxisNavigation::panBy(double notches)
{
    if (m_axis->isEmpty())
        return;
    const StepRange range = m_axis->visible();
    if (std::round(m_begin) != range.begin)
        m_begin = range.begin;
    m_begin += notches * std::max(1.0, kPanNotch * range.size());
    m_begin = std::clamp<double>(m_begin, 0, m_axis->steps() - range.size());
    m_axis->setVisible(movedInto(m_begin, range.size(), m_axis->steps()));
}

double AxisNavigation::zoomPosition() const
{
    const StepRange range = m_axis->visible();
    const StepId cursor = m_axis->cursor();
    return contains(range, cursor) ? cursor.value + 0.5 : range.begin + range.size() / 2.0;
}

void AxisNavigation::zoomIn()
{
    zoomBy(kZoomFactor, zoomPosition());
}

void AxisNavigation::zoomOut()
{
    zoomBy(1 / kZoomFactor, zoomPosition());
}

void AxisNavigation::zoomToSelection()
{
    if (const std::optional<StepRange> range = m_axis->selected())
        together([&] {
            m_axis->setSelected(std::nullopt);
            m_axis->setVisible(*range);
        });
}

ChartNavigation::ChartNavigation(ViewState* state)
    : AxisNavigation(&state->axis())
    , m_state(state)
{ }

void ChartNavigation::together(const std::function<void()>& change)
{
    const ViewState::Batch batch(*m_state);
    change();
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

void ChartNavigation::goToHighestIn(StepRange range)
{
    axis().setCursor(m_state->view()->highestIn(range));
}

void ChartNavigation::escape()
{
    if (!m_state->escape())
        fit();
}

} // namespace tidemark::ui
