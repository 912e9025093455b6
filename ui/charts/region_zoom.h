#pragma once

#include "core/view/region_map.h"

#include <QtGlobal>

namespace tidemark::ui {

/// Which steps and addresses of a region are seen, and which were before. All that changes it says whether it is
/// another window now.
class RegionZoom
{
public:
    /// Another map, without a past: with the addresses that it opens at, or those that were where it is one of the same
    /// region, read again. REQUIRES: steps, and addresses
    void show(const RegionMap& map, StepRange steps);

    const MapWindow& window() const { return m_window; }
    /// Changes within half a second are one for back(); to where back() or forward() would lead is that.
    bool set(MapWindow window);
    /// Factors > 1 show less. What lies at these shares of the window, from its first step and address, stays there.
    /// Parts of steps and bytes that one turn of a wheel is too little for are kept for the next.
    bool zoom(double steps, double addresses, double stepShare, double addressShare);
    /// From where another window is, by shares of it.
    bool pan(const MapWindow& from, double steps, double addresses);
    /// To where these addresses are seen, showing as much as before.
    bool reveal(std::int64_t begin, std::int64_t end);
    bool canGoBack() const { return !m_back.empty(); }
    bool canGoForward() const { return !m_forward.empty(); }
    void back() { move(m_back, m_forward); }
    void forward() { move(m_forward, m_back); }

private:
    /// Names a region over reloads, which may make it larger.
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
