#include "ui/charts/plot.h"

#include "ui/charts/painting.h"

#include <QCategoryAxis>
#include <QChart>
#include <QFontMetricsF>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QPen>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kLabelMargins = 14; // pixels on both sides of the labels of the byte axis, together
constexpr auto kWideLabel = "0,000 MiB";
constexpr double kTickSpacing = 7; // in label heights
constexpr double kTickLength = 4;
constexpr double kGap = 2;
constexpr double kBottom = 3;
constexpr double kCoveredMargin = 3;
constexpr float kRangeShade = 0.16F;
constexpr double kDot = 3.5;
constexpr double kTagGap = 7; // pixels between a line and its tag
constexpr double kTagPadding = 10;
constexpr double kTagRowGap = 4;
constexpr int kMaxTagRows = 8;
constexpr double kTipDistance = 14; // pixels between pointer and tip
constexpr double kTipDrop = 10;

constexpr double kLabelGap = 6;
constexpr double kLabelSpace = 80; // pixels, a first estimate

/// Makes the plot area equal to `target`, whatever room the axes need. QChart::setPlotArea does not move the
/// background, nor the axes after a change of labels (Qt 6.4).
void fitPlotArea(QChart& chart, const QRectF& target)
{
    chart.layout()->invalidate();
    chart.resize(target.size() + QSizeF(kLabelSpace, kLabelSpace));
    chart.layout()->activate();
    chart.resize(chart.size() + target.size() - chart.plotArea().size());
    chart.layout()->activate();
    chart.setPos(target.topLeft() - chart.plotArea().topLeft());
}

} // namespace

void Plot::place(const QRectF& plot, StepRange visible)
{
    geometry = {plot.left(), plot.top(), std::max(1.0, plot.width()), std::max(1.0, plot.height()), {}, {}};
    geometry.steps = {geometry.left, geometry.width, visible};
    geometry.bytes = {geometry.bottom(), geometry.height, byteAxis.top};
}

double gutterFor(const ByteAxis& axis, const QFont& small)
{
    const QFontMetricsF metrics(small);
    double width = metrics.horizontalAdvance(QString::fromLatin1(kWideLabel));
    for (const ByteTick& tick : axis.ticks)
        width = std::max(width, metrics.horizontalAdvance(tick.text));
    return std::ceil(width + kLabelMargins);
}

int labelCount(const Plot& plot)
{
    return static_cast<int>(plot.geometry.width / (kTickSpacing * QFontMetricsF(plot.fonts.small).height())) + 1;
}

std::vector<AxisLabel> cellLabels(const Plot& plot, const Axis& axis)
{
    const StepScale& steps = plot.geometry.steps;
    std::vector<AxisLabel> labels;
    for (const CellTick& tick : cellTicks(axis, steps.range, labelCount(plot)))
        // Step 0 of a long program is labelled at the left edge, and so is a time.
        labels.push_back(
            {steps.perStep() < kTickLength || axis.start ? xOf(steps, tick.cell.value) : centreOf(steps, tick.cell),
             tick.text});
    return labels;
}

double cellAxisHeight(const QFont& small)
{
    return std::ceil(kTickLength + kGap + 2 * QFontMetricsF(small).height() + kBottom);
}

void paintAxis(QPainter& painter, const Plot& plot, const std::vector<AxisLabel>& labels, const QString& title,
               const std::vector<QRectF>& covered)
{
    const PlotGeometry& g = plot.geometry;
    const QFontMetricsF metrics(plot.fonts.small);
    painter.setFont(plot.fonts.small);
    painter.setPen(plot.colors.secondaryText);
    const double baseline = g.bottom() + kTickLength + kGap + metrics.ascent();
    QString shown = title;
    if (metrics.horizontalAdvance(shown) > g.width)
        shown = metrics.elidedText(title.section(QStringLiteral(" ("), 0, 0), Qt::ElideRight, g.width);
    painter.drawText(QPointF(g.left + (g.width - metrics.horizontalAdvance(shown)) / 2, baseline + metrics.height()),
                     shown);
    for (const AxisLabel& label : labels) {
        const double width = metrics.horizontalAdvance(label.text);
        painter.fillRect(QRectF(label.x, g.bottom() + 1, 1, kTickLength), plot.colors.border);
        const double left = std::min(label.x - width / 2, g.right() + kRightMargin - kGap - width);
        const QRectF place(left, baseline - metrics.ascent(), width, metrics.height());
        if (std::ranges::none_of(covered, [&](const QRectF& box) {
                return place.intersects(box.adjusted(-kCoveredMargin, 0, kCoveredMargin, 0));
            }))
            painter.drawText(QPointF(left, baseline), label.text);
    }
}

void paintStepLine(QPainter& painter, const PlotGeometry& plot, StepId step, const QColor& color, double width)
{
    if (plot.steps.range.contains(step.value))
        painter.fillRect(QRectF(centreOf(plot.steps, step) - width / 2, plot.top, width, plot.height), color);
}

