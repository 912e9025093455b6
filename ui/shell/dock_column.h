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
    QAction* action = nullptr; // checked: wanted where the page has a use for it
};
using DockEntries = std::map<DockId, DockEntry>;

/// The docks in the column beside a page: which stand above each other, and how high they are.
class DockColumn
{
public:
    /// Both outlive it; the docks come later.
    DockColumn(QMainWindow* window, const DockEntries& docks);

    /// As it is at first in a narrow or wide window.
    void arrange(bool narrow);
    /// As arrange() left it: the user closed or tore off no dock, and moved none to another side or to other tabs.
    bool isAsAtFirst(bool narrow) const;
    /// As wide as at first; findings may be alone in it.
    void resetWidth(bool narrow);
    /// The region below the row has the height that the user gave it last, else what its words take, and at least half
    /// of both.
    void fitRegion();
    /// A line between docks may be, or may have been.
    void onDragged(bool begins);
    /// What the user gave the region.
    void forgetHeight() { m_regionHeight = 0; }
    /// Whether its title stands on a tab already.
    bool isTabbed(DockId id) const;

private:
    QDockWidget* dock(DockId id) const { return m_docks.at(id).dock; }
    bool isBeside(DockId id) const;

    QMainWindow* m_window;
    const DockEntries& m_docks;
    int m_heightBefore = 0; // of the region
    int m_regionHeight = 0; // as the user left it; 0: he did not touch it
};

} // namespace tidemark::ui
