#include "ui/charts/ratio_chart.h"

#include "ui/charts/curve_painter.h"
#include "ui/charts/painting.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>

namespace tidemark::ui {
namespace {

constexpr std::array<std::int64_t, 6> kRatioTops = {10, 50, 100, 200, 500, 1000}; // permille
constexpr double kRatioHeight = 5; // in label heights
constexpr int kRatioAround = 5; // pixels above and below the plot
constexpr std::int64_t kRatioWhole = 1000;
constexpr double kRatioNameMargin = 6;
constexpr double kRatioFill = 0.45; // share of the line's colour in the fill

QString ratioText(std::int64_t permille)
{
    return QString::number(static_cast<double>(permille) / 10) + QStringLiteral(" %");
}

} // namespace

std::int64_t ratioTop(const Curve& ratio)
{
    std::int64_t most = 0;
    for (std::size_t i = 0; i < ratio.values.size(); ++i)
        if (ratio.knows(i))
            most = std::max(most, ratio.values[i]);
    for (const std::int64_t top : kRatioTops)
        if (most <= top)
            return top;
    return most;
}

Plot ratioPlot(const Curve& ratio, const QRectF& area, StepRange visible, const Colors& colors, const QFont& font)
{
    const std::int64_t top = ratioTop(ratio);
    Plot plot{{},
              {static_cast<double>(top), {{top / 2, ratioText(top / 2)}, {top, ratioText(top)}}},
              colors,
              chartFonts(font)};
    plot.place(area, visible);
    return plot;
}

void paintRatio(QPainter& painter, const Plot& plot, const Curve& ratio)
{
    const QRectF area = plot.plot();
    const Colors& colors = plot.colors;
    PolygonSurface surface(painter, area, (area.size() * painter.deviceTransform().m11()).toSize());
    CurveDrawing curve;
    curve.level = pixelColumns(ratio, plot.geometry.steps.range, surface.width());
    curve.top = plot.byteAxis.top;
    curve.line = colors.hue(Hue::Output);
    curve.area = mixed(curve.line, colors.plot, kRatioFill);
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintCurve(surface, curve, colors);
    if (!ratio.knowsAny())
        paintText(painter, area, Qt::AlignCenter, QStringLiteral("–"), plot.fonts.small, colors.secondaryText);
    const QFontMetricsF metrics(plot.fonts.small);
    const QString name = text(ratio.name);
    const QRectF box(area.left() + 1, area.top() + 1, metrics.horizontalAdvance(name) + 2 * kRatioNameMargin,
                     metrics.height() + 2);
    painter.fillRect(box, withAlpha(colors.plot, 0.8F));
    paintText(painter, {box.left() + kRatioNameMargin, box.top() + 1 + metrics.ascent()}, name, plot.fonts.small,
              colors.text);
}

RatioChart::RatioChart(ViewState* state, QWidget* parent)
    : AxisLane(state, kRatioAround, kRatioAround, parent)
    , m_navigation(state)
    , m_interaction(&m_navigation, this, [this] { return plotGeometry(); })
{
    state->onChange(Aspect::View, this, [this] { m_interaction.forget(); });
    state->onChange(Aspect::SelectedSteps, this, &RatioChart::refresh);
    RatioChart::refresh();
}

double RatioChart::laneHeight() const
{
    return kRatioHeight * QFontMetricsF(smallFont()).height();
}

void RatioChart::refresh()
{
    QString name;
    QString description;
    if (const Curve* const shown = ratio()) {
        name = text(shown->name);
        description = describe(state()->cursor());
    }
    setAccessibleName(name);
    setAccessibleDescription(description);
    update();
}

PlotGeometry RatioChart::plotGeometry() const
{
    const QRectF plot = lane();
    PlotGeometry geometry{plot.left(), plot.top(), plot.width(), plot.height(), {}, {}};
    geometry.steps = scale();
    return geometry;
}

QString RatioChart::describe(StepId cell) const
{
    QString value = tr("not known");
    if (ratio()->knows(cell.index()))
        value = percent(ratio()->values[cell.index()], kRatioWhole);
    return tr("%1: %2").arg(cellText(state()->view()->axis, cell), value);
}

void RatioChart::paintLane(QPainter& painter, const Colors& colors)
{
    const Curve* const shown = ratio();
    if (!shown)
        return;
    const QRectF plot = lane();
    const StepScale steps = scale();
    const Plot drawn = ratioPlot(*shown, plot, steps.range, colors, font());
    const FrameKey key{plot, drawn.byteAxis.top, palette().cacheKey(), font(), QSizeF(size()) * devicePixelRatioF()};
    if (key != m_frameKey) {
        m_frameKey = key;
        m_frame = framePicture(drawn, size());
    }
    painter.drawPicture(0, 0, m_frame);
    paintRatio(painter, drawn, *shown);
    painter.setClipRect(plot);
    if (const auto& range = state()->axis().selected())
        paintRange(painter, plotGeometry(), *range, colors);
    paintCursor(painter, colors);
}

QString RatioChart::tipAt(const QPointF& at) const
{
    const PlotGeometry g = plotGeometry();
    if (!ratio() || !g.contains(at.x(), at.y()))
        return {};
    const StepId cell = stepAt(g.steps, at.x());
    return capitalised(describe(cell)) + u'\n' + text(state()->view()->axis.label(cell));
}

} // namespace tidemark::ui
