#include "ui/charts/ratio_chart.h"

#include "ui/charts/ratio_painter.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QFontMetricsF>
#include <QPainter>

namespace tidemark::ui {
namespace {

constexpr double kRatioHeight = 5; // in label heights
constexpr int kRatioAround = 5; // pixels above and below the plot
constexpr std::int64_t kRatioWhole = 1000;
constexpr float kRangeTint = 0.16F;

} // namespace

RatioChart::RatioChart(ViewState* state, QWidget* parent)
    : AxisLane(state, kRatioAround, kRatioAround, parent)
    , m_navigation(state)
    , m_interaction(state, &m_navigation, this, [this] { return plotGeometry(); })
{
    state->onChange(Aspect::View, this, [this] { m_interaction.forget(); });
    state->onChange(Aspect::SelectedSteps, this, &RatioChart::refresh);
    RatioChart::refresh();
}

double RatioChart::laneHeight() const
{
    return kRatioHeight * QFontMetricsF(smallFont()).height();
}

const Curve* RatioChart::ratio() const
{
    return state()->isEmpty() ? nullptr : state()->view()->curve(CurveRole::Ratio);
}

void RatioChart::refresh()
{
    const Curve* const shown = ratio();
    setAccessibleName(shown ? text(shown->name) : QString());
    setAccessibleDescription(shown ? describe(state()->cursor()) : QString());
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
    const Curve& shown = *ratio();
    return tr("%1: %2").arg(cellText(state()->view()->axis, cell),
                            shown.knows(cell.index()) ? percent(shown.values[cell.index()], kRatioWhole)
                                                      : tr("not known"));
}

void RatioChart::paintLane(QPainter& painter, const Colors& colors)
{
    const Curve* const shown = ratio();
    if (!shown)
        return;
    const QRectF plot = lane();
    const StepScale steps = scale();
    paintRatio(painter, plot, *shown, steps.range, colors, smallFont());
    painter.setClipRect(plot);
    if (const auto& range = state()->axis().selected()) {
        QColor shade = colors.highlight;
        shade.setAlphaF(kRangeTint);
        const double left = xOf(steps, range->begin);
        painter.fillRect(QRectF(left, plot.top(), xOf(steps, range->end) - left, plot.height()), shade);
    }
    if (contains(steps.range, state()->cursor()))
        painter.fillRect(QRectF(centreOf(steps, state()->cursor()) - 0.5, plot.top(), 1, plot.height()),
                         colors.highlight);
}

QString RatioChart::tipAt(const QPointF& at) const
{
    const PlotGeometry g = plotGeometry();
    if (!ratio() || !g.contains(at.x(), at.y()))
        return {};
    const StepId cell = stepAt(g.steps, at.x());
    return capitalised(describe(cell)) + u'\n' + text(state()->view()->axis.label(cell));
}

bool RatioChart::event(QEvent* event)
{
    return (ratio() && m_interaction.handle(*event)) || AxisLane::event(event);
}

} // namespace tidemark::ui
