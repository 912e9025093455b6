#include "ui/charts/chart_canvas.h"

#include "ui/charts/curve_raster.h"
#include "ui/charts/step_curve.h"

#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr double kTotalLine = 1.2;

} // namespace

void ChartCanvas::invalidateFrame()
{
    m_frame = {};
    m_curve = {};
}

const QImage& ChartCanvas::picture(const ChartScene& scene, const QSize& size, double pixelRatio)
{
    const QSize pixels = (QSizeF(size) * pixelRatio).toSize();
    if (m_frame.size() != pixels || m_frame.devicePixelRatio() != pixelRatio)
        makeFrame(scene, size, pixelRatio);
    if (m_curve.isNull())
        drawCurve(scene, pixelRatio);
    return m_curve;
}

void ChartCanvas::makeFrame(const ChartScene& scene, const QSize& size, double pixelRatio)
{
    m_curve = {};
    m_frame = QImage((QSizeF(size) * pixelRatio).toSize(), QImage::Format_RGB32);
    m_frame.setDevicePixelRatio(pixelRatio);
    m_frame.fill(scene.colors.base);
    QPainter painter(&m_frame);
    m_chart.setFrame(scene.geometry, scene.axis, scene.colors, scene.smallFont);
    m_chart.render(painter, size);
}

void ChartCanvas::drawCurve(const ChartScene& scene, double pixelRatio)
{
    m_curve = m_frame.copy();
    m_curve.setDevicePixelRatio(pixelRatio);
    const PlotGeometry& g = scene.geometry;
    const SpaceTimeline& timeline = scene.timeline();
    const QRect plot
        = QRectF(g.left * pixelRatio, g.top * pixelRatio, g.width * pixelRatio, g.height * pixelRatio).toRect();

    CurveRaster curve;
    curve.level = pixelColumns(timeline.occupied, g.steps.range, plot.width());
    if (scene.hasPadding)
        curve.unpadded = pixelColumns(timeline.unpadded, g.steps.range, plot.width());
    curve.base = timeline.totals.base;
    if (scene.capacity)
        curve.capacity = scene.capacity->bytes;
    for (const ByteTick& tick : scene.axis.ticks)
        if (tick.bytes > 0)
            curve.gridLevels.push_back(tick.bytes);
    curve.top = scene.axis.top;
    curve.lineWidth = std::max(1, static_cast<int>(kTotalLine * pixelRatio));
    const Colors& colors = scene.colors;
    curve.area = colors.area;
    curve.areaGrid = mixed(colors.text, colors.area, 0.07);
    curve.baseBand = colors.band(scene.timeline().totals);
    curve.line = colors.totalLine;
    curve.dashes = colors.unpaddedLine;
    curve.over = mixed(colors.bad, colors.plot, 0.45);
    curve.overHatch = colors.bad;
    rasterCurve(m_curve, plot, curve);

    QPainter painter(&m_curve);
    paintStepAxis(painter, scene);
}

} // namespace tidemark::ui
