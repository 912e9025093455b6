#include "ui/state/view_state.h"

#include "core/view/step_of.h"
#include "ui/state/row_text.h"

#include <QScopeGuard>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr std::uint32_t kRoom = 10; // the margin on either side of a life is 1/10 of its length

} // namespace

void AxisView::reset(std::uint32_t steps, StepId cursor)
{
    m_steps = steps;
    m_cursor = cursor;
    m_visible = {0, steps};
    m_history.clear();
    m_selected.reset();
    m_isSelecting = false;
}

void AxisView::setCursor(StepId step)
{
    if (isEmpty())
        return;
    step = std::min(step, StepId(m_steps - 1));
    if (step == m_cursor)
        return;
    m_cursor = step;
    report(Aspect::Cursor);
}

StepRange AxisView::clamped(StepRange range) const
{
    const std::uint32_t begin = std::min(range.begin, m_steps - 1);
    return {begin, std::clamp(range.end, begin + 1, m_steps)};
}

void AxisView::moveTo(StepRange range)
{
    m_visible = range;
    report(Aspect::Visible);
}

void AxisView::setVisible(StepRange range)
{
    if (isEmpty())
        return;
    range = clamped(range);
    if (range == m_visible)
        return;
    m_history.record(m_visible, range);
    moveTo(range);
}

void AxisView::zoomTo(StepId start, StepId end)
{
    const std::uint32_t room = std::max<std::uint32_t>(1, (end.value - start.value) / kRoom);
    setVisible({start.value - std::min(start.value, room), end.value + room});
}

void AxisView::back()
{
    if (canGoBack())
        moveTo(m_history.back(m_visible));
}

void AxisView::forward()
{
    if (canGoForward())
        moveTo(m_history.forward(m_visible));
}

void AxisView::setSelected(std::optional<StepRange> range, bool isSelecting)
{
    if (isEmpty())
        range.reset();
    if (range)
        range = clamped(*range);
    if (range == m_selected && isSelecting == m_isSelecting)
        return;
    m_selected = range;
    m_isSelecting = isSelecting;
    report(Aspect::SelectedSteps);
}

void Focus::reset(std::size_t rows)
{
    ++m_generation;
    m_rows = rows;
    m_hovered.reset();
    m_pinned.reset();
    m_selected.clear();
}

std::optional<RowId> Focus::find(const ItemRef& item) const
{
    if (item.generation != m_generation || !isRow(item.row))
        return std::nullopt;
    return item.row;
}

void Focus::setHovered(std::optional<RowId> row)
{
    if (row == m_hovered || (row && !isRow(*row)))
        return;
    m_hovered = row;
    report(Aspect::Pointed);
}

void Focus::setPinned(std::optional<RowId> row)
{
    if (row == m_pinned || (row && !isRow(*row)))
        return;
    const auto before = std::exchange(m_pinned, row);
    const bool isSelected = row && std::binary_search(m_selected.begin(), m_selected.end(), *row);
    Aspects changed = Aspect::Pointed;
    if (row && !isSelected) {
        m_selected = {*row};
        changed |= Aspect::SelectedRows;
    } else if (!row && m_selected == std::vector{*before}) {
        m_selected.clear();
        changed |= Aspect::SelectedRows;
    }
    report(changed);
}

void Focus::setSelected(std::vector<RowId> rows)
{
    std::erase_if(rows, [this](RowId row) { return !isRow(row); });
    std::ranges::sort(rows, {}, &RowId::value);
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    if (rows == m_selected)
        return;
    m_selected = std::move(rows);
    report(Aspect::SelectedRows);
}

void RowFacts::reset(std::shared_ptr<const View> view)
{
    m_kept.clear();
    m_view = std::move(view);
    m_meanings.reset();
}

void RowFacts::setMeanings(std::shared_ptr<const RowMeanings> meanings)
{
    m_kept.clear();
    m_meanings = std::move(meanings);
}

const Facts& RowFacts::of(RowId row) const
{
    if (const Facts* kept = m_kept.object(row.value))
        return *kept;
    auto facts = std::make_unique<Facts>();
    describeWithMeaning(m_view->rows, m_meanings.get(), row, *facts);
    const Facts& result = *facts;
    m_kept.insert(row.value, facts.release());
    return result;
}

ViewState::ViewState(QObject* parent)
    : QObject(parent)
    , m_axis(std::bind_front(&ViewState::take, this))
    , m_focus(std::bind_front(&ViewState::take, this))
    , m_filter(std::bind_front(&ViewState::take, this))
    , m_units(std::bind_front(&ViewState::take, this))
{ }

ViewState::Batch::~Batch() noexcept(false)
{
    if (std::uncaught_exceptions() == m_exceptions) {
        m_state.endBatch();
        return;
    }
    try {
        m_state.endBatch();
    } catch (...) { // the first exception goes on
    }
}

