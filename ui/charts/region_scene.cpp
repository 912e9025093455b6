#include "ui/charts/region_scene.h"

#include "core/view/row_uses.h"
#include "ui/charts/plot.h"
#include "ui/charts/tip_box.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr std::int64_t kSeenOf = 200; // less than 1/200 of the height is hardly visible
constexpr std::int64_t kPixels = 1000; // no map is higher, in pixels
constexpr std::size_t kCounted = 4096; // with more boxes, the visible ones are not counted

constexpr double kBandsHeight = 14;
constexpr double kBandsGap = 3;
constexpr double kNearest = 4; // pixels around boxes that are too thin to point at

/// An amount, with "in each bank" if there are several banks.
QString inEachBank(const ViewState& state, const RegionMap& map, std::int64_t bytes)
{
    return map.region().banks > 1 ? UiText::tr("%1 in each bank").arg(state.bytes(bytes)) : state.bytes(bytes);
}

/// The name of the user of a row's memory at a step, if several use it one after the other. Else empty.
QString tenantText(const ViewState& state, RowId row, StepId step)
{
    const Axis& axis = state.view()->axis;
    if (!state.uses())
        return {};
    const std::vector<RowTenant> tenants = tenantsOf(state.view()->rows, *state.uses(), row);
    if (tenants.size() < 2)
        return {};
    for (std::size_t i = 0; i < tenants.size(); ++i)
        if (const RowTenant& tenant = tenants[i]; tenant.first <= step.value && step.value < tenant.past) {
            const std::string name
                = tenant.takeover ? state.uses()->actor(*tenant.takeover).name : state.view()->rows.label(row);
            return UiText::tr("%1: used by %2 from %3 to %4 (%5 of %6 users of this memory)")
                .arg(cellText(axis, step), text(name), positionText(axis, StepId(tenant.first)),
                     positionText(axis, StepId(tenant.past)), grouped(i + 1), grouped(tenants.size()));
        }
    return {};
}

QStringList boxTip(const ViewState& state, const RegionMap& map, RowId row, StepId step)
{
    QStringList lines = rowTip(state, row);
    if (const std::int64_t banks = map.region().banks; banks > 1 && map.boxOf(row))
        lines
            << UiText::tr("%1 in each of %2 banks").arg(state.bytes(map.view().rows.size[row] / banks), grouped(banks));
    if (const QString who = tenantText(state, row, step); !who.isEmpty())
        lines << who;
    return lines;
}

/// What the tip says of an address. Empty if it is in use.
QStringList gapTip(const ViewState& state, const RegionMap& map, StepId step, std::int64_t address)
{
    const auto gap = map.gapAt(step, address);
    if (!gap && map.isNotHeld(step, address))
        return {UiText::tr("not held by the allocator, %1").arg(cellText(map.view().axis, step))};
    if (!gap)
        return {};
    const View& view = map.view();
    const bool hasAxis = hasCells(view.axis);
    QStringList lines = {UiText::tr("%1 free").arg(state.bytes(gap->end - gap->begin))};
    if (map.region().banks > 1)
        lines[0] += UiText::tr(" in each of %1 banks").arg(grouped(map.region().banks));
    if (hasAxis)
        lines[0] += QStringLiteral(", ") + cellText(view.axis, step);
    const std::int64_t origin = map.region().origin();
    lines << UiText::tr("from %1 to %2").arg(state.bytes(gap->begin - origin), state.bytes(gap->end - origin));
    const auto name = [&](RowId row) {
        return QStringLiteral("%1, %2").arg(text(view.rows.label(row)),
                                            inEachBank(state, map, view.rows.size[row] / map.region().banks));
    };
    if (gap->before)
        lines << UiText::tr("before: %1, until %2")
                     .arg(name(gap->before), cellText(view.axis, view.rows.end[gap->before]));
    else if (hasAxis)
        lines << UiText::tr("before: nothing");
    if (gap->after)
        lines
            << UiText::tr("next: %1, from %2").arg(name(gap->after), cellText(view.axis, view.rows.start[gap->after]));
    else if (hasAxis)
        lines << UiText::tr("next: nothing");
    return lines;
}

