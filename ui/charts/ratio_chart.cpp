#include "ui/charts/ratio_chart.h"

#include "ui/charts/chart_metrics.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/ratio_painter.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kRatioHeight = 5; // in label heights
constexpr double kRatioAround = 5; // pixels above and below the plot
constexpr std::int64_t kRatioWhole = 1000;

} // namespace

RatioChart::RatioChart(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_navigation(state)
    , m_interaction(state, &m_navigation)
    , m_gutter(gutterFor({}, smallerFont(font())))
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    const AxisView& axis = m_state->axis();
    connect(m_state, &ViewState::viewChanged, this, [this] {
        m_interaction.forget();
        refresh();
    });
    connect(&axis, &AxisView::visibleChanged, this, &RatioChart::refresh);
    connect(&axis, &AxisView::cursorChanged, this, &RatioChart::refresh);
    connect(&axis, &AxisView::selectedChanged, this, &RatioChart::refresh);
    refresh();
}

const Curve* RatioChart::ratio() const
{
    return m_state->isEmpty() ? nullptr : m_state->view()->curve(CurveRole::Ratio);
}

void RatioChart::refresh()
{
    const Curve* const shown = ratio();
    setAccessibleName(shown ? text(shown->name) : QString());
    setAccessibleDescription(shown ? describe(m_state->cursor()) : QString());
    update();
}

void RatioChart::setGutter(double gutter)
{
    m_gutter = gutter;
    update();
}

QSize RatioChart::sizeHint() const
{
    return {600,
            static_cast<int>(std::ceil(kRatioHeight * QFontMetricsF(smallerFont(font())).height() + 2 * kRatioAround))};
}

PlotGeometry RatioChart::plotGeometry() const
{
    PlotGeometry geometry;
    geometry.left = m_gutter;
    geometry.top = kRatioAround;
    geometry.width = std::max(1.0, width() - m_gutter - kRightMargin);
    geometry.height = std::max(1.0, height() - 2 * kRatioAround);
    geometry.steps = {geometry.left, geometry.width, m_state->axis().visible()};
    return geometry;
}

QString RatioChart::describe(StepId cell) const
{
    const Curve& shown = *ratio();
    return tr("%1: %2").arg(cellText(m_state->view()->axis, cell),
                            shown.knows(cell.index()) ? percent(shown.values[cell.index()], kRatioWhole)
                                                      : tr("not known"));
}

void RatioChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    painter.fillRect(rect(), colors.base);
    const Curve* const shown = ratio();
    if (!shown)
        return;
    const PlotGeometry g = plotGeometry();
    const QRectF plot(g.left, g.top, g.width, g.height);
    paintRatio(painter, plot, *shown, g.steps.range, colors, smallerFont(font()));
    painter.setClipRect(plot);
    if (const auto& range = m_state->axis().selected()) {
        QColor shade = colors.highlight;
        shade.setAlphaF(0.16F);
        const double left = xOf(g.steps, range->begin);
        painter.fillRect(QRectF(left, g.top, xOf(g.steps, range->end) - left, g.height), shade);
    }
    if (contains(g.steps.range, m_state->cursor()))
        painter.fillRect(QRectF(centreOf(g.steps, m_state->cursor()) - 0.5, g.top, 1, g.height), colors.highlight);
    painter.setClipping(false);
    if (hasFocus()) {
        painter.setPen(colors.highlight);
        painter.drawRect(plot.toRect());
    }
}

bool RatioChart::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const PlotGeometry g = plotGeometry();
    if (ratio() && g.contains(help->pos().x(), help->pos().y())) {
        const StepId cell = stepAt(g.steps, help->pos().x());
        const QString label = text(m_state->view()->axis.label(cell));
        QToolTip::showText(help->globalPos(), plainToolTip(capitalised(describe(cell)) + u'\n' + label), this);
    } else {
        QToolTip::hideText();
    }
    return true;
}

void RatioChart::mousePressEvent(QMouseEvent* event)
{
    if (ratio())
        m_interaction.press(*event, plotGeometry());
}

void RatioChart::mouseMoveEvent(QMouseEvent* event)
{
    if (ratio())
        m_interaction.move(*event, plotGeometry());
}

void RatioChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (ratio())
        m_interaction.release(*event, plotGeometry());
}

void RatioChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (ratio())
        m_interaction.doubleClick(*event, plotGeometry());
}

void RatioChart::wheelEvent(QWheelEvent* event)
{
    if (ratio())
        m_interaction.wheel(*event, plotGeometry());
    event->accept();
}

void RatioChart::keyPressEvent(QKeyEvent* event)
{
    if (!ratio() || !m_interaction.keyPress(*event))
        QWidget::keyPressEvent(event);
}

void RatioChart::keyReleaseEvent(QKeyEvent* event)
{
    if (!m_interaction.keyRelease(*event))
        QWidget::keyReleaseEvent(event);
}

void RatioChart::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

} // namespace tidemark::ui
