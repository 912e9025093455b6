#include "ui/charts/chart_picture.h"

#include "core/base/text.h"
#include "ui/charts/chart_legend.h"
#include "ui/charts/chart_overlay.h"
#include "ui/charts/plot_chart.h"
#include "ui/charts/step_curve.h"

#include <QApplication>
#include <QCoreApplication>
#include <QFontMetricsF>
#include <QIODevice>
#include <QPainter>
#include <QSvgGenerator>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kMargin = 14;
constexpr double kGutter = 72;
constexpr double kAxis = 42;
constexpr double kFlatAxis = 34;
constexpr double kSmallWidth = 420; // below which what is not needed goes
constexpr double kSmallHeight = 260;
constexpr int kMaxColumns = 20'000;

/// Where things are, in points of the picture before scaling.
struct Layout {
    QSizeF size;
    bool isSmall = false;
    QFont font;
    double titleBaseline = 0;
    double subtitleBaseline = 0;
    QRectF legend;
    QRectF plot;
};

Layout layOut(const PictureOptions& options)
{
    Layout layout;
    layout.size = QSizeF(options.size) / options.scale;
    layout.isSmall = layout.size.width() < kSmallWidth || layout.size.height() < kSmallHeight;
    layout.font = QApplication::font();
    if (layout.isSmall)
        layout.font = smallerFont(smallerFont(layout.font));
    const double margin = layout.isSmall ? 6 : kMargin;
    const QFontMetricsF metrics(layout.font);
    double y = margin;
    if (!options.title.isEmpty()) {
        layout.titleBaseline = y + metrics.ascent() * 1.2;
        y += metrics.height() * 1.35;
    }
    if (!options.subtitle.isEmpty() && !layout.isSmall) {
        layout.subtitleBaseline = y + metrics.ascent();
        y += metrics.height() * 1.25;
    }
    if (!layout.isSmall) {
        layout.legend = QRectF(kGutter, y, layout.size.width() - kGutter - margin, metrics.height() + 8);
        y = layout.legend.bottom() + 4;
    }
    const double gutter = layout.isSmall ? 56 : kGutter;
    const double bottom = layout.size.height() - (layout.isSmall ? kFlatAxis : kAxis) - margin / 2;
    layout.plot = QRectF(gutter, y, layout.size.width() - gutter - margin, std::max(20.0, bottom - y));
    return layout;
}

/// Names of a program may hold what no picture can show and no XML file may contain.
QString written(const QString& text)
{
    return QString::fromStdString(printable(text.toStdString()));
}

void paintTitles(QPainter& painter, const Layout& layout, const PictureOptions& options, const ChartScene& scene)
{
    const double left = layout.isSmall ? 6 : kMargin;
    const double width = layout.size.width() - 2 * left;
    QFont bold = layout.font;
    bold.setBold(true);
    if (!layout.isSmall && bold.pointSizeF() > 0)
        bold.setPointSizeF(bold.pointSizeF() * 1.2);
    painter.setFont(bold);
    painter.setPen(scene.colors.text);
    const auto line = [&](const QFont& font, double baseline, const QString& text) {
        painter.drawText(QPointF(left, baseline), QFontMetricsF(font).elidedText(text, Qt::ElideMiddle, width));
    };
    if (!options.title.isEmpty())
        line(bold, layout.titleBaseline, written(options.title));
    painter.setFont(layout.font);
    painter.setPen(scene.colors.secondaryText);
    if (layout.subtitleBaseline > 0)
        line(layout.font, layout.subtitleBaseline, written(options.subtitle));
}

PlotChart::Curves curvesOf(const ChartScene& scene, int columns)
{
    const SpaceTimeline& timeline = scene.timeline();
    const StepRange range = scene.geometry.steps.range;
    PlotChart::Curves curves;
    curves.level = curvePoints(timeline.occupied, range, columns, scene.axis.top);
    if (scene.hasPadding)
        curves.unpadded = curvePoints(timeline.unpadded, range, columns, scene.axis.top);
    curves.base = static_cast<double>(timeline.totals.base) / scene.axis.top;
    curves.baseColor = scene.colors.band(timeline.totals);
    return curves;
}

/// What lies above the capacity, as a hatched area.
void paintExcess(QPainter& painter, const ChartScene& scene, const PlotChart::Curves& curves)
{
    if (!scene.capacity || scene.timeline().occupiedPeakBytes() <= scene.capacity->bytes)
        return;
    const PlotGeometry& g = scene.geometry;
    const double limit = yOf(g.bytes, static_cast<double>(scene.capacity->bytes));
    QPolygonF over;
    over << QPointF(g.left, limit);
    for (const QPointF& point : curves.level)
        over << QPointF(xOf(g.steps, point.x()), std::min(limit, yOf(g.bytes, point.y() * scene.axis.top)));
    over << QPointF(g.right(), limit);
    painter.setPen(Qt::NoPen);
    painter.setBrush(mixed(scene.colors.bad, scene.colors.plot, 0.45));
    painter.drawPolygon(over);
    painter.setBrush(QBrush(scene.colors.bad, Qt::BDiagPattern));
    painter.drawPolygon(over);
}

void paintPicture(QPainter& painter, const ViewState& state, const PictureOptions& options)
{
    const Layout layout = layOut(options);
    const Colors colors = colorsFor(options.isDark ? darkPalette() : lightPalette());
    ChartScene scene = makeScene(state, layout.plot, colors, layout.font, options.capacity);
    scene.hasPadding = isSeen(scene, largestPadding(*state.timeline()));
    scene.isPicture = true;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.scale(options.scale, options.scale);
    painter.fillRect(QRectF(QPointF(0, 0), layout.size), colors.base);

    const int columns = std::clamp(static_cast<int>(layout.plot.width() * options.scale), 1, kMaxColumns);
    const PlotChart::Curves curves = curvesOf(scene, columns);
    PlotChart chart;
    chart.setFrame(scene.geometry, scene.axis, colors, scene.smallFont);
    chart.setCurves(curves, colors);
    chart.render(painter, layout.size);

    painter.setRenderHint(QPainter::Antialiasing);
    paintExcess(painter, scene, curves);
    paintStepAxis(painter, scene);
    paintTitles(painter, layout, options, scene);
    if (!layout.isSmall)
        paintLegend(painter, layout.legend, scene);
    paintPictureMarks(painter, scene);
}

bool isUsable(const ViewState& state, const PictureOptions& options)
{
    return !state.isEmpty() && !options.size.isEmpty() && std::isfinite(options.scale) && options.scale > 0;
}

} // namespace

QImage renderChartImage(const ViewState& state, const PictureOptions& options)
{
    if (!isUsable(state, options))
        return {};
    QImage image(options.size, QImage::Format_RGB32);
    if (image.isNull())
        return {};
    QPainter painter(&image);
    paintPicture(painter, state, options);
    return image;
}

bool renderChartSvg(const ViewState& state, const PictureOptions& options, QIODevice& device)
{
    if (!isUsable(state, options))
        return false;
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setSize(options.size);
    generator.setViewBox(QRect(QPoint(0, 0), options.size));
    generator.setResolution(96);
    // Qt 6.4 writes both as they are.
    generator.setTitle(written(options.title).toHtmlEscaped());
    generator.setDescription(written(options.subtitle).toHtmlEscaped());
    QPainter painter;
    if (!painter.begin(&generator))
        return false;
    paintPicture(painter, state, options);
    return painter.end();
}

} // namespace tidemark::ui
