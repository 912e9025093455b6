#pragma once

#include "core/view/region_map.h"

#include <QtGlobal>

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
    /// Changes within half a second count as one for back(). A change to the window that back() or forward() would show
    /// is the same as calling that function.
    bool set(MapWindow window);
    /// Factors > 1 show less. The point at these shares of the window, counted from its first step and address, keeps
    /// its position. Fractions of steps and bytes are carried over to the next call, because one notch of a wheel may
    /// be less than one.
    bool zoom(double steps, double addresses, double stepShare, double addressShare);
    /// Pans from the window `from`, by shares of it.
    bool pan(const MapWindow& from, double steps, double addresses);
    /// Pans until these addresses are visible, without changing the size of the window.
    bool reveal(std::int64_t begin, std::int64_t end);
    bool canGoBack() const { return !m_back.empty(); }
    bool canGoForward() const { return !m_forward.empty(); }
    void back() { move(m_back, m_forward); }
    void forward() { move(m_forward, m_back); }

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

    void move(std::vector<MapWindow>& from, std::vector<MapWindow>& to);

    RegionOf m_of;
    MapWindow m_all;
    MapWindow m_opening;
    MapWindow m_window;
    double m_askedSteps = 0; // that the last zoom asked for, before rounding
    double m_askedBytes = 0;
    std::vector<MapWindow> m_back;
    std::vector<MapWindow> m_forward;
    qint64 m_lastMs = 0;
};

} // namespace tidemark::ui