/// The free memory above a row's box at the cursor. Empty if there is none, or if the row has no box there.
QStringList gapAbove(const ViewState& state, RowId row)
{
    const RegionMap& map = *state.regionMap();
    QStringList lines;
    if (const MapBox* box = map.boxOf(row); box && box->lives(state.cursor()))
        lines = gapTip(state, map, state.cursor(), box->end);
    if (!lines.isEmpty())
        lines[0] = UiText::tr("above it %1").arg(lines[0]);
    return lines;
}

} // namespace

RegionContent regionContentOf(const ViewState& state, const MapWindow& window,
                              std::shared_ptr<const std::vector<bool>> matches, ChartContent chart)
{
    RegionContent content;
    content.map = state.regionMap();
    content.chart = std::move(chart);
    content.chart.follow(state);
    content.chart.together.reset();
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
        const Fill fill = look.fill(colors);
        m_fills.push_back({fill, colors.dimmed(fill)});
    }
}

const Fill& RowFills::of(RowId row) const
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
    const bool isOneOfMany = count > 1;
    QString name = UiText::tr("region %1").arg(size);
    if (region.allocation && isOneOfMany)
        name = UiText::tr("temporary region %1 (allocation %2)").arg(size, grouped(*region.allocation));
    else if (region.allocation)
        name = UiText::tr("temporary region %1").arg(size);
    else if (isOneOfMany)
        name = UiText::tr("region %1 of %2, %3").arg(at + 1).arg(count).arg(size);
    if (region.banks > 1)
        name += UiText::tr(" in each of %1 banks").arg(grouped(region.banks));
    if (region.address && !region.allocation)
        name += UiText::tr(" at %1").arg(text(addressText(*region.address)));
    return name;
}

/// "3 of 233 buffers match". Empty without a filter.
QString matchesText(const RegionContent& content)
{
    if (!content.matches)
        return {};
    std::size_t all = 0;
    std::size_t found = 0;
    for (const BoxIndex* const drawn : {&content.map->boxes(), &content.map->bands()}) {
        all += drawn->boxes().size();
        found += static_cast<std::size_t>(
            std::ranges::count_if(drawn->boxes(), [&](const MapBox& box) { return !content.isLeftOut(box.row); }));
    }
    return UiText::tr("%1 of %2 match").arg(grouped(found), countedRows(&content.map->view(), all));
}

QString regionTitle(const QString& name, const RegionContent& content)
{
    const RegionMap& map = *content.map;
    QStringList parts{matchesText(content), name};
    if (map.mostLive() < map.height() / kSeenOf)
        parts << UiText::tr("at most %1 live").arg(content.chart.bytes(map.mostLive()));
    if (map.mostLive() < content.window.size() / kPixels)
        parts << UiText::tr("thinner than a pixel");
    if (content.window.size() < map.height()) {
        const std::int64_t begin = content.window.begin - map.region().origin();
        const QString part
            = UiText::tr("%1 from %2").arg(content.chart.bytes(content.window.size()), content.chart.bytes(begin));
        std::size_t seen = 0;
        const std::size_t all = map.boxes().boxes().size();
        if (all <= kCounted)
            map.boxes().forEach(content.window, [&](const MapBox&) { ++seen; });
        parts << (all <= kCounted ? UiText::tr("visible: %1 of %2 %3, %4")
                                        .arg(grouped(seen), grouped(all), rowsWord(&map.view()), part)
                                  : UiText::tr("visible: %1").arg(part));
    }
    const std::size_t own = map.bands().boxes().size() - map.crowded();
    QStringList below;
    if (own > 0)
        below << (own == 1 ? UiText::tr("1 separate allocation")
                           : UiText::tr("%1 separate allocations").arg(grouped(own)));
    if (map.crowded() == 1)
        below << UiText::tr("1 conflicting %1").arg(rowWord(&map.view()));
    else if (map.crowded() > 0)
        below << UiText::tr("%1 conflicting %2").arg(grouped(map.crowded()), rowsWord(&map.view()));
    if (!below.isEmpty())
        parts << UiText::tr("below: %1 in %2")
                     .arg(content.chart.bytes(map.bandsHeight()), below.join(UiText::tr(" and ")));
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
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
    const auto known = std::ranges::find(boxes, from.value_or(RowId()), &MapBox::row);
    std::ptrdiff_t at = known - boxes.begin();
    if (known != boxes.end() && by > 0)
        ++at;
    else if (known != boxes.end())
        --at;
    else if (by > 0)
        at = std::ranges::find_if(boxes, [&](const MapBox& box) { return box.end > seen.begin; }) - boxes.begin();
    else
        at = std::ranges::find_if(boxes, [&](const MapBox& box) { return box.begin >= seen.end; }) - boxes.begin() - 1;
    return boxes[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(at, 0, last))].row;
}