void paintDashedStepLine(QPainter& painter, const PlotGeometry& plot, StepId step, const QColor& color)
{
    if (!plot.steps.range.contains(step.value))
        return;
    const double x = std::round(centreOf(plot.steps, step)) + 0.5;
    painter.setPen(QPen(color, 1, Qt::DashLine));
    painter.drawLine(QPointF(x, plot.top), QPointF(x, plot.bottom()));
}

void paintRange(QPainter& painter, const PlotGeometry& plot, StepRange range, const Colors& colors)
{
    const double left = std::max(plot.left, xOf(plot.steps, range.begin));
    const double right = std::min(plot.right(), xOf(plot.steps, range.end));
    if (right <= left)
        return;
    painter.fillRect(QRectF(left, plot.top, right - left, plot.height), withAlpha(colors.highlight, kRangeShade));
    for (const double x : {left, right - 1})
        painter.fillRect(QRectF(x, plot.top, 1, plot.height), colors.highlight);
}

void paintDot(QPainter& painter, const QPointF& at, const QColor& color)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    painter.drawEllipse(at, kDot, kDot);
}

double tagHeight(const Plot& plot)
{
    return std::ceil(QFontMetricsF(plot.fonts.normal).height()) + 2;
}

double tagPitch(const Plot& plot)
{
    return tagHeight(plot) + kTagRowGap;
}

double tagWidth(const Plot& plot, const QString& text)
{
    return std::ceil(QFontMetricsF(plot.fonts.normal).horizontalAdvance(text)) + 2 * kTagPadding;
}

QRectF besideLine(const Plot& plot, double x, double top, const QString& text, bool prefersLeft)
{
    const PlotGeometry& g = plot.geometry;
    const double width = std::min(tagWidth(plot, text), g.width - 2);
    double left = x + kTagGap;
    if (prefersLeft || left + width > g.right() - 2)
        left = x - kTagGap - width;
    return {std::round(std::clamp(left, g.left + 1, std::max(g.left + 1, g.right() - 1 - width))), std::round(top),
            width, tagHeight(plot)};
}

QRectF freePlace(const Plot& plot, const QRectF& tag, const std::vector<ChartTag>& others, double highest)
{
    const auto movedBy = [&](int rows) {
        QRectF moved = tag;
        moved.moveTop(std::round(tag.top() + rows * tagPitch(plot)));
        return moved;
    };
    const auto isFree = [&](const QRectF& place) {
        return std::ranges::none_of(others, [&](const ChartTag& other) { return other.rect.intersects(place); });
    };
    int rows = 0;
    while (rows < kMaxTagRows && !isFree(movedBy(rows)))
        ++rows;
    if (movedBy(rows).bottom() > plot.geometry.bottom())
        for (int up = -1; movedBy(up).top() >= highest; --up)
            if (isFree(movedBy(up)))
                return movedBy(up);
    return movedBy(rows);
}

void paintTag(QPainter& painter, const Plot& plot, const ChartTag& tag)
{
    painter.setPen(Qt::NoPen);
    painter.setBrush(tag.fill);
    painter.drawRoundedRect(tag.rect, 2, 2);
    const QFontMetricsF metrics(plot.fonts.normal);
    QString shown = tag.text;
    if (tagWidth(plot, shown) > tag.rect.width() + 1)
        shown = metrics.elidedText(shown, Qt::ElideRight, tag.rect.width() - 2 * kTagPadding);
    paintText(painter, {tag.rect.left() + kTagPadding, tag.rect.top() + 1 + metrics.ascent()}, shown, plot.fonts.normal,
              tag.ink);
}

void placeTip(ChartPointer& pointer, const Plot& plot, const QPointF& at, double highest,
              const std::vector<QRectF>& covered)
{
    const PlotGeometry& g = plot.geometry;
    const QSizeF size = fitTip(pointer.tip, plot.fonts, g.width / 2);
    const double lowest = std::max(g.top + 1, g.bottom() - size.height() - 1);
    std::vector<double> lefts = {at.x() + kTipDistance, at.x() - kTipDistance - size.width()};
    if (lefts[0] + size.width() > g.right())
        std::swap(lefts[0], lefts[1]);
    std::vector<double> tops = {at.y() + kTipDrop};
    for (const QRectF& box : covered)
        tops.push_back(box.top() - size.height() - kTipDrop);
    for (const QRectF& box : covered)
        tops.push_back(box.bottom() + kTipDrop);
    const auto boxAt = [&](double left, double top) {
        return QRectF(QPointF(std::round(std::max(left, g.left)) + 0.5,
                              std::round(std::clamp(top, std::min(highest, lowest), lowest)) + 0.5),
                      size);
    };
    for (const double left : lefts)
        for (const double top : tops) {
            pointer.box = boxAt(left, top);
            const auto touches = [&](const QRectF& box) { return pointer.box.intersects(box); };
            if (pointer.box.right() <= g.right() + 1 && std::ranges::none_of(covered, touches))
                return;
        }
    pointer.box = boxAt(lefts.front(), tops.front());
}

