#include "ui/charts/ratio_chart.h"

#include "ui/charts/curve_painter.h"
#include "ui/charts/plot.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr std::array<std::int64_t, 6> kRatioTops = {10, 50, 100, 200, 500, 1000}; // permille
constexpr double kRatioHeight = 5; // in label heights
constexpr int kRatioAround = 5; // pixels above and below the plot
constexpr std::int64_t kRatioWhole = 1000;
constexpr double kRatioLabelGap = 7; // pixels between labels and plot
constexpr double kRatioNameMargin = 6;
constexpr double kRatioFill = 0.45; // share of the line's colour in the fill

QString ratioText(double permille)
{
    return QString::number(permille / 10) + QStringLiteral(" %");
}

} // namespace

std::int64_t ratioTop(const Curve& ratio)
{
    std::int64_t most = 0;
    for (std::size_t i = 0; i < ratio.values.size(); ++i)
        if (ratio.knows(i))
            most = std::max(most, ratio.values[i]);
    const auto* const top = std::ranges::find_if(kRatioTops, [&](std::int64_t each) { return most <= each; });
    return top == kRatioTops.end() ? most : *top;
}

void paintRatio(QPainter& painter, const QRectF& plot, const Curve& ratio, StepRange visible, const Colors& colors,
                const QFont& small)
{
    const QFontMetricsF metrics(small);
    const auto top = static_cast<double>(ratioTop(ratio));
    painter.fillRect(plot, colors.plot);
    painter.setFont(small);
    for (const double share : {0.0, 0.5, 1.0}) {
        const double y = std::round(plot.bottom() - share * plot.height());
        painter.fillRect(QRectF(plot.left(), y, plot.width(), 1), share == 0 ? colors.border : colors.grid);
        const QString label = ratioText(share * top);
        painter.setPen(colors.secondaryText);
        painter.drawText(QPointF(plot.left() - kRatioLabelGap - metrics.horizontalAdvance(label),
                                 std::max(y + metrics.ascent() / 2 - 1, plot.top() + metrics.ascent() - 3)),
                         label);
    }
    const QColor line = colors.hue(Hue::Output);
    const QColor fill = mixed(line, colors.plot, kRatioFill);
    const auto columns = pixelColumns(ratio.values, visible, static_cast<int>(plot.width()));
    double last = plot.bottom();
    for (std::size_t x = 0; x < columns.size(); ++x) {
        std::optional<std::int64_t> most;
        for (std::uint32_t cell = columns[x].steps.begin; cell < columns[x].steps.end; ++cell)
            if (ratio.knows(cell))
                most = std::max(most.value_or(0), ratio.values[cell]);
        if (!most)
            continue;
        const double y = plot.bottom() - std::min(1.0, static_cast<double>(*most) / top) * plot.height();
        const double left = plot.left() + static_cast<double>(x);
        painter.fillRect(QRectF(left, y, 1, plot.bottom() - y), fill);
        painter.fillRect(QRectF(left, std::min(y, last), 1, std::max(1.5, std::abs(last - y))), line);
        last = y;
    }
    if (std::ranges::empty(columns) || !ratio.knowsAny()) {
        painter.setPen(colors.secondaryText);
        painter.drawText(plot, Qt::AlignCenter, QStringLiteral("–"));
    }
    const QString name = text(ratio.name);
    const QRectF box(plot.left() + 1, plot.top() + 1, metrics.horizontalAdvance(name) + 2 * kRatioNameMargin,
                     metrics.height() + 2);
    QColor ground = colors.plot;
    ground.setAlphaF(0.8F);
    painter.fillRect(box, ground);
    painter.setPen(colors.text);
    painter.drawText(QPointF(box.left() + kRatioNameMargin, box.top() + 1 + metrics.ascent()), name);
}

RatioChart::RatioChart(ViewState* state, QWidget* parent)
    : AxisLane(state, kRatioAround, kRatioAround, parent)
    , m_navigation(state)
    , m_interaction(&m_navigation, this, [this] { return plotGeometry(); })
{
    connect(state, &ViewState::viewChanged, this, [this] { m_interaction.forget(); });
    connect(&state->axis(), &AxisView::selectedChanged, this, &RatioChart::refresh);
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
    if (const auto& range = state()->axis().selected())
        paintRange(painter, plotGeometry(), *range, colors);
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
