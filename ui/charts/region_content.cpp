#include "ui/charts/region_content.h"

#include "ui/state/grouped.h"
#include "ui/state/row_history.h"
#include "ui/theme/text.h"

#include <QCoreApplication>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr std::int64_t kSeenOf = 200; // less than one of so many parts of the height is hardly seen
constexpr std::int64_t kPixels = 1000; // no map is higher

struct RegionText {
    Q_DECLARE_TR_FUNCTIONS(AddressMap)
};

} // namespace

RegionContent regionContentOf(const ViewState& state, const MapWindow& window,
                              std::shared_ptr<const std::vector<bool>> matches, ChartContent chart)
{
    RegionContent content;
    content.map = state.region().map();
    content.chart = std::move(chart);
    content.chart.follow(state);
    content.chart.selected.reset();
    content.chart.range.reset();
    content.chart.visible = window.steps;
    content.window = window;
    content.matches = std::move(matches);
    content.uses = state.uses();
    content.isByCategory = state.meanings() && state.colorBy().way() == ColorBy::Way::Category;
    content.chart.meanings = state.meanings();
    if (state.colorBy().way() == ColorBy::Way::Idle)
        for (const LiveRow& live : state.live())
            if (const auto idle = state.idle(live.row))
                content.idle.emplace_back(live.row, idleShade(idle->steps));
    std::ranges::sort(content.idle, {}, [](const auto& each) { return each.first.value; });
    return content;
}

RowFills::RowFills(const RegionContent& content, const Colors& colors)
    : m_content(content)
{
    const auto fillOf = [&](const QColor& color) { return Fill{color.rgb(), colors.dimmed(color).rgb()}; };
    if (content.isByCategory)
        for (const RowCategory& category : content.chart.meanings->categories)
            m_fills.push_back(fillOf(colors.category(category.id)));
    else
        for (const RowKind& kind : content.rows().kinds)
            m_fills.push_back(fillOf(colors.hue(kind.hue)));
    for (int shade = 0; shade < kIdleShades; ++shade)
        m_idle.push_back(fillOf(colors.idle(shade)));
}

QRgb RowFills::of(RowId row) const
{
    const Fill* fill = &m_fills[m_content.isByCategory ? m_content.chart.meanings->category[row.index()]
                                                       : m_content.rows().kind[row]];
    if (!m_content.idle.empty()) {
        const auto found = std::ranges::lower_bound(m_content.idle, row.value, {},
                                                    [](const auto& each) { return each.first.value; });
        if (found != m_content.idle.end() && found->first == row)
            fill = &m_idle[static_cast<std::size_t>(std::clamp(found->second, 0, kIdleShades - 1))];
    }
    return m_content.matches && !(*m_content.matches)[row.index()] ? fill->dimmed : fill->plain;
}

QString regionName(const View& view, const Rows::Region& region, ByteUnit unit)
{
    const QString size = QString::fromStdString(bytesText(region.end - region.begin, unit));
    const auto regions = regionsWithMap(view);
    const auto at = std::ranges::find_if(
        regions, [&](const Rows::Region& each) { return each.holder == region.holder && each.begin == region.begin; });
    const QString banks
        = region.banks > 1 ? RegionText::tr(" in each of %1 banks").arg(grouped(region.banks)) : QString();
    if (region.allocation)
        return (regions.size() > 1
                    ? RegionText::tr("temporary region %1 (allocation %2)").arg(size, grouped(*region.allocation))
                    : RegionText::tr("temporary region %1").arg(size))
            + banks;
    return (regions.size() > 1
                ? RegionText::tr("region %1 of %2, %3").arg(at - regions.begin() + 1).arg(regions.size()).arg(size)
                : RegionText::tr("region %1").arg(size))
        + banks;
}

QString regionTitle(const RegionContent& content)
{
    const RegionMap& map = *content.map;
    QString title = regionName(map.view(), map.region(), content.chart.unit);
    const auto count = [](std::size_t value) { return grouped(static_cast<std::int64_t>(value)); };
    if (map.mostLive() < map.height() / kSeenOf)
        title += RegionText::tr(" · at most %1 of it live").arg(content.chart.bytes(map.mostLive()));
    if (map.mostLive() < map.height() / kPixels)
        title += RegionText::tr(", thinner than a pixel");
    const std::size_t bands = map.bands().boxes().size();
    if (map.crowded() > 0)
        title += RegionText::tr(" · %1 that contradict others are below").arg(count(map.crowded()));
    else if (bands > 0)
        title += RegionText::tr(" · below: %1 in %2 of their own")
                     .arg(content.chart.bytes(map.bandsHeight()),
                          bands == 1 ? RegionText::tr("1 allocation")
                                     : RegionText::tr("%1 allocations").arg(count(bands)));
    return title;
}

} // namespace tidemark::ui
