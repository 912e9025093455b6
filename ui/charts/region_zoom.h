#pragma once

#include "core/view/box_index.h"

#include <QtGlobal>

namespace tidemark::ui {

/// Which steps and addresses of a region are seen, and which were before. All that changes it says whether it is
/// another window now.
class RegionZoom
{
public:
    RegionZoom() = default;
    /// All addresses, some steps; without a past. REQUIRES: windows that are not empty
    RegionZoom(const MapWindow& all, StepRange steps);

    const MapWindow& window() const { return m_window; }
    /// Changes within half a second are one for back().
    bool set(MapWindow window);
    /// `factor` > 1 shows less. What lies at these shares of the window, from its first step and address, stays there.
    bool zoom(double steps, double addresses, double stepShare, double addressShare);
    /// From where another window is, by shares of it.
    bool pan(const MapWindow& from, double steps, double addresses);
    bool canGoBack() const { return !m_back.empty(); }
    bool canGoForward() const { return !m_forward.empty(); }
    void back() { move(m_back, m_forward); }
    void forward() { move(m_forward, m_back); }

private:
    void move(std::vector<MapWindow>& from, std::vector<MapWindow>& to);

    MapWindow m_all;
    MapWindow m_window;
    std::vector<MapWindow> m_back;
    std::vector<MapWindow> m_forward;
    qint64 m_lastMs = 0;
};

} // namespace tidemark::ui