void ViewState::endBatch()
{
    // The outermost batch lasts until all changes are reported, so that a batch of a listener reports nothing itself.
    const auto end = qScopeGuard([this] { --m_batches; });
    while (m_batches == 1 && m_changed) {
        const Aspects aspects = std::exchange(m_changed, {});
        emit changedForModels(aspects);
        emit changed(aspects);
    }
}

/// Adds to the changes, after updating what depends on them.
void ViewState::take(Aspects changed)
{
    const Batch batch(*this);
    m_changed |= changed;
    if (changed & Aspect::Cursor) {
        m_live = m_view->rows.live(m_axis.cursor());
        m_filter.setCursor(m_axis.cursor());
    }
    if (changed & Aspect::SelectedSteps)
        listRange();
    if ((changed & Aspect::Filter) && m_listedRange && !m_filter.facetBy(Facet::kByRange))
        m_axis.setSelected(std::nullopt);
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
    const View none;
    const View& shown = view ? *view : none;
    std::vector<LiveRow> live = shown.rows.live(shownStep(shown));
    std::shared_ptr<const RowGroups> groups;
    if (shown.rows.count > 0)
        groups = groupsByKind(view);
    m_view = std::move(view);
    m_meanings.reset();
    m_groups = std::move(groups);
    m_uses.reset();
    m_marked.reset();
    m_liveAtMarked.clear();
    m_listedRange.reset();
    m_inRange.clear();
    m_regionMap.reset();
    m_axis.reset(shown.axis.count, shownStep(shown));
    m_focus.reset(shown.rows.count);
    m_facts.reset(m_view);
    m_filter.reset(m_view, m_axis.cursor());
    m_live = std::move(live);
    take(Aspect::View);
}

void ViewState::setMeanings(std::shared_ptr<const RowMeanings> meanings)
{
    const Batch batch(*this);
    m_meanings = std::move(meanings);
    m_facts.setMeanings(m_meanings);
    m_filter.setMeanings(m_meanings);
    take(Aspect::Meanings);
}

void ViewState::setGroups(std::shared_ptr<const RowGroups> groups)
{
    m_groups = std::move(groups);
    take(Aspect::Groups);
}

void ViewState::setRegionMap(std::shared_ptr<const RegionMap> map)
{
    if (map == m_regionMap)
        return;
    m_regionMap = std::move(map);
    take(Aspect::Region);
}

void ViewState::setGroupWay(const std::string& way)
{
    if (way == m_groupWay)
        return;
    m_groupWay = way;
    take(Aspect::GroupWay);
}

std::string ViewState::groupWay() const
{
    if (!m_view)
        return Facet::kByKind;
    const auto ways = groupWays(*m_view);
    if (std::ranges::find(ways, m_groupWay, &GroupWay::id) != ways.end())
        return m_groupWay;
    const std::string& usual = m_view->rows.usualGrouping;
    return usual.empty() ? ways.front().id : usual;
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
    if (!idleTime)
        return m_groups->looks.front();
    return m_groups->looks[static_cast<std::size_t>(idleShade(idleTime->steps))];
}

Fill ViewState::lifetimeFillOf(RowId row, const Colors& colors) const
{
    const GroupLook& look = lookOf(row);
    if (look.hue)
        return colors.lifetimeHue(*look.hue);
    return look.fill(colors);
}

void ViewState::setUses(std::shared_ptr<const RowUses> uses)
{
    const Batch batch(*this);
    m_uses = std::move(uses);
    m_filter.setUses(m_uses);
    take(Aspect::Uses);
}

void ViewState::setMarked(std::optional<StepId> step)
{
    if (step == m_marked)
        return;
    const Batch batch(*this);
    const MarkedParts parts = markedParts();
    m_marked = step;
    if (step) {
        m_liveAtMarked = m_view->rows.live(*step);
        setMarkedParts(parts);
    } else {
        m_liveAtMarked.clear();
        m_filter.dropFacet(Facet::kByMarked);
    }
    take(Aspect::Marked);
}

MarkedParts ViewState::markedParts() const
{
    if (const Facet* facet = m_filter.facetBy(Facet::kByMarked))
        return MarkedParts::of(*facet);
    return {};
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

void ViewState::show(const std::vector<RowId>& rows)
{
    const Batch batch(*this);
    const Rows& table = m_view->rows;
    const auto areLiveAt
        = [&](StepId step) { return std::ranges::all_of(rows, [&](RowId row) { return table.isLive(row, step); }); };
    if (const StepId first = shownStep(*m_view); !rows.empty() && !areLiveAt(cursor()))
        m_axis.setCursor(areLiveAt(first) ? first : table.start[rows.front()]);
    m_focus.setSelected(rows);
}

bool ViewState::escape()
{
    const Batch batch(*this);
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
