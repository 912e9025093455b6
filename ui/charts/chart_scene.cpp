#include "ui/charts/chart_scene.h"

#include "ui/theme/text.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kHeadroom = 1.13; // room above the curve for the labels

} // namespace

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

double ChartScene::y(std::int64_t bytes) const
{
    return yOf(geometry.bytes, static_cast<double>(bytes - content.below()));
}

ByteAxis byteAxisOf(const ChartContent& content)
{
    const std::int64_t highest = std::max(content.peakBytes, content.capacity ? content.capacity->bytes : 0);
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
