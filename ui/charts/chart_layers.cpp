#include "ui/charts/chart_layers.h"

#include "ui/charts/chart_legend.h"
#include "ui/charts/painting.h"

#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr double kTotalLine = 1.2;

std::vector<CurveBand> bandsOf(const ChartScene& scene)
{
    std::vector<CurveBand> bands;
    std::int64_t top = 0;
    for (const ChartScene::FloorBand& band : scene.floorBands())
        bands.push_back({top += band.bytes, band.color});
    return bands;
}

/// The parts of the level, if the view has them and there are no groups of rows.
std::vector<CurveLayer> partsOf(const ChartScene& scene, const std::vector<Column>& columns)
{
    std::vector<CurveLayer> layers;
    std::vector<std::int64_t> tops(columns.size());
    for (const Curve& part : scene.view().curves) {
        if (part.role != CurveRole::Part)
            continue;
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (columns[i].steps.size() > 0) // the painter skips unknown columns
                tops[i] += part.values[peakIn(scene.view().level(), columns[i].steps)];
        const Fill fill = partFill(scene.colors, part);
        layers.push_back({tops, scene.content.isSearched ? scene.colors.dimmed(fill) : fill});
    }
    return layers;
}

/// The layers at a step with their bytes there, from the bottom up. Groups that are live at every step are below all
/// others.
struct PlacedLayer {
    std::size_t place = 0; // in the layers of the stack
    std::int64_t bytes = 0;
    std::int64_t ofGroup = 0; // bytes of all of its group
};
std::vector<PlacedLayer> layersAt(const ChartContent& content, StepId step)
{
    const StackedLevel& stack = *content.groups->level;
    const std::vector<std::int64_t> bytes = stack.at(step);
    std::vector<PlacedLayer> layers;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        layers.push_back({i, content.hidesAlwaysLive ? 0 : stack.layers()[i].floor, bytes[i]});
    for (std::size_t i = 0; i < bytes.size(); ++i)
        layers.push_back({i, bytes[i] - stack.layers()[i].floor, bytes[i]});
    return layers;
}

/// The layers in each column. They show the groups at the highest step of the column, the first among equals, so that
/// no column shows values that no step has.
std::vector<CurveLayer> layersOf(const ChartScene& scene, const std::vector<Column>& columns)
{
    if (!scene.content.isStacked())
        return partsOf(scene, columns);
    StepId last(0);
    std::vector<PlacedLayer> here = layersAt(scene.content, last);
    std::vector<CurveLayer> layers;
    for (const PlacedLayer& layer : here)
        layers.push_back({{}, scene.content.layerFill(scene.colors, layer.place)});
    for (const Column& column : columns) {
        // The painter skips unknown columns.
        const StepId highest = column.steps.size() > 0 ? StepId(peakIn(scene.view().level(), column.steps)) : last;
        if (highest != last)
            here = layersAt(scene.content, highest);
        last = highest;
        std::int64_t top = 0;
        for (std::size_t i = 0; i < here.size(); ++i)
            layers[i].tops.push_back(top += here[i].bytes);
    }
    return layers;
}

} // namespace

QString layerText(const ChartScene& scene, StepId step, double y)
{
    const ChartContent& content = scene.content;
    if (!content.isStacked())
        return {};
    std::int64_t top = content.below();
    for (const PlacedLayer& layer : layersAt(content, step)) {
        top += layer.bytes;
        if (layer.bytes == 0 || scene.y(top) > y)
            continue;
        const StackLayer& found = content.groups->level->layers()[layer.place];
        return content.groups->lookOf(found).name + u' ' + content.bytes(layer.ofGroup);
    }
    return {};
}

