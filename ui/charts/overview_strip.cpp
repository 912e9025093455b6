#include "ui/charts/overview_strip.h"

#include "ui/charts/chart_metrics.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/curve_painter.h"
#include "ui/charts/step_curve.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/widgets/fonts.h"

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
    : QWidget(parent)
    , m_state(state)
    , m_navigation(state)
    , m_gutter(gutterFor({}, smallerFont(font())))
    , m_caption(tr("overview"))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setAccessibleName(tr("Overview of the program"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_state, &ViewState::viewChanged, this, [this] {
        m_pressed = Part::None;
        updateDescription();
        redraw();
    });
    connect(&m_state->axis(), &AxisView::visibleChanged, this, [this] {
        updateDescription();
        update();
    });
    connect(&m_state->axis(), &AxisView::cursorChanged, this, qOverload<>(&QWidget::update));
    updateDescription();
}

QSize OverviewStrip::sizeHint() const
{
    const double label = QFontMetricsF(smallerFont(font())).height();
    return {600, static_cast<int>(std::ceil((width() >= kWideFrom ? kTall : kFlat) * label))};
}

QRectF OverviewStrip::stripRect() const
{
    return {m_gutter, 1, std::max(1.0, width() - m_gutter - kRightMargin), std::max(1.0, height() - 4.0)};
}

StepScale OverviewStrip::scale() const
{
    const QRectF strip = stripRect();
    return {strip.left(), strip.width(), {0, std::max<std::uint32_t>(m_state->axis().steps(), 1)}};
}

QRectF OverviewStrip::windowRect() const
{
    const QRectF strip = stripRect();
    const StepRange range = m_state->axis().visible();
    double left = xOf(scale(), range.begin);
    double right = xOf(scale(), range.end);
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
    if (m_state->isEmpty() || !stripRect().adjusted(-kHandleReach, 0, kHandleReach, 0).contains(at))
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

void OverviewStrip::drawCurve()
{
    const double ratio = devicePixelRatioF();
    const Colors colors = colorsFor(palette());
    const QRectF strip = stripRect();
    m_curve = QImage((strip.size() * ratio).toSize(), QImage::Format_RGB32);
    m_curve.setDevicePixelRatio(ratio);
    m_curve.fill(colors.plot);
    const View& view = *m_state->view();
    const StepRange all{0, view.axis.count};
    const Curve* const inside = view.curve(CurveRole::Inside);
    const Curve& highest = inside && !inside->values.empty() ? *inside : view.curves.front();
    CurveDrawing curve;
    curve.level = pixelColumns(highest, all, m_curve.width());
    curve.top = std::max(1.0, kOverviewHeadroom * static_cast<double>(*std::ranges::max_element(highest.values)));
    curve.area = colors.hue(Hue::Temporary);
    curve.line = curve.area;
    PixelSurface surface(m_curve, m_curve.rect());
    paintCurve(surface, curve, colors);
}

void OverviewStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    painter.fillRect(rect(), colors.base);
    if (m_state->isEmpty())
        return;
    const QRectF strip = stripRect();
    painter.setFont(smallerFont(font()));
    painter.setPen(colors.secondaryText);
    painter.drawText(QRectF(0, strip.top(), m_gutter - 8, strip.height()), Qt::AlignRight | Qt::AlignVCenter,
                     m_caption);
    if (m_curve.isNull() || m_curve.devicePixelRatio() != devicePixelRatioF())
        drawCurve();
    painter.drawImage(strip.topLeft(), m_curve);
    paintWindow(painter);
}

