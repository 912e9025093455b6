#include "ui/shell/dock_column.h"

#include "ui/shell/dock_sizes.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>

#include <algorithm>

namespace tidemark::ui {
namespace {

using namespace dock_sizes;

constexpr DockId kAtFirst[] = {DockId::Row, DockId::Breakdown, DockId::Findings};

} // namespace

DockColumn::DockColumn(QMainWindow* window, const DockEntries& docks)
    : m_window(window)
    , m_docks(docks)
{ }

void DockColumn::arrange(bool narrow)
{
    // All docks leave their tabs first, because a dock behind another tab cannot be split.
    for (const DockId id : {DockId::Findings, DockId::Breakdown})
        m_window->addDockWidget(Qt::RightDockWidgetArea, dock(id));
    if (narrow)
        m_window->tabifyDockWidget(dock(DockId::Row), dock(DockId::Breakdown));
    else
        m_window->splitDockWidget(dock(DockId::Row), dock(DockId::Breakdown), Qt::Vertical);
    m_window->tabifyDockWidget(dock(DockId::Breakdown), dock(DockId::Findings));
    dock(narrow ? DockId::Row : DockId::Breakdown)->raise();
    m_window->resizeDocks({dock(DockId::Row)}, {columnWidth(*m_window, narrow)}, Qt::Horizontal);
    if (!narrow)
        m_window->resizeDocks({dock(DockId::Row), dock(DockId::Breakdown)}, {kCard, kBreakdown}, Qt::Vertical);
}

bool DockColumn::isBeside(DockId id) const
{
    return !dock(id)->isFloating() && m_window->dockWidgetArea(dock(id)) == Qt::RightDockWidgetArea;
}

bool DockColumn::isAsAtFirst(bool narrow) const
{
    const QList<QDockWidget*> tabs = m_window->tabifiedDockWidgets(dock(DockId::Breakdown));
    return tabs.contains(dock(DockId::Findings)) && tabs.contains(dock(DockId::Row)) == narrow
        && std::ranges::all_of(kAtFirst,
                               [&](DockId id) { return m_docks.at(id).action->isChecked() && isBeside(id); });
}

void DockColumn::resetWidth(bool narrow)
{
    m_window->resizeDocks({dock(DockId::Findings)}, {columnWidth(*m_window, narrow)}, Qt::Horizontal);
}

void DockColumn::fitRegion()
{
    const QDockWidget* region = dock(DockId::Region);
    if (!region->isVisible() || !dock(DockId::Row)->isVisible() || !isBeside(DockId::Region) || !isBeside(DockId::Row)
        || isTabbed(DockId::Region))
        return;
    const int both = region->height() + dock(DockId::Row)->height();
    const int wanted = m_regionHeight > 0 ? m_regionHeight : std::max(region->sizeHint().height(), both / 2);
    const int height = std::min(wanted, both - grown(kLeastCard, m_window->font()));
    m_window->resizeDocks({dock(DockId::Row), dock(DockId::Region)}, {both - height, height}, Qt::Vertical);
}

void DockColumn::onDragged(bool begins)
{
    const QDockWidget* region = dock(DockId::Region);
    if (begins)
        m_heightBefore = region->height();
    else if (region->isVisible() && isBeside(DockId::Region) && region->height() != m_heightBefore)
        m_regionHeight = region->height();
}

bool DockColumn::isTabbed(DockId id) const
{
    return !dock(id)->isFloating()
        && std::ranges::any_of(m_window->tabifiedDockWidgets(dock(id)),
                               [](const QDockWidget* other) { return !other->isHidden(); });
}

} // namespace tidemark::ui