double RegionScene::y(std::int64_t address) const
{
    const MapWindow& window = content.window;
    const double above = static_cast<double>(window.end) - static_cast<double>(address);
    return plot().top() + above / static_cast<double>(window.size()) * plot().height();
}

QRectF RegionScene::rectOf(const MapBox& box) const
{
    const StepScale& steps = chart.geometry.steps;
    const QRectF whole(QPointF(xOf(steps, box.first), y(box.end)), QPointF(xOf(steps, box.past), y(box.begin)));
    return whole & plot();
}

QRectF RegionScene::rectOfBand(const MapBox& band) const
{
    const double height = std::max<double>(1, static_cast<double>(content.map->bandsHeight()));
    const auto bandY
        = [&](std::int64_t at) { return bands.bottom() - static_cast<double>(at) / height * bands.height(); };
    const StepScale& steps = chart.geometry.steps;
    return QRectF(QPointF(xOf(steps, band.first), bandY(band.end)), QPointF(xOf(steps, band.past), bandY(band.begin)))
        & bands;
}

QRectF RegionScene::across(const QRectF& area, std::int64_t begin, std::int64_t end) const
{
    return QRectF(QPointF(area.left(), y(end)), QPointF(area.right(), y(begin))) & area;
}

QRectF RegionScene::rectOf(RowId row) const
{
    if (const MapBox* box = content.map->boxOf(row))
        return rectOf(*box);
    const auto all = content.map->bands().boxes();
    const auto band = std::ranges::find(all, row, &MapBox::row);
    return band == all.end() || bands.isEmpty() ? QRectF() : rectOfBand(*band);
}

QString RegionScene::baseText() const
{
    return addresses.base > 0 ? UiText::tr("addresses above %1").arg(exactBytes(addresses.base)) : QString();
}

std::int64_t RegionScene::addressAt(double y) const
{
    const MapWindow& window = content.window;
    const double share = (plot().bottom() - y) / plot().height();
    const auto above = static_cast<std::int64_t>(std::floor(share * static_cast<double>(window.size())));
    return std::clamp(window.begin + above, window.begin, window.end - 1);
}

MapWindow RegionScene::windowOf(const QRectF& rect) const
{
    const StepScale& steps = chart.geometry.steps;
    return {{stepAt(steps, rect.left()).value, stepAt(steps, rect.right()).value + 1},
            addressAt(rect.bottom()),
            addressAt(rect.top()) + 1};
}

StepId RegionScene::stepOf(const QPointF& at) const
{
    return column.contains(at) ? content.chart.cursor : stepAt(chart.geometry.steps, at.x());
}

