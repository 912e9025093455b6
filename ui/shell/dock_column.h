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
    /// The user moved, closed or tore off none of them.
    bool isAsAtFirst() const;
    /// Findings may be alone in it.
    void keepWidth(bool narrow);
    /// Where the page asks for the region, it has the height that the user gave it last, else what it tells.
    void fitRegion();
    /// The user dragged a line between docks.
    void noteHeights();
    /// Whether its title stands on a tab already.
    bool isTabbed(DockId id) const;

private:
    QDockWidget* dock(DockId id) const { return m_docks.at(id).dock; }
    bool isBeside(DockId id) const;

    QMainWindow* m_window;
    const DockEntries& m_docks;
    int m_fittedHeight = 0; // of the region
    int m_regionHeight = 0; // as the user left it; 0: he did not touch it
};

} // namespace tidemark::ui
