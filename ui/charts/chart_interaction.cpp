#include "ui/charts/chart_interaction.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>
#include <QWidget>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tidemark::ui {
namespace {

constexpr double kWheelNotch = QWheelEvent::DefaultDeltasPerStep;
constexpr double kWheelZoom = 1.25; // per notch
constexpr std::uint32_t kExtend = 100; // Shift + arrow key: 1/100 of the visible steps

StepRange between(StepId a, StepId b)
{
    return {std::min(a, b).value, std::max(a, b).value + 1};
}

} // namespace

ChartInteraction::ChartInteraction(AxisNavigation* navigation, QWidget* widget, std::function<PlotGeometry()> geometry)
    : m_navigation(navigation)
    , m_axis(&navigation->axis())
    , m_widget(widget)
    , m_geometry(std::move(geometry))
{ }

bool ChartInteraction::handle(QEvent& event)
{
    bool isHandled = true;
    switch (event.type()) {
    case QEvent::ShortcutOverride: // Esc must end a drag or the selection before a shortcut of the window gets the key
        if (static_cast<QKeyEvent&>(event).key() != Qt::Key_Escape || (m_mode == Mode::Idle && !m_axis->selected()))
            return false;
        event.accept();
        return true;
    case QEvent::MouseButtonPress:
        press(static_cast<QMouseEvent&>(event));
        break;
    case QEvent::MouseMove:
        move(static_cast<QMouseEvent&>(event));
        isHandled = false;
        break;
    case QEvent::MouseButtonRelease:
        release(static_cast<QMouseEvent&>(event));
        break;
    case QEvent::MouseButtonDblClick:
        doubleClick(static_cast<QMouseEvent&>(event));
        break;
    case QEvent::Wheel:
        wheel(static_cast<QWheelEvent&>(event));
        event.accept();
        break;
    case QEvent::KeyPress:
        isHandled = keyPress(static_cast<QKeyEvent&>(event));
        break;
    case QEvent::KeyRelease:
        isHandled = keyRelease(static_cast<QKeyEvent&>(event));
        break;
    case QEvent::FocusOut: // another widget will receive the release of the space bar
        cancel();
        isHandled = false;
        break;
    default:
        return false;
    }
    updateShape();
    return isHandled;
}

void ChartInteraction::updateShape()
{
    if (m_mode == Mode::Panning)
        m_widget->setCursor(Qt::ClosedHandCursor);
    else if (m_isSpaceHeld)
        m_widget->setCursor(Qt::OpenHandCursor);
    else
        m_widget->unsetCursor();
}

void ChartInteraction::press(const QMouseEvent& event)
{
    const QPointF at = event.position();
    const PlotGeometry geometry = m_geometry();
    if (m_mode != Mode::Idle || !geometry.contains(at.x(), at.y()))
        return;
    m_wasDoubleClick = false;
    m_pressedAt = at;
    m_pressedStep = stepAt(geometry.steps, at.x());
    m_pressedRange = m_axis->visible();
    m_oldSelection = m_axis->selected();
    if (event.button() == Qt::MiddleButton || (event.button() == Qt::LeftButton && m_isSpaceHeld))
        m_mode = Mode::Panning;
    else if (event.button() == Qt::LeftButton)
        m_mode = Mode::Pressed;
}

void ChartInteraction::finishSelection()
{
    if (const auto range = m_axis->selected())
        m_navigation->together([&] {
            m_axis->setSelected(range);
            m_navigation->goToHighestIn(*range);
        });
}

void ChartInteraction::move(const QMouseEvent& event)
{
    if (m_mode == Mode::Idle)
        return;
    const PlotGeometry geometry = m_geometry();
    const double x = event.position().x();
    if (m_mode == Mode::Pressed && std::abs(x - m_pressedAt.x()) >= QApplication::startDragDistance() / 2.0)
        m_mode = Mode::Selecting;
    if (m_mode == Mode::Selecting)
        m_axis->setSelected(between(stepAt(geometry.steps, x), m_pressedStep), true);
    if (m_mode == Mode::Panning) {
        const double steps = (m_pressedAt.x() - x) / geometry.width * m_pressedRange.size();
        m_axis->setVisible(panned(m_pressedRange, m_axis->steps(), steps));
    }
}

