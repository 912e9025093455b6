#include "ui/charts/plot_chart.h"

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
    painter.drawText(origin + QPointF(-kLabelGap - metrics.horizontalAdvance(m_parts->origin), metrics.ascent() / 2 - 1),
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
