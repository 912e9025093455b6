#include "ui/charts/region_zoom.h"

#include "ui/charts/coordinates.h"

#include <QDateTime>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr qint64 kOneZoomMs = 500;
constexpr std::size_t kZoomHistory = 100;

} // namespace

void RegionZoom::show(const RegionMap& map, StepRange steps)
{
    const RegionOf shown{map.view().programText, map.view().memoryText, map.region().holder, map.region().allocation};
    const bool isKept = shown == m_of && (m_window.begin > m_all.begin || m_window.end < m_all.end);
    const MapWindow before = std::exchange(m_window, {steps, map.all().begin, map.all().end});
    m_of = shown;
    m_all = map.all();
    if (isKept)
        set({steps, before.begin, before.end});
    m_back.clear();
    m_forward.clear();
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
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (m_back.empty() || now - m_lastMs > kOneZoomMs)
        m_back.push_back(m_window);
    if (m_back.size() > kZoomHistory)
        m_back.erase(m_back.begin());
    m_lastMs = now;
    m_forward.clear();
    m_window = window;
    return true;
}

bool RegionZoom::zoom(double steps, double addresses, double stepShare, double addressShare)
{
    if (m_all.isEmpty())
        return false;
    MapWindow window = m_window;
    if (steps != 1) {
        // Whole steps: at least one more or less.
        double size = window.steps.size() / steps;
        if (std::round(size) == window.steps.size())
            size += steps > 1 ? -1 : 1;
        const double anchor = window.steps.begin + std::clamp(stepShare, 0.0, 1.0) * window.steps.size();
        window.steps = zoomed(window.steps, m_all.steps.size(), anchor, size);
    }
    if (addresses != 1) {
        const double share = std::clamp(addressShare, 0.0, 1.0);
        const auto whole = static_cast<double>(m_all.size());
        const double size = std::clamp(static_cast<double>(window.size()) / addresses, 1.0, whole);
        const double before = share * (static_cast<double>(window.size()) - size);
        const auto length
            = size >= whole ? m_all.size() : std::min(m_all.size(), static_cast<std::int64_t>(std::ceil(size)));
        window.begin
            = std::clamp(window.begin + static_cast<std::int64_t>(std::round(before)), m_all.begin, m_all.end - length);
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

void RegionZoom::move(std::vector<MapWindow>& from, std::vector<MapWindow>& to)
{
    if (from.empty())
        return;
    to.push_back(m_window);
    m_window = from.back();
    from.pop_back();
    m_lastMs = 0;
}

} // namespace tidemark::ui
