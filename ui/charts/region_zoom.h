#pragma once

#include "core/view/box_index.h"
#include "core/view/region_map.h"
#include "ui/state/zoom_history.h"

namespace tidemark::ui {

/// The visible steps and addresses of a region, and the windows before. Functions that change the window return whether
/// it changed.
class RegionZoom
{
public:
    /// Shows another map and clears the history. Shows the addresses of the map's opening. If the map is of the same
    /// region, read again from the file, and the addresses were changed from the opening, keeps them; if all addresses
    /// were shown, shows all again. REQUIRES: steps and addresses that are not empty
    void show(const RegionMap& map, StepRange steps);

    const MapWindow& window() const { return m_window; }
    /// Records the old window for back(), see ZoomHistory.
    bool set(MapWindow window);
    /// Factors > 1 show less. The point at these shares of the window, counted from its first step and address, keeps
    /// its position. Fractions of steps and bytes are carried over to the next call, because one notch of a wheel may
    /// be less than one.
    bool zoom(double steps, double addresses, double stepShare, double addressShare);
    /// Pans from the window `from`, by shares of it.
    bool pan(const MapWindow& from, double steps, double addresses);
    /// Pans until these addresses are visible, without changing the size of the window.
    bool reveal(std::int64_t begin, std::int64_t end);
    bool canGoBack() const { return m_history.canGoBack(); }
    bool canGoForward() const { return m_history.canGoForward(); }
    void back() { m_window = m_history.back(m_window); }
    void forward() { m_window = m_history.forward(m_window); }

private:
    /// Identifies a region across reloads, which may make it larger.
    struct RegionOf {
        std::string path;
        std::string host;
        std::string program;
        std::string memory;
        std::uint32_t holder = 0;
        std::optional<std::int64_t> allocation;
        std::int64_t begin = 0;
        friend bool operator==(const RegionOf&, const RegionOf&) = default;
    };

    RegionOf m_of;
    MapWindow m_all;
    MapWindow m_opening;
    MapWindow m_window;
    double m_askedSteps = 0; // that the last zoom asked for, before rounding
    double m_askedBytes = 0;
    ZoomHistory<MapWindow> m_history;
};

} // namespace tidemark::ui
