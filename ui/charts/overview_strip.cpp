#include "ui/charts/overview_strip.h"

#include "ui/charts/curve_painter.h"
#include "ui/charts/painting.h"
#include "ui/charts/plot.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kHandleWidth = 6;
constexpr double kHandleHeight = 16;
constexpr double kHandleReach = 10; // pixels to either side: a hit area of 20 pixels
constexpr double kTall = 2.6; // in label heights
constexpr double kFlat = 2;
constexpr double kOverviewHeadroom = 1.1;
constexpr double kSmallestWindow = 6; // pixels; a narrower window is drawn with this width

} // namespace

OverviewStrip::OverviewStrip(ViewState* state, QWidget* parent)
    : AxisLane(state, 1, 3, parent)
    , m_navigation(state)
{
    setMouseTracking(true);
    setCaption(tr("overview"));
    setAccessibleName(tr("Overview of the program"));
    OverviewStrip::refresh();
}

double OverviewStrip::laneHeight() const
{
    return (width() >= kWideFrom ? kTall : kFlat) * QFontMetricsF(smallFont()).height();
}

StepScale OverviewStrip::wholeScale() const
{
    return {lane().left(), lane().width(), {0, std::max<std::uint32_t>(state()->axis().steps(), 1)}};
}

void OverviewStrip::refresh()
{
    if (m_view != state()->view()) {
        m_view = state()->view();
        m_pressed = Part::None;
        m_curve = {};
    }
    QString description = tr("empty");
    if (m_view) {
        const Axis& axis = m_view->axis;
        const QString end = axis.start ? positionText(axis, StepId(axis.count)) : grouped(axis.count);
        description = tr("%1 of %2").arg(rangeText(axis, state()->axis().visible()), end);
    }
    setAccessibleDescription(description);
    update();
}

QRectF OverviewStrip::windowRect() const
{
    const QRectF strip = lane();
    const StepRange range = state()->axis().visible();
    double left = xOf(wholeScale(), range.begin);
    double right = xOf(wholeScale(), range.end);
    if (right - left < kSmallestWindow) {
        const double middle
            = std::clamp((left + right) / 2, strip.left() + kSmallestWindow / 2, strip.right() - kSmallestWindow / 2);
        left = middle - kSmallestWindow / 2;
        right = middle + kSmallestWindow / 2;
    }
    return {left, strip.top(), right - left, strip.height()};
}

OverviewStrip::Part OverviewStrip::partAt(const QPointF& at) const
{
    if (state()->isEmpty() || !lane().adjusted(-kHandleReach, 0, kHandleReach, 0).contains(at))
        return Part::None;
    const QRectF window = windowRect();
    // The middle of a narrow window must remain for moving it.
    const double inside = std::min(kHandleReach, window.width() / 4);
    if (at.x() >= window.left() - kHandleReach && at.x() < window.left() + inside)
        return Part::LeftHandle;
    if (at.x() >= window.right() - inside && at.x() < window.right() + kHandleReach)
        return Part::RightHandle;
    return window.contains(at) ? Part::Window : Part::Outside;
}

void OverviewStrip::paintLane(QPainter& painter, const Colors& colors)
{
    const double ratio = devicePixelRatioF();
    if (m_curve.devicePixelRatio() != ratio || m_curve.size() != (lane().size() * ratio).toSize()) {
        const Curve* const inside = m_view->curve(CurveRole::Inside);
        const Curve& highest = inside && !inside->values.empty() ? *inside : m_view->curves.front();
        m_curve = curveImage(highest, lane().size(), ratio, kOverviewHeadroom, colors.hue(Hue::Temporary), colors.plot,
                             colors);
    }
    painter.drawImage(lane().topLeft(), m_curve);
    paintWindow(painter, colors);
}