std::optional<RowId> RegionScene::rowAt(const QPointF& at) const
{
    if (bands.contains(at)) {
        const double share = (bands.bottom() - at.y()) / bands.height();
        const MapBox* band = content.map->bands().at(
            stepOf(at), static_cast<std::int64_t>(share * static_cast<double>(content.map->bandsHeight())));
        if (!band)
            return std::nullopt;
        return band->row;
    }
    if (!hasAddress(at))
        return std::nullopt;
    const StepId step = stepOf(at);
    if (const MapBox* piece = content.map->pieces().at(step, addressAt(at.y())))
        return piece->row;
    // Otherwise the nearest box that is too thin to point at.
    const bool isInColumn = column.contains(at);
    MapWindow near = windowOf(QRectF(at, at).adjusted(-kNearest, -kNearest, kNearest, kNearest));
    if (isInColumn)
        near.steps = {step.value, step.value + 1};
    std::optional<RowId> found;
    double least = kNearest;
    content.map->pieces().forEach(near, [&](const MapBox& piece) {
        const QRectF rect = isInColumn ? across(column, piece.begin, piece.end) : rectOf(piece);
        if (rect.width() >= 2 && rect.height() >= 2)
            return; // large enough to point at
        const double aside
            = std::max({rect.left() - at.x(), at.x() - rect.right(), rect.top() - at.y(), at.y() - rect.bottom()});
        if (aside < least) {
            least = aside;
            found = piece.row;
        }
    });
    return found;
}

RegionScene makeRegionScene(const RegionContent& content, const QRectF& area, const Colors& colors,
                            const ChartFonts& fonts)
{
    RegionScene scene;
    scene.content = content;
    const bool axis = hasCells(content.map->view().axis);
    const bool hasBands = content.map->bandsHeight() > 0;
    double below = cellAxisHeight(fonts.small);
    double right = kRightMargin;
    if (hasBands)
        below += kBandsHeight + kBandsGap;
    if (axis)
        right += kRegionColumnWidth + kRegionColumnGap;
    double gutter = gutterFor(byteAxisOf(content.chart), fonts.small);
    const QFontMetricsF small(fonts.small);
    const auto roomFor = [&](const QString& text) { return std::ceil(small.horizontalAdvance(text)) + kAddressGap; };
    const std::int64_t origin = content.map->region().origin();
    scene.addresses = addressTicks(content.window.begin - origin, content.window.end - origin, content.chart.unit,
                                   [&](const QString& text) { return roomFor(text) <= gutter; });
    for (ByteTick& tick : scene.addresses.ticks) {
        gutter = std::max(gutter, roomFor(tick.text));
        tick.bytes += origin;
    }
    const double top = area.top() + small.height() + 4;
    const QRectF plot(area.left() + gutter, top, std::max(1.0, std::floor(area.width() - gutter - right)),
                      std::max(1.0, std::floor(area.bottom() - below - top)));
    // The bands are between plot and axis.
    scene.chart = makeScene(content.chart, plot, colors, fonts);
    if (hasBands)
        scene.bands = QRectF(plot.left(), plot.bottom() + kBandsGap, plot.width(), kBandsHeight);
    if (axis)
        scene.column = QRectF(plot.right() + kRegionColumnGap, plot.top(), kRegionColumnWidth, plot.height());
    return scene;
}

RegionPixels pixelsOf(const RegionScene& scene, double ratio)
{
    const QSize plot = (scene.plot().size() * ratio).toSize().expandedTo({1, 1});
    return {plot, qRound(scene.bands.height() * ratio), ratio};
}

QStringList regionTip(const ViewState& state, const RegionScene& scene, const QPointF& at)
{
    const StepId step = scene.stepOf(at);
    const RegionMap& map = *scene.content.map;
    if (const auto row = state.focus().hovered())
        return boxTip(state, map, *row, step);
    if (!scene.hasAddress(at))
        return {};
    return gapTip(state, map, step, scene.addressAt(at.y()));
}

QStringList keyTip(const ViewState& state, RowId row)
{
    return boxTip(state, *state.regionMap(), row, state.cursor()) + gapAbove(state, row);
}

QString regionDescription(const ViewState& state, const RegionLevel& level, bool isPointedByKeys)
{
    const View& view = *state.view();
    if (const auto row = state.focus().pointed()) {
        QStringList words{text(view.rows.label(*row)), state.bytes(view.rows.size[*row]), lifetimeText(view, *row)};
        if (isPointedByKeys)
            words << gapAbove(state, *row);
        return words.join(QStringLiteral(", "));
    }
    return UiText::tr("%1, %2 live")
        .arg(cellText(view.axis, state.cursor()), inEachBank(state, *state.regionMap(), level.live));
}

} // namespace tidemark::ui
