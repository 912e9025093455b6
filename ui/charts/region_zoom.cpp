#include "ui/charts/region_zoom.h"

#include "ui/charts/coordinates.h"

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

/// Returns `size` divided by `factor`, between 1 and `whole`. `asked` carries the exact result of the last call.
double zoomedSize(double& asked, double size, double factor, double whole)
{
    if (std::round(asked) != size)
        asked = size;
    asked = std::clamp(asked / factor, 1.0, whole);
    return asked;
}

} // namespace

void RegionZoom::show(const RegionMap& map, StepRange steps)
{
    const View& view = map.view();
    const Rows::Region& region = map.region();
    const RegionOf shown{view.path,     view.host,         view.programText, view.memoryText,
                         region.holder, region.allocation, region.begin};
    const auto areSame = [](const MapWindow& a, const MapWindow& b) { return a.begin == b.begin && a.end == b.end; };
    const bool isKept = shown == m_of && !areSame(m_window, m_opening);
    const bool wasWhole = areSame(m_window, m_all);
    const MapWindow before = m_window;
    m_of = shown;
    m_all = map.all();
    m_window = m_opening = map.opening();
    m_window.steps = steps;
    if (isKept && wasWhole)
        set({steps, m_all.begin, m_all.end});
    else if (isKept)
        set({steps, before.begin, before.end});
    m_history.clear();
}

bool RegionZoom::set(MapWindow window)
{
    if (m_all.isEmpty())
        return false;
    const std::int64_t size = std::clamp<std::int64_t>(window.size(), 1, m_all.size());
    window.begin = std::clamp(window.begin, m_all.begin, m_all.end - size);
    window.end = window.begin + size;
    window.steps = movedInto(window.steps.begin, window.steps.size(), m_all.steps.size());
    if (window == m_window)
        return false;
    m_history.record(m_window, window);
    m_window = window;
    return true;
}

bool RegionZoom::zoom(double steps, double addresses, double stepShare, double addressShare)
{
    if (m_all.isEmpty())
        return false;
    MapWindow window = m_window;
    if (steps != 1) {
        const std::uint32_t total = m_all.steps.size();
        const double anchor = window.steps.begin + std::clamp(stepShare, 0.0, 1.0) * window.steps.size();
        window.steps = zoomed(window.steps, total, anchor, zoomedSize(m_askedSteps, window.steps.size(), steps, total));
    }
    if (addresses != 1) {
        const double share = std::clamp(addressShare, 0.0, 1.0);
        const auto whole = static_cast<double>(m_all.size());
        const auto before = static_cast<double>(window.size());
        const double size = std::round(zoomedSize(m_askedBytes, before, addresses, whole));
        const std::int64_t length = size >= whole ? m_all.size() : static_cast<std::int64_t>(size);
        window.begin = std::clamp(window.begin + static_cast<std::int64_t>(std::round(share * (before - size))),
                                  m_all.begin, m_all.end - length);
        window.end = window.begin + length;
    }
    return set(window);
}

bool RegionZoom::pan(const MapWindow& from, double steps, double addresses)
{
    if (m_all.isEmpty())
        return false;
    MapWindow window = from;
    window.steps = panned(from.steps, m_all.steps.size(), steps * from.steps.size());
    const auto by = static_cast<std::int64_t>(addresses * static_cast<double>(from.size()));
    window.begin = std::clamp(from.begin + std::clamp(by, m_all.begin - from.begin, m_all.end - from.end), m_all.begin,
                              m_all.end - from.size());
    window.end = window.begin + from.size();
    return set(window);
}

bool RegionZoom::reveal(std::int64_t begin, std::int64_t end)
{
    const bool isIn = begin >= m_window.begin && end <= m_window.end;
    const bool isAround = end - begin >= m_window.size() && begin < m_window.end && end > m_window.begin;
    if (m_all.isEmpty() || isIn || isAround)
        return false;
    MapWindow window = m_window;
    window.begin = begin + (end - begin) / 2 - window.size() / 2;
    window.end = window.begin + m_window.size();
    return set(window);
}

} // namespace tidemark::ui
