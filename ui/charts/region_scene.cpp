#include "ui/charts/region_scene.h"

#include "ui/charts/plot.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kBandsHeight = 14;
constexpr double kBandsGap = 3;
constexpr double kNearest = 4; // pixels around boxes that are too thin to point at

struct RegionSceneText {
    Q_DECLARE_TR_FUNCTIONS(AddressMap)
};

} // namespace

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
    return addresses.base > 0 ? RegionSceneText::tr("addresses above %1").arg(exactBytes(addresses.base)) : QString();
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

bool RegionScene::hasAddress(const QPointF& at) const
{
    return chart.geometry.contains(at.x(), at.y()) || column.contains(at);
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
        return band ? std::optional(band->row) : std::nullopt;
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
    const bool axis = content.map->view().axis.kind != AxisKind::None;
    const bool hasBands = content.map->bandsHeight() > 0;
    const double below = cellAxisHeight(fonts.small) + (hasBands ? kBandsHeight + kBandsGap : 0);
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
    const double right = axis ? kRegionColumnWidth + kRegionColumnGap + kRightMargin : kRightMargin;
    const double top = area.top() + small.height() + 4;
    const QRectF plot(area.left() + gutter, top, std::max(1.0, std::floor(area.width() - gutter - right)),
                      std::max(1.0, std::floor(area.bottom() - below - top)));
    // The bands are between plot and axis.
    const double bandsRoom = hasBands ? kBandsHeight + kBandsGap : 0;
    scene.chart = makeScene(content.chart, plot, colors, fonts);
    if (hasBands)
        scene.bands = QRectF(plot.left(), plot.bottom() + kBandsGap, plot.width(), bandsRoom - kBandsGap);
    if (axis)
        scene.column = QRectF(plot.right() + kRegionColumnGap, plot.top(), kRegionColumnWidth, plot.height());
    return scene;
}

RegionPixels pixelsOf(const RegionScene& scene, double ratio)
{
    const QSize plot = (scene.plot().size() * ratio).toSize().expandedTo({1, 1});
    return {plot, qRound(scene.bands.height() * ratio), ratio};
}

} // namespace tidemark::ui