CurveDrawing curveOf(const ChartScene& scene, int columns, double pixelRatio)
{
    const View& view = scene.view();
    const StepRange range = scene.geometry.steps.range;
    CurveDrawing curve;
    const Curve& level = view.curves.front();
    curve.level = pixelColumns(level, range, columns);
    if (const Curve* const inside = view.curve(CurveRole::Inside); inside && !inside->values.empty())
        curve.inside = spikeColumns(*inside, level, range, columns);
    if (scene.content.reservedBytes > 0)
        curve.reserved = pixelColumns(view.values(CurveRole::Reserved), range, columns);
    if (scene.hasPadding)
        curve.unpadded = pixelColumns(view.values(CurveRole::Unpadded), range, columns);
    curve.below = scene.content.below();
    curve.top = scene.byteAxis.top;
    curve.bands = bandsOf(scene);
    curve.layers = layersOf(scene, curve.level);
    if (scene.content.capacity)
        curve.capacity = scene.content.capacity->bytes;
    for (const ByteTick& tick : scene.byteAxis.ticks)
        if (tick.bytes > 0)
            curve.gridLevels.push_back(tick.bytes);
    curve.lineWidth = std::max(1, static_cast<int>(kTotalLine * pixelRatio));
    curve.area = scene.colors.area;
    if (scene.content.isSearched)
        curve.area = scene.colors.dimmed(curve.area);
    curve.line = scene.colors.totalLine;
    return curve;
}

QRegion ChartLayers::stale(const QRegion& region)
{
    m_stale += region;
    return region;
}

QRegion ChartLayers::invalidateAll(const QRect& widget)
{
    m_frame = {};
    m_curve = {};
    m_hasLifetimes = false;
    return stale(widget);
}

QRegion ChartLayers::invalidateMarks(const QRect& widget)
{
    m_hasLifetimes = false;
    return stale(widget);
}

QRegion ChartLayers::invalidateCurve(const QRect& widget)
{
    m_curve = {};
    return invalidateMarks(widget);
}

QRegion ChartLayers::setLifetimes(const ChartScene& scene)
{
    QRegion changed;
    const auto addBounds = [&] {
        for (const ChartLifetime& lifetime : m_lifetimes)
            changed += lifetime.bounds().toAlignedRect();
    };
    addBounds();
    m_lifetimes = shownLifetimes(scene);
    m_hasLifetimes = true;
    addBounds();
    return stale(changed);
}

const std::vector<ChartLifetime>& ChartLayers::lifetimes(const ChartScene& scene)
{
    if (!m_hasLifetimes)
        m_lifetimes = shownLifetimes(scene);
    m_hasLifetimes = true;
    return m_lifetimes;
}

void ChartLayers::paint(QPainter& painter, const QRegion& region, const ChartScene& scene, const QRectF& legend,
                        const QSize& size, double pixelRatio)
{
    draw(scene, legend, size, pixelRatio);
    paintPart(painter, region, m_marked);
}

void ChartLayers::drawFrame(const ChartScene& scene, const QSize& size, double pixelRatio)
{
    m_curve = {};
    m_frame = QImage((QSizeF(size) * pixelRatio).toSize(), QImage::Format_RGB32);
    m_frame.setDevicePixelRatio(pixelRatio);
    m_frame.fill(scene.colors.base);
    QPainter painter(&m_frame);
    m_chart.setFrame(scene);
    m_chart.render(painter, size);
}

void ChartLayers::drawCurve(const ChartScene& scene, double pixelRatio)
{
    m_curve = m_frame.copy();
    m_curve.setDevicePixelRatio(pixelRatio);
    const QRectF plot = scene.plot();
    PixelSurface surface(m_curve, QRectF(plot.topLeft() * pixelRatio, plot.size() * pixelRatio).toRect());
    paintCurve(surface, curveOf(scene, surface.width(), pixelRatio), scene.colors);
}

void ChartLayers::draw(const ChartScene& scene, const QRectF& legend, const QSize& size, double pixelRatio)
{
    const QSize pixels = (QSizeF(size) * pixelRatio).toSize();
    if (m_frame.size() != pixels || m_frame.devicePixelRatio() != pixelRatio)
        drawFrame(scene, size, pixelRatio);
    if (m_curve.isNull())
        drawCurve(scene, pixelRatio);
    if (m_marked.size() != pixels || m_marked.devicePixelRatio() != pixelRatio) {
        m_marked = QImage(pixels, m_curve.format());
        m_marked.setDevicePixelRatio(pixelRatio);
        m_stale = QRect(QPoint(0, 0), size);
    }
    if (m_stale.isEmpty())
        return;
    QPainter painter(&m_marked);
    painter.setClipRegion(m_stale);
    painter.drawImage(0, 0, m_curve);
    paintOverlay(painter, scene, lifetimes(scene), m_stale);
    if (m_stale.intersects(legend.toAlignedRect()))
        paintLegend(painter, legend, legendOf(scene), scene.colors, scene.fonts);
    m_stale = {};
}

} // namespace tidemark::ui
