#include "ui/charts/axis_lane.h"

#include "ui/charts/plot.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

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
    painter.setFont(smallFont());
    painter.setPen(colors.secondaryText);
    painter.drawText(QRectF(0, box.top(), box.left() - kCaptionGap, box.height()), Qt::AlignRight | Qt::AlignVCenter,
                     m_caption);
    painter.save();
    paintLane(painter, colors);
    painter.restore();
    if (hasFocus()) {
        painter.setPen(colors.highlight);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

bool AxisLane::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    QToolTip::showText(help->globalPos(), m_state->isEmpty() ? QString() : plainToolTip(tipAt(help->pos())), this);
    return true;
}

void AxisLane::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

} // namespace tidemark::ui