void ChartInteraction::release(const QMouseEvent& event)
{
    const Mode mode = std::exchange(m_mode, Mode::Idle);
    if (mode == Mode::Selecting)
        finishSelection();
    if (mode != Mode::Pressed || event.button() != Qt::LeftButton || m_wasDoubleClick)
        return;
    const StepId step = stepAt(m_geometry().steps, event.position().x());
    m_navigation->together([&] {
        if (m_oldSelection && !contains(*m_oldSelection, step))
            m_axis->setSelected(std::nullopt);
        m_navigation->click(step, event.position(), event.modifiers());
    });
}

void ChartInteraction::doubleClick(const QMouseEvent& event)
{
    const QPointF at = event.position();
    const PlotGeometry geometry = m_geometry();
    if (event.button() != Qt::LeftButton || !geometry.contains(at.x(), at.y()))
        return;
    m_wasDoubleClick = true;
    m_navigation->doubleClick(stepAt(geometry.steps, at.x()));
}

void ChartInteraction::wheel(const QWheelEvent& event)
{
    const QPointF at = event.position();
    const PlotGeometry geometry = m_geometry();
    const QPoint turned = event.angleDelta();
    const bool isShifted = (event.modifiers() & Qt::ShiftModifier) != 0;
    if (isShifted || std::abs(turned.x()) > std::abs(turned.y())) // a two-finger scroll is never exactly vertical
        m_navigation->panBy(-(isShifted ? turned.x() + turned.y() : turned.x()) / kWheelNotch);
    else if (at.x() >= geometry.left && at.x() < geometry.right())
        m_navigation->zoomBy(std::pow(kWheelZoom, turned.y() / kWheelNotch), positionAt(geometry.steps, at.x()));
}

bool ChartInteraction::keyPress(const QKeyEvent& event)
{
    if ((event.modifiers() & ~Qt::KeypadModifier) == (Qt::ControlModifier | Qt::ShiftModifier))
        return extendKeyPress(event.key());
    if ((event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0)
        return false;
    if (event.key() == Qt::Key_Space) {
        m_isSpaceHeld = true;
        return true;
    }
    if (event.key() != Qt::Key_Escape)
        return false;
    if (!cancel())
        m_navigation->escape();
    return true;
}

bool ChartInteraction::extendKeyPress(int key)
{
    const std::int64_t cursor = m_axis->cursor().value;
    const std::int64_t by = std::max<std::int64_t>(1, m_axis->visible().size() / kExtend);
    switch (key) {
    case Qt::Key_Left:
        extendTo(cursor - by);
        return true;
    case Qt::Key_Right:
        extendTo(cursor + by);
        return true;
    case Qt::Key_Home:
        extendTo(0);
        return true;
    case Qt::Key_End:
        extendTo(m_axis->steps());
        return true;
    default:
        return false;
    }
}

void ChartInteraction::extendTo(std::int64_t step)
{
    // If something else has changed the range meanwhile, begin a new one.
    if (!m_anchor || !m_keyRange || m_axis->selected() != m_keyRange)
        m_anchor = m_axis->cursor();
    const StepId to(static_cast<std::uint32_t>(std::clamp<std::int64_t>(step, 0, m_axis->steps() - 1)));
    m_keyRange = between(*m_anchor, to);
    m_navigation->together([&] {
        m_axis->setSelected(m_keyRange);
        m_navigation->goTo(to);
    });
}

bool ChartInteraction::keyRelease(const QKeyEvent& event)
{
    if (event.key() != Qt::Key_Space)
        return false;
    if (!event.isAutoRepeat())
        m_isSpaceHeld = false;
    return true;
}

void ChartInteraction::forget()
{
    m_mode = Mode::Idle;
    m_isSpaceHeld = false;
    m_anchor.reset();
    m_keyRange.reset();
}

bool ChartInteraction::cancel()
{
    m_isSpaceHeld = false;
    const Mode mode = std::exchange(m_mode, Mode::Idle);
    if (mode == Mode::Selecting)
        m_axis->setSelected(m_oldSelection);
    else if (mode == Mode::Panning)
        m_axis->setVisible(m_pressedRange);
    return mode != Mode::Idle;
}

} // namespace tidemark::ui
