#include "ui/charts/region_content.h"

#include "ui/state/grouped.h"
#include "ui/state/row_history.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr std::int64_t kSeenOf = 200; // less than 1/200 of the height is hardly visible
constexpr std::int64_t kPixels = 1000; // no map is higher, in pixels
constexpr std::size_t kCounted = 4096; // with more boxes, the visible ones are not counted

struct RegionText {
    Q_DECLARE_TR_FUNCTIONS(AddressMap)
};

} // namespace

RegionContent regionContentOf(const ViewState& state, const MapWindow& window,
                              std::shared_ptr<const std::vector<bool>> matches, ChartContent chart)
{
    RegionContent content;
    content.map = state.regionMap();
    content.chart = std::move(chart);
    content.chart.follow(state);
    content.chart.selected.reset();
    content.chart.range.reset(); // has a band, but no tag
    content.range = state.listedRange();
    content.chart.visible = window.steps;
    content.window = window;
    content.matches = std::move(matches);
    content.selected = state.focus().selected();
    content.uses = state.uses();
    if (state.groups()->isByIdle())
        for (const LiveRow& live : state.live())
            if (const auto idle = state.idle(live.row))
                content.idle.emplace_back(live.row, idleShade(idle->steps));
    std::ranges::sort(content.idle, {}, [](const auto& each) { return each.first.value; });
    return content;
}

RegionLegend regionLegendOf(const ViewState& state)
{
    const RowGroups& groups = *state.groups();
    if (groups.isByIdle())
        return {groups.scale, groups.looks};
    std::vector<bool> has(groups.looks.size());
    for (const BoxIndex* boxes : {&state.regionMap()->boxes(), &state.regionMap()->bands()})
        for (const MapBox& box : boxes->boxes())
            has[groups.of[box.row.index()]] = true;
    RegionLegend legend;
    for (std::size_t i = 0; i < has.size(); ++i)
        if (has[i])
            legend.looks.push_back(groups.looks[i]);
    return legend;
}

RowFills::RowFills(const RegionContent& content, const Colors& colors)
    : m_content(content)
{
    for (const GroupLook& look : content.chart.groups->looks) {
        const QColor color = look.color(colors);
        m_fills.push_back({color.rgb(), colors.dimmed(color).rgb()});
    }
}

QRgb RowFills::of(RowId row) const
{
    const RowGroups& groups = *m_content.chart.groups;
    std::size_t look = 0;
    if (!groups.isByIdle()) {
        look = groups.of[row.index()];
    } else {
        const auto found = std::ranges::lower_bound(m_content.idle, row.value, {},
                                                    [](const auto& each) { return each.first.value; });
        if (found != m_content.idle.end() && found->first == row)
            look = static_cast<std::size_t>(std::clamp(found->second, 0, kIdleShades - 1));
    }
    return m_content.isLeftOut(row) ? m_fills[look].dimmed : m_fills[look].plain;
}

QString regionName(const Rows::Region& region, std::size_t at, std::size_t count, ByteUnit unit)
{
    const QString size = QString::fromStdString(bytesText(region.end - region.begin, unit));
    const QString banks
        = region.banks > 1 ? RegionText::tr(" in each of %1 banks").arg(grouped(region.banks)) : QString();
    if (region.allocation)
        return (count > 1 ? RegionText::tr("temporary region %1 (allocation %2)").arg(size, grouped(*region.allocation))
                          : RegionText::tr("temporary region %1").arg(size))
            + banks;
    const QString address
        = region.address ? RegionText::tr(" at %1").arg(text(addressText(*region.address))) : QString();
    return (count > 1 ? RegionText::tr("region %1 of %2, %3").arg(at + 1).arg(count).arg(size)
                      : RegionText::tr("region %1").arg(size))
        + banks + address;
}

StepId openingStepOf(const RegionMap& map)
{
    const View& view = map.view();
    if (view.axis.kind == AxisKind::None || map.levelAt(view.peakStep).rows > 0)
        return view.peakStep;
    const StepId highest(peakIn(view.level(), {0, view.axis.count}));
    return map.levelAt(highest).rows > 0 ? highest : map.topStep();
}

QString regionTitle(const QString& name, const RegionContent& content)
{
    const RegionMap& map = *content.map;
    QString title = name;
    const auto count = [](std::size_t value) { return grouped(static_cast<std::int64_t>(value)); };
    if (map.mostLive() < map.height() / kSeenOf)
        title += RegionText::tr(" · at most %1 live").arg(content.chart.bytes(map.mostLive()));
    if (map.mostLive() < content.window.size() / kPixels)
        title += RegionText::tr(", thinner than a pixel");
    if (content.window.size() < map.height()) {
        const std::int64_t begin = content.window.begin - map.region().origin();
        const QString part
            = RegionText::tr("%1 from %2").arg(content.chart.bytes(content.window.size()), content.chart.bytes(begin));
        std::size_t seen = 0;
        const std::size_t all = map.boxes().boxes().size();
        if (all <= kCounted)
            map.boxes().forEach(content.window, [&](const MapBox&) { ++seen; });
        title += all <= kCounted
            ? RegionText::tr(" · visible: %1 of %2 %3, %4").arg(count(seen), count(all), rowsWord(&map.view()), part)
            : RegionText::tr(" · visible: %1").arg(part);
    }
    const std::size_t own = map.bands().boxes().size() - map.crowded();
    QStringList below;
    if (own > 0)
        below << (own == 1 ? RegionText::tr("1 separate allocation")
                           : RegionText::tr("%1 separate allocations").arg(count(own)));
    if (map.crowded() == 1)
        below << RegionText::tr("1 conflicting %1").arg(rowWord(&map.view()));
    else if (map.crowded() > 0)
        below << RegionText::tr("%1 conflicting %2").arg(count(map.crowded()), rowsWord(&map.view()));
    if (!below.isEmpty())
        title += RegionText::tr(" · below: %1 in %2")
                     .arg(content.chart.bytes(map.bandsHeight()), below.join(RegionText::tr(" and ")));
    return title;
}

std::optional<RowId> boxBeside(const RegionMap& map, StepId step, const MapWindow& seen, std::optional<RowId> from,
                               int by)
{
    std::vector<MapBox> boxes;
    const MapWindow all{{step.value, step.value + 1}, map.region().begin, map.region().end};
    map.boxes().forEach(all, [&](const MapBox& box) { boxes.push_back(box); });
    if (boxes.empty())
        return std::nullopt;
    std::ranges::sort(boxes, {}, [](const MapBox& box) { return std::pair(box.begin, box.row.value); });
    const auto last = static_cast<std::ptrdiff_t>(boxes.size()) - 1;
    const auto known = from ? std::ranges::find(boxes, *from, &MapBox::row) : boxes.end();
    std::ptrdiff_t at = known - boxes.begin();
    if (known != boxes.end())
        at += by > 0 ? 1 : -1;
    else if (by > 0)
        at = std::ranges::find_if(boxes, [&](const MapBox& box) { return box.end > seen.begin; }) - boxes.begin();
    else
        at = std::ranges::find_if(boxes, [&](const MapBox& box) { return box.begin >= seen.end; }) - boxes.begin() - 1;
    return boxes[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, last))].row;
}

} // namespace tidemark::ui
