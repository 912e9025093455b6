#include "ui/state/view_state.h"

#include "ui/state/row_history.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

std::vector<LiveRow> liveAt(const View* view, StepId step)
{
    return view ? view->rows.live(step) : std::vector<LiveRow>();
}

} // namespace

ViewState::ViewState(QObject* parent)
    : QObject(parent)
{
    connect(&m_axis, &AxisView::cursorChanged, this, [this] {
        m_live = liveAt(m_view.get(), m_axis.cursor());
        m_filter.setCursor(m_axis.cursor());
        emit liveChanged();
    });
    connect(&m_axis, &AxisView::selectedChanged, this, &ViewState::listRange);
    connect(&m_filter, &Filter::changed, this, [this] {
        if (m_listedRange && !m_filter.facetBy(Facet::kByRange))
            m_axis.setSelected(std::nullopt);
    });
}

void ViewState::listRange()
{
    if (m_axis.isSelecting())
        return;
    m_listedRange.reset();
    m_inRange.clear();
    if (const auto& range = m_axis.selected(); range && m_view->rows.count > 0) {
        m_inRange = m_view->rows.all();
        std::erase_if(m_inRange, [&](const LiveRow& each) { return !m_view->rows.isLiveIn(each.row, *range); });
        m_listedRange = range;
        m_filter.setFacet(Facet::ofRange(*range, m_view->axis));
    } else {
        m_filter.dropFacet(Facet::kByRange);
    }
}

void ViewState::setView(std::shared_ptr<const View> view)
{
    // These may throw, so they come before any change.
    std::vector<LiveRow> live = liveAt(view.get(), view ? view->peakStep : StepId(0));
    auto groups = view && view->rows.count > 0 ? groupsByKind(view) : nullptr;
    m_view = std::move(view);
    m_meanings.reset();
    m_groups = std::move(groups);
    m_uses.reset();
    m_marked.reset();
    m_liveAtMarked.clear();
    m_listedRange.reset();
    m_inRange.clear();
    m_region.reset();
    m_axis.reset(m_view ? m_view->axis.count : 0, m_view ? m_view->peakStep : StepId(0));
    m_focus.reset(m_view ? m_view->rows.count : 0);
    m_facts.reset(m_view);
    m_filter.reset(m_view, m_axis.cursor());
    m_live = std::move(live);
    emit viewChanged();
    emit m_axis.historyChanged(); // reset() emits no signals
}

void ViewState::setMeanings(std::shared_ptr<const RowMeanings> meanings)
{
    m_meanings = std::move(meanings);
    m_facts.setMeanings(m_meanings);
    m_filter.setMeanings(m_meanings);
    emit meaningsChanged();
}

void ViewState::setGroups(std::shared_ptr<const RowGroups> groups)
{
    m_groups = std::move(groups);
    emit groupsChanged();
}

std::string ViewState::groupWay() const
{
    const auto ways = m_view ? groupWays(*m_view) : std::vector<GroupWay>();
    if (std::ranges::find(ways, m_groupBy.way(), &GroupWay::id) != ways.end())
        return m_groupBy.way();
    return ways.empty() ? std::string(Facet::kByKind) : ways.front().id;
}

bool ViewState::areGroupsReady() const
{
    if (!m_groups || m_groups->way != groupWay())
        return false;
    return m_groups->level && (!m_groups->meanings || m_groups->meanings == m_meanings);
}

const GroupLook& ViewState::lookOf(RowId row) const
{
    if (!m_groups->isByIdle())
        return m_groups->lookOf(row);
    const auto idleTime = idle(row);
    return m_groups->looks[static_cast<std::size_t>(idleTime ? idleShade(idleTime->steps) : 0)];
}

QColor ViewState::lifetimeColorOf(RowId row, const Colors& colors) const
{
    const GroupLook& look = lookOf(row);
    return look.hue ? colors.lifetimeHue(*look.hue) : look.color(colors);
}

void ViewState::setUses(std::shared_ptr<const RowUses> uses)
{
    m_uses = std::move(uses);
    m_filter.setUses(m_uses);
    emit usesChanged();
}

void ViewState::setMarked(std::optional<StepId> step)
{
    if (step == m_marked)
        return;
    const MarkedParts parts = markedParts();
    m_marked = step;
    m_liveAtMarked = step ? m_view->rows.live(*step) : std::vector<LiveRow>();
    if (step)
        setMarkedParts(parts);
    else
        m_filter.dropFacet(Facet::kByMarked);
    emit markedChanged();
}

MarkedParts ViewState::markedParts() const
{
    const Facet* facet = m_filter.facetBy(Facet::kByMarked);
    return facet ? MarkedParts::of(*facet) : MarkedParts();
}

void ViewState::setMarkedParts(const MarkedParts& parts)
{
    if (parts.isUsual())
        m_filter.dropFacet(Facet::kByMarked);
    else
        m_filter.setFacet(Facet::ofMarked(*m_marked, parts, m_view->axis));
}

std::vector<LiveRow> ViewState::liveOrMarked() const
{
    std::vector<LiveRow> rows = m_live;
    if (markedParts().marked)
        for (const LiveRow& live : m_liveAtMarked)
            if (!m_view->rows.isLive(live.row, cursor()))
                rows.push_back(live);
    return rows;
}

bool ViewState::escape()
{
    if (m_focus.pinned()) {
        m_focus.setPinned(std::nullopt);
    } else if (!m_focus.selected().empty() || m_axis.selected()) {
        m_focus.setSelected({});
        m_axis.setSelected(std::nullopt);
    } else if (!m_filter.isEmpty()) {
        m_filter.clear();
    } else if (m_marked) {
        setMarked(std::nullopt);
    } else {
        return false;
    }
    return true;
}

std::optional<RowId> ViewState::shownRow() const
{
    if (m_focus.pointed() || m_live.empty())
        return m_focus.pointed();
    const auto sizeOf = [this](const LiveRow& live) { return m_view->rows.size[live.row]; };
    return std::ranges::max_element(m_live, {}, sizeOf)->row;
}

std::optional<RowIdle> ViewState::idle(RowId row) const
{
    if (!m_uses || !m_view->rows.isLive(row, cursor()))
        return std::nullopt;
    return m_uses->idle(m_view->rows, row, cursor());
}

} // namespace tidemark::ui