QRect boundsOf(const Plot& plot, const ChartPointer& pointer)
{
    if (!pointer.step)
        return {};
    const QRectF line(pointer.x - 1, plot.geometry.top, 2, plot.geometry.height);
    return (pointer.tip.lines.isEmpty() ? line : line.united(pointer.box.adjusted(-1, -1, 1, 1))).toAlignedRect();
}

void paintPointer(QPainter& painter, const Plot& plot, const ChartPointer& pointer)
{
    const PlotGeometry& g = plot.geometry;
    if (!pointer.step || !g.steps.range.contains(pointer.step->value))
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(plot.colors.secondaryText, 1, Qt::DotLine));
    painter.drawLine(QPointF(pointer.x, g.top), QPointF(pointer.x, g.bottom()));
    if (!pointer.tip.lines.isEmpty())
        paintTip(painter, pointer.box, pointer.tip, plot.fonts, plot.colors);
}

struct PlotChart::Parts {
    QGraphicsScene scene;
    QChart* chart = new QChart; // owned by the scene; owns axis and series
    QCategoryAxis* bytes = new QCategoryAxis;
    QValueAxis* steps = new QValueAxis;
    QLineSeries* series = new QLineSeries; // empty: an axis needs a series
    QString origin; // label at the lower end of the byte axis; empty: there is none
};

PlotChart::PlotChart()
    : m_parts(std::make_unique<Parts>())
{
    Parts& p = *m_parts;
    p.scene.setItemIndexMethod(QGraphicsScene::NoIndex);
    p.scene.addItem(p.chart);
    p.chart->setAnimationOptions(QChart::NoAnimation);
    p.chart->legend()->hide();
    p.chart->setBackgroundVisible(false);
    p.chart->setPlotAreaBackgroundVisible(true);
    p.chart->setMargins({});
    p.chart->layout()->setContentsMargins(0, 0, 0, 0);
    p.chart->addAxis(p.bytes, Qt::AlignLeft);
    p.chart->addAxis(p.steps, Qt::AlignBottom);
    p.bytes->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    p.bytes->setLineVisible(false);
    p.bytes->setTruncateLabels(false);
    p.steps->setVisible(false);
    p.chart->addSeries(p.series);
    p.series->attachAxis(p.bytes);
    p.series->attachAxis(p.steps);
}

PlotChart::~PlotChart() = default;

void PlotChart::setFrame(const Plot& plot)
{
    Parts& p = *m_parts;
    const Colors& colors = plot.colors;
    for (const QString& label : p.bytes->categoriesLabels())
        p.bytes->remove(label);
    p.bytes->setRange(0, 1);
    p.origin.clear();
    for (const ByteTick& tick : plot.byteAxis.ticks)
        if (tick.bytes == 0)
            p.origin = tick.text;
        else
            p.bytes->append(tick.text, static_cast<double>(tick.bytes) / plot.byteAxis.top);
    p.bytes->setLabelsFont(plot.fonts.small);
    p.bytes->setLabelsBrush(colors.secondaryText);
    p.bytes->setGridLinePen(QPen(colors.grid, 1));
    p.bytes->setLinePen(QPen(colors.border, 1));
    p.steps->setRange(plot.geometry.steps.range.begin, plot.geometry.steps.range.end);
    p.chart->setPlotAreaBackgroundBrush(colors.plot);
    p.chart->setPlotAreaBackgroundPen(QPen(colors.border, 1));
    fitPlotArea(*p.chart, plot.plot());
}

void PlotChart::render(QPainter& painter, const QSizeF& size)
{
    const QRectF rect(QPointF(0, 0), size);
    m_parts->scene.render(&painter, rect, rect, Qt::IgnoreAspectRatio);
    // A QCategoryAxis has no label at its start.
    const QCategoryAxis& axis = *m_parts->bytes;
    const QFontMetricsF metrics(axis.labelsFont());
    const QPointF origin = m_parts->chart->mapToScene(m_parts->chart->plotArea().bottomLeft());
    painter.setFont(axis.labelsFont());
    painter.setPen(axis.labelsBrush().color());
    painter.drawText(origin
                         + QPointF(-kLabelGap - metrics.horizontalAdvance(m_parts->origin), metrics.ascent() / 2 - 1),
                     m_parts->origin);
}

QPicture framePicture(const Plot& plot, const QSizeF& size)
{
    PlotChart chart;
    chart.setFrame(plot);
    QPicture frame;
    QPainter painter(&frame);
    chart.render(painter, size);
    return frame;
}

} // namespace tidemark::ui
