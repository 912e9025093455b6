#include "ui/charts/axis_lane.h"

#include "ui/charts/painting.h"
#include "ui/charts/plot.h"
#include "ui/widgets/fonts.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kCaptionGap = 8; // pixels between the caption and the lane

} // namespace

AxisLane::AxisLane(ViewState* state, int above, int below, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_above(above)
    , m_below(below)
    , m_gutter(gutterFor({}, smallerFont(font())))
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_state->onChange(Aspect::View | Aspect::Cursor | Aspect::Visible, this, &AxisLane::refresh);
}

void AxisLane::setGutter(double gutter)
{
    m_gutter = gutter;
    update();
}

void AxisLane::setCaption(const QString& caption)
{
    m_caption = caption;
    update();
}

QSize AxisLane::sizeHint() const
{
    return {600, static_cast<int>(std::ceil(laneHeight())) + m_above + m_below};
}

QRectF AxisLane::lane() const
{
    return {m_gutter, 1.0 * m_above, std::max(1.0, width() - m_gutter - kRightMargin),
            std::max(1.0, height() - 1.0 * m_above - m_below)};
}

StepScale AxisLane::scale() const
{
    return {lane().left(), lane().width(), m_state->axis().visible()};
}

QFont AxisLane::smallFont() const
{
    return smallerFont(font());
}

void AxisLane::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    painter.fillRect(rect(), colors.base);
    if (m_state->isEmpty())
        return;
    const QRectF box = lane();
    paintText(painter, QRectF(0, box.top(), box.left() - kCaptionGap, box.height()), Qt::AlignRight | Qt::AlignVCenter,
              m_caption, smallFont(), colors.secondaryText);
    painter.save();
    paintLane(painter, colors);
    painter.restore();
    if (hasFocus())
        paintFocusFrame(painter, rect().adjusted(0, 0, -1, -1), colors);
}

void AxisLane::paintCursor(QPainter& painter, const Colors& colors) const
{
    const StepId cursor = m_state->cursor();
    if (scale().range.contains(cursor.value))
        painter.fillRect(QRectF(centreOf(scale(), cursor) - 0.5, 0, 1, height()), colors.highlight);
}

bool AxisLane::event(QEvent* event)
{
    const auto tip = [this](const QPointF& at) { return m_state->isEmpty() ? QString() : tipAt(at); };
    return showToolTip(*event, this, tip) || QWidget::event(event);
}

void AxisLane::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

} // namespace tidemark::ui