void OverviewStrip::paintWindow(QPainter& painter)
{
    const Colors colors = colorsFor(palette());
    const QRectF strip = stripRect();
    const QRectF window = windowRect();
    QColor veil = colors.window;
    veil.setAlphaF(0.7F);
    painter.fillRect(QRectF(strip.topLeft(), QPointF(window.left(), strip.bottom())), veil);
    painter.fillRect(QRectF(window.topRight(), strip.bottomRight()), veil);
    painter.setPen(QPen(colors.border, 1));
    painter.drawRect(strip.adjusted(0.5, 0.5, -0.5, -0.5));

    const double peak = centreOf(scale(), m_state->view()->peakStep);
    painter.fillRect(QRectF(std::round(peak) - 0.5, strip.top() + 1, 1, strip.height() - 2), colors.peakMark);
    const double cursor = centreOf(scale(), m_state->cursor());
    painter.fillRect(
        QRectF(std::round(cursor) - 0.5, strip.top() + 1, m_state->isCursorAtPeak() ? 2 : 1, strip.height() - 2),
        colors.highlight);

    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.highlight, hasFocus() ? 2 : 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(window.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.highlight);
    for (const double x : {window.left(), window.right()})
        painter.drawRoundedRect(
            QRectF(x - kHandleWidth / 2, strip.center().y() - kHandleHeight / 2, kHandleWidth, kHandleHeight), 1.5,
            1.5);
}

void OverviewStrip::redraw()
{
    m_curve = {};
    update();
}

void OverviewStrip::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_curve = {};
    updateGeometry();
}

void OverviewStrip::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        updateGeometry();
        redraw();
    }
    QWidget::changeEvent(event);
}

void OverviewStrip::updateDescription()
{
    if (m_state->isEmpty()) {
        setAccessibleDescription(tr("empty"));
        return;
    }
    const Axis& axis = m_state->view()->axis;
    setAccessibleDescription(tr("%1 of %2")
                                 .arg(rangeText(axis, m_state->axis().visible()),
                                      axis.start ? positionText(axis, StepId(axis.count)) : grouped(axis.count)));
}

void OverviewStrip::setGutter(double gutter)
{
    m_gutter = gutter;
    redraw();
}

void OverviewStrip::setCaption(const QString& caption)
{
    m_caption = caption;
    update();
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = partAt(event->position());
    m_pressedAt = positionAt(scale(), event->position().x());
    m_pressedRange = m_state->axis().visible();
    m_wasDragged = false;
}

void OverviewStrip::drag(double x)
{
    const double moved = positionAt(scale(), x) - m_pressedAt;
    const std::uint32_t steps = m_state->axis().steps();
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
    m_state->axis().setVisible(range);
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    const Part part = m_pressed == Part::None ? partAt(event->position()) : m_pressed;
    if (part == Part::LeftHandle || part == Part::RightHandle)
        setCursor(Qt::SizeHorCursor);
    else if (part == Part::Window && !m_state->axis().isShowingAll())
        setCursor(Qt::OpenHandCursor);
    else
        setCursor(Qt::ArrowCursor);
    if (m_pressed == Part::None || m_state->isEmpty())
        return;
    const double pixels = std::abs(event->position().x() - xOf(scale(), m_pressedAt));
    m_wasDragged = m_wasDragged || pixels >= QApplication::startDragDistance() / 2.0;
    if (m_wasDragged)
        drag(event->position().x());
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* event)
{
    const Part part = std::exchange(m_pressed, Part::None);
    if (m_wasDragged || m_state->isEmpty() || (part != Part::Outside && part != Part::Window))
        return;
    const double step = positionAt(scale(), event->position().x());
    m_state->axis().setVisible(centredAt(m_state->axis().visible(), m_state->axis().steps(), step));
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        m_state->axis().showAll();
}

void OverviewStrip::wheelEvent(QWheelEvent* event)
{
    if (!m_state->isEmpty()) {
        const int turned = event->angleDelta().y() + event->angleDelta().x();
        m_navigation.panBy(-turned / static_cast<double>(QWheelEvent::DefaultDeltasPerStep));
    }
    event->accept();
}

void OverviewStrip::keyPressEvent(QKeyEvent* event)
{
    const bool isLeft = event->key() == Qt::Key_Left;
    if (m_state->isEmpty() || (!isLeft && event->key() != Qt::Key_Right)) {
        QWidget::keyPressEvent(event);
        return;
    }
    m_navigation.panBy(isLeft ? -1 : 1);
}

} // namespace tidemark::ui
