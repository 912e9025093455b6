#include "ui/charts/plot_chart.h"

#include <QAreaSeries>
#include <QCategoryAxis>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QLineSeries>
#include <QValueAxis>

#include <QFontMetricsF>
#include <QPainter>
#include <QPen>

namespace tidemark::ui {
namespace {

constexpr double kTotalLine = 1.2;
constexpr double kLabelGap = 6;
constexpr double kLabelSpace = 80; // a first guess

/// Joins two lines to an area; the chart owns it, it owns the lines.
QAreaSeries* makeArea(QLineSeries* upper, QLineSeries* lower)
{
    auto* area = new QAreaSeries(upper, lower);
    upper->setParent(area);
    lower->setParent(area);
    area->setPen(Qt::NoPen);
    return area;
}

/// Makes the plot area `target`, whatever the axes take. QChart::setPlotArea moves neither background nor, after a
/// change of labels, the axes (6.4).
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

struct PlotChart::Parts {
    QGraphicsScene scene;
    QChart* chart = new QChart; // owned by the scene, and owns what follows
    QCategoryAxis* bytes = new QCategoryAxis;
    QValueAxis* steps = new QValueAxis;
    QLineSeries* areaTop = new QLineSeries;
    QLineSeries* areaBottom = new QLineSeries;
    QLineSeries* bandTop = new QLineSeries;
    QLineSeries* bandBottom = new QLineSeries;
    QAreaSeries* area = makeArea(areaTop, areaBottom);
    QAreaSeries* band = makeArea(bandTop, bandBottom);
    QLineSeries* unpadded = new QLineSeries;
    QLineSeries* level = new QLineSeries;
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
    for (QAbstractSeries* series :
         {static_cast<QAbstractSeries*>(p.area), static_cast<QAbstractSeries*>(p.band),
          static_cast<QAbstractSeries*>(p.unpadded), static_cast<QAbstractSeries*>(p.level)}) {
        p.chart->addSeries(series);
        series->attachAxis(p.bytes);
        series->attachAxis(p.steps);
    }
}

PlotChart::~PlotChart() = default;

void PlotChart::setFrame(const PlotGeometry& geometry, const ByteAxis& axis, const Colors& colors, const QFont& font)
{
    Parts& p = *m_parts;
    for (const QString& label : p.bytes->categoriesLabels())
        p.bytes->remove(label);
    p.bytes->setRange(0, 1);
    for (const ByteTick& tick : axis.ticks)
        if (tick.bytes > 0)
            p.bytes->append(tick.text, static_cast<double>(tick.bytes) / axis.top);
    p.bytes->setLabelsFont(font);
    p.bytes->setLabelsBrush(colors.secondaryText);
    p.bytes->setGridLinePen(QPen(colors.grid, 1));
    p.bytes->setLinePen(QPen(colors.border, 1));
    p.steps->setRange(geometry.steps.range.begin, geometry.steps.range.end);
    p.chart->setPlotAreaBackgroundBrush(colors.plot);
    p.chart->setPlotAreaBackgroundPen(QPen(colors.border, 1));
    fitPlotArea(*p.chart, QRectF(geometry.left, geometry.top, geometry.width, geometry.height));
}

void PlotChart::setCurves(const Curves& curves, const Colors& colors)
{
    Parts& p = *m_parts;
    const double begin = p.steps->min();
    const double end = p.steps->max();
    p.areaTop->replace(curves.level);
    p.areaBottom->replace(QList<QPointF>{{begin, curves.base}, {end, curves.base}});
    p.bandTop->replace(QList<QPointF>{{begin, curves.base}, {end, curves.base}});
    p.bandBottom->replace(QList<QPointF>{{begin, 0}, {end, 0}});
    p.level->replace(curves.level);
    p.unpadded->replace(curves.unpadded);
    p.area->setBrush(colors.area);
    p.band->setBrush(curves.baseColor);
    p.level->setPen(QPen(colors.totalLine, kTotalLine));
    p.unpadded->setPen(QPen(colors.unpaddedLine, kTotalLine, Qt::DashLine));
}

void PlotChart::render(QPainter& painter, const QSizeF& size)
{
    const QRectF rect(QPointF(0, 0), size);
    m_parts->scene.render(&painter, rect, rect, Qt::IgnoreAspectRatio);
    // A category axis has no label at its start.
    const QCategoryAxis& axis = *m_parts->bytes;
    const QFontMetricsF metrics(axis.labelsFont());
    const QPointF origin = m_parts->chart->mapToScene(m_parts->chart->plotArea().bottomLeft());
    const QString zero = QStringLiteral("0");
    painter.setFont(axis.labelsFont());
    painter.setPen(axis.labelsBrush().color());
    painter.drawText(origin + QPointF(-kLabelGap - metrics.horizontalAdvance(zero), metrics.ascent() / 2 - 1), zero);
}

} // namespace tidemark::ui
