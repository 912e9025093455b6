#include "ui/charts/chart_scene.h"

#include "ui/theme/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kHeadroom = 1.13; // room above the curve for the labels

} // namespace

std::optional<CapacityLine> lineOf(const Capacity& capacity)
{
    if (!capacity.bytes)
        return std::nullopt;
    return CapacityLine{*capacity.bytes, text(capacity.device)};
}

std::vector<std::int64_t> bytesPerCell(const View& view, const std::vector<RowId>& rows)
{
    if (rows.empty())
        return {};
    std::vector<std::int64_t> bytes(std::size_t{view.axis.count} + 1, 0);
    for (const RowId row : rows) {
        bytes[view.rows.start[row].index()] += view.rows.size[row];
        bytes[view.rows.end[row].index()] -= view.rows.size[row];
    }
    for (std::size_t cell = 1; cell < bytes.size(); ++cell)
        bytes[cell] += bytes[cell - 1];
    bytes.pop_back();
    return bytes;
}

std::shared_ptr<const RowsTogether> togetherOf(const View& view, const std::vector<RowId>& rows, bool areFound)
{
    if (rows.empty())
        return nullptr;
    auto together = std::make_shared<RowsTogether>();
    together->bytes = bytesPerCell(view, rows);
    std::int64_t largest = -1;
    std::int64_t alwaysLive = 0; // of these rows
    bool isAnyTemporary = false;
    for (const RowId row : rows) {
        const std::int64_t size = view.rows.size[row];
        if (view.rows.start[row].value == 0 && view.rows.end[row].value == view.axis.count)
            alwaysLive += size;
        isAnyTemporary = isAnyTemporary || view.rows.kindOf(row).hue == Hue::Temporary;
        if (size > largest) {
            largest = size;
            together->largest = row;
        }
    }
    if (isAnyTemporary) // on the memory below it that is not selected
        together->stand = std::max<std::int64_t>(view.floorBytes() - alwaysLive, 0);
    together->rows = rows.size();
    together->isFound = areFound;
    if (areFound)
        together->found = rows;
    together->peak
        = StepId::at(static_cast<std::size_t>(std::ranges::max_element(together->bytes) - together->bytes.begin()));
    return together;
}

void ChartContent::follow(const ViewState& state)
{
    visible = state.axis().visible();
    cursor = state.axis().cursor();
    marked = state.marked();
    range = state.axis().selected();
    pointed = state.focus().pointed();
    pinned = state.focus().pinned();
    unit = state.units().unit();
    groups = state.groups();
    facets = state.filter().facets();
    isSearched = !state.filter().text().isEmpty();
}

QColor ChartContent::lifetimeColor(const Colors& colors, RowId row) const
{
    if (groups && !groups->isByIdle())
        if (const GroupLook& look = groups->lookOf(row); !look.hue)
            return look.fill(colors).color;
    return colors.lifetimeHue(view->rows.kindOf(row).hue);
}

QColor ChartContent::togetherColor(const Colors& colors) const
{
    if (together->isFound)
        return colors.highlight;
    return lifetimeColor(colors, together->largest);
}

Fill ChartContent::layerFill(const Colors& colors, std::size_t layer) const
{
    const GroupLook& look = groups->lookOf(groups->level->layers()[layer]);
    const Fill fill = look.fill(colors);
    if (isSearched)
        return colors.dimmed(fill);
    const auto isOf
        = [](const GroupLook& each, const Facet& facet) { return each.facet == facet || each.outer == facet; };
    for (const Facet& facet : facets) {
        const auto names = [&](const GroupLook& each) { return isOf(each, facet); };
        if (std::ranges::any_of(groups->looks, names) && !names(look))
            return colors.dimmed(fill);
    }
    return fill;
}

std::shared_ptr<const RowsTogether> togetherOf(const ViewState& state, const std::vector<RowId>& found)
{
    const std::vector<RowId>& selected = state.focus().selected();
    const bool areFound = selected.size() < 2;
    return togetherOf(*state.view(), areFound ? found : selected, areFound);
}

ChartContent contentOf(const ViewState& state, const std::vector<RowId>& found)
{
    ChartContent content;
    content.view = state.view();
    content.follow(state);
    content.together = togetherOf(state, found);

    const View& view = *content.view;
    const auto level = view.level();
    if (content.range)
        content.rangePeak = view.highestIn(*content.range);
    content.peakBytes = std::ranges::max(view.highest());
    content.hasGaps = std::ranges::find(view.curves.front().known, 0) != view.curves.front().known.end();
    if (const auto reserved = view.values(CurveRole::Reserved); !reserved.empty())
        content.reservedBytes = std::ranges::max(reserved);
    const auto unpadded = view.values(CurveRole::Unpadded);
    for (std::size_t cell = 0; cell < unpadded.size(); ++cell)
        content.paddingBytes = std::max(content.paddingBytes, level[cell] - unpadded[cell]);
    return content;
}

std::vector<ChartScene::FloorBand> ChartScene::floorBands() const
{
    std::vector<FloorBand> bands;
    const std::int64_t all = view().floorBytes();
    if (content.hidesAlwaysLive || all <= 0)
        return bands;
    if (content.groups && content.groups->way != Facet::kByKind) {
        constexpr double kShare = 0.35; // distinguishable from the area above; not the colour of a category
        bands.push_back({QCoreApplication::translate("MemoryChart", "Always live"), all,
                         mixed(colors.secondaryText, colors.area, kShare)});
        return bands;
    }
    for (const Part& part : view().floor)
        if (part.bytes > 0)
            bands.push_back({text(part.name), part.bytes, colors.hue(part.hue)});
    return bands;
}

ByteAxis byteAxisOf(const ChartContent& content)
{
    const std::int64_t highest
        = std::max({content.peakBytes, content.reservedBytes, content.capacity.value_or(CapacityLine()).bytes});
    ByteAxis axis = byteAxis(kHeadroom * static_cast<double>(highest - content.below()), content.unit);
    if (content.below() > 0) {
        axis.ticks = byteTicks(content.below(), content.below() + std::llround(axis.top), content.unit);
        for (ByteTick& tick : axis.ticks)
            tick.bytes -= content.below();
    }
    return axis;
}

ChartScene makeScene(const ChartContent& content, const QRectF& plot, const Colors& colors, const ChartFonts& fonts)
{
    ChartScene scene;
    scene.content = content;
    scene.byteAxis = byteAxisOf(content);
    scene.place(plot, content.visible);
    scene.colors = colors;
    scene.fonts = fonts;
    scene.hasPadding = isSeen(scene, content.paddingBytes);
    return scene;
}

bool isSeen(const ChartScene& scene, std::int64_t bytes)
{
    return static_cast<double>(bytes) / scene.byteAxis.top * scene.geometry.height >= 1;
}

} // namespace tidemark::ui
