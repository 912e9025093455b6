#pragma once

#include "ui/pages/page.h"

#include <map>

class QAction;
class QDockWidget;
class QMainWindow;

namespace tidemark::ui {

/// A dock of a window.
struct DockEntry {
    QDockWidget* dock = nullptr;
    QAction* action = nullptr; // checked: the dock is shown if the page uses it
};
using DockEntries = std::map<DockId, DockEntry>;

/// Arranges the docks in the column next to a page: which docks are stacked, and their heights.
class DockColumn
{
public:
    /// `window` and `docks` must outlive this object. The docks may be added later.
    DockColumn(QMainWindow* window, const DockEntries& docks);

    /// Restores the initial arrangement of a narrow or wide window.
    void arrange(bool narrow);
    /// True if the arrangement is still that of arrange(): the user closed or floated no dock, and moved none to
    /// another side or to other tabs.
    bool isAsAtFirst(bool narrow) const;
    /// Restores the initial width, also if the findings are alone in the column.
    void resetWidth(bool narrow);
    /// Sets the height of the region dock below the row dock: the last height that the user gave it, else the height of
    /// its text but at least half of both docks.
    void fitRegion();
    /// A drag of the line between docks may begin or may have ended.
    void onDragged(bool begins);
    /// Forgets the height that the user gave the region dock.
    void forgetHeight() { m_regionHeight = 0; }
    /// Returns whether a tab already shows the title of the dock.
    bool isTabbed(DockId id) const;

private:
    QDockWidget* dock(DockId id) const { return m_docks.at(id).dock; }
    bool isBeside(DockId id) const;

    QMainWindow* m_window;
    const DockEntries& m_docks;
    int m_heightBefore = 0; // the height of the region dock
    int m_regionHeight = 0; // as the user left it; 0: the user did not change it
};

} // namespace tidemark::ui