void OverviewStrip::paintWindow(QPainter& painter, const Colors& colors)
{
    const QRectF strip = lane();
    const QRectF window = windowRect();
    const QColor veil = withAlpha(colors.window, 0.7F);
    painter.fillRect(QRectF(strip.topLeft(), QPointF(window.left(), strip.bottom())), veil);
    painter.fillRect(QRectF(window.topRight(), strip.bottomRight()), veil);
    painter.setPen(QPen(colors.border, 1));
    painter.drawRect(strip.adjusted(0.5, 0.5, -0.5, -0.5));

    const double peak = centreOf(wholeScale(), state()->view()->peakStep);
    painter.fillRect(QRectF(std::round(peak) - 0.5, strip.top() + 1, 1, strip.height() - 2), colors.peakMark);
    const double cursor = centreOf(wholeScale(), state()->cursor());
    painter.fillRect(
        QRectF(std::round(cursor) - 0.5, strip.top() + 1, state()->isCursorAtPeak() ? 2 : 1, strip.height() - 2),
        colors.highlight);

    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.highlight, 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(window.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.highlight);
    for (const double x : {window.left(), window.right()})
        painter.drawRoundedRect(
            QRectF(x - kHandleWidth / 2, strip.center().y() - kHandleHeight / 2, kHandleWidth, kHandleHeight), 1.5,
            1.5);
}

void OverviewStrip::resizeEvent(QResizeEvent* event)
{
    AxisLane::resizeEvent(event);
    updateGeometry();
}

void OverviewStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        m_curve = {};
    AxisLane::changeEvent(event);
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = partAt(event->position());
    m_pressedAt = positionAt(wholeScale(), event->position().x());
    m_pressedRange = state()->axis().visible();
    m_wasDragged = false;
}

void OverviewStrip::drag(double x)
{
    const double moved = positionAt(wholeScale(), x) - m_pressedAt;
    const std::uint32_t steps = state()->axis().steps();
    StepRange range = m_pressedRange;
    const auto at = [&](std::uint32_t edge, double low, double high) {
        return static_cast<std::uint32_t>(std::clamp(std::round(edge + moved), low, high));
    };
    if (m_pressed == Part::LeftHandle)
        range.begin = at(range.begin, 0, range.end - 1.0);
    else if (m_pressed == Part::RightHandle)
        range.end = at(range.end, range.begin + 1.0, steps);
    else
        range = panned(range, steps, moved);
    state()->axis().setVisible(range);
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    const Part part = m_pressed == Part::None ? partAt(event->position()) : m_pressed;
    if (part == Part::LeftHandle || part == Part::RightHandle)
        setCursor(Qt::SizeHorCursor);
    else if (part == Part::Window && !state()->axis().isShowingAll())
        setCursor(Qt::OpenHandCursor);
    else
        setCursor(Qt::ArrowCursor);
    if (m_pressed == Part::None || state()->isEmpty())
        return;
    const double pixels = std::abs(event->position().x() - xOf(wholeScale(), m_pressedAt));
    m_wasDragged = m_wasDragged || pixels >= QApplication::startDragDistance() / 2.0;
    if (m_wasDragged)
        drag(event->position().x());
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* event)
{
    const Part part = std::exchange(m_pressed, Part::None);
    if (m_wasDragged || state()->isEmpty() || (part != Part::Outside && part != Part::Window))
        return;
    const double step = positionAt(wholeScale(), event->position().x());
    state()->axis().setVisible(centredAt(state()->axis().visible(), state()->axis().steps(), step));
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        state()->axis().showAll();
}

void OverviewStrip::wheelEvent(QWheelEvent* event)
{
    if (!state()->isEmpty()) {
        const int turned = event->angleDelta().y() + event->angleDelta().x();
        m_navigation.panBy(-turned / static_cast<double>(QWheelEvent::DefaultDeltasPerStep));
    }
    event->accept();
}

void OverviewStrip::keyPressEvent(QKeyEvent* event)
{
    const bool isLeft = event->key() == Qt::Key_Left;
    if (state()->isEmpty() || (!isLeft && event->key() != Qt::Key_Right)) {
        QWidget::keyPressEvent(event);
        return;
    }
    m_navigation.panBy(isLeft ? -1 : 1);
}

} // namespace tidemark::ui
