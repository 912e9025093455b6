#include "ui/charts/chart_interaction.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

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

ChartInteraction::ChartInteraction(ViewState* state, ChartNavigation* navigation)
    : m_state(state)
    , m_navigation(navigation)
{ }

void ChartInteraction::press(const QMouseEvent& event, const PlotGeometry& geometry)
{
    const QPointF at = event.position();
    if (m_mode != Mode::Idle || !geometry.contains(at.x(), at.y()))
        return;
    m_wasDoubleClick = false;
    m_pressedAt = at;
    m_pressedStep = stepAt(geometry.steps, at.x());
    m_pressedRange = m_state->axis().visible();
    m_oldSelection = m_state->axis().selected();
    if (event.button() == Qt::MiddleButton || (event.button() == Qt::LeftButton && m_isSpaceHeld))
        m_mode = Mode::Panning;
    else if (event.button() == Qt::LeftButton)
        m_mode = Mode::Pressed;
}

void ChartInteraction::select(double x, const PlotGeometry& geometry)
{
    const StepId step = stepAt(geometry.steps, x);
    m_state->axis().setSelected(between(step, m_pressedStep));
}

void ChartInteraction::move(const QMouseEvent& event, const PlotGeometry& geometry)
{
    const double x = event.position().x();
    if (m_mode == Mode::Pressed && std::abs(x - m_pressedAt.x()) >= QApplication::startDragDistance() / 2.0)
        m_mode = Mode::Selecting;
    if (m_mode == Mode::Selecting)
        select(x, geometry);
    if (m_mode == Mode::Panning) {
        const double steps = (m_pressedAt.x() - x) / geometry.width * m_pressedRange.size();
        m_state->axis().setVisible(panned(m_pressedRange, m_state->axis().steps(), steps));
    }
}

void ChartInteraction::release(const QMouseEvent& event, const PlotGeometry& geometry)
{
    const Mode mode = std::exchange(m_mode, Mode::Idle);
    if (mode != Mode::Pressed || event.button() != Qt::LeftButton || m_wasDoubleClick)
        return;
    const StepId step = stepAt(geometry.steps, event.position().x());
    if (m_oldSelection && !contains(*m_oldSelection, step))
        m_state->axis().setSelected(std::nullopt);
    m_state->axis().setCursor(step);
}

void ChartInteraction::doubleClick(const QMouseEvent& event, const PlotGeometry& geometry)
{
    const QPointF at = event.position();
    if (event.button() != Qt::LeftButton || !geometry.contains(at.x(), at.y()))
        return;
    m_wasDoubleClick = true;
    const StepId step = stepAt(geometry.steps, at.x());
    if (m_state->axis().selected() && contains(*m_state->axis().selected(), step))
        m_navigation->zoomToSelection();
    else
        m_navigation->centreOn(step);
}

void ChartInteraction::wheel(const QWheelEvent& event, const PlotGeometry& geometry)
{
    const QPointF at = event.position();
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
    const AxisView& axis = m_state->axis();
    const std::int64_t cursor = axis.cursor().value;
    const std::int64_t by = std::max<std::int64_t>(1, axis.visible().size() / kExtend);
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
        extendTo(axis.steps());
        return true;
    default:
        return false;
    }
}

void ChartInteraction::extendTo(std::int64_t step)
{
    AxisView& axis = m_state->axis();
    // If something else has changed the range meanwhile, begin a new one.
    if (!m_anchor || !m_keyRange || axis.selected() != m_keyRange)
        m_anchor = axis.cursor();
    const StepId to(static_cast<std::uint32_t>(std::clamp<std::int64_t>(step, 0, axis.steps() - 1)));
    m_keyRange = between(*m_anchor, to);
    axis.setSelected(m_keyRange);
    m_navigation->goTo(to);
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
        m_state->axis().setSelected(m_oldSelection);
    else if (mode == Mode::Panning)
        m_state->axis().setVisible(m_pressedRange);
    return mode != Mode::Idle;
}

} // namespace tidemark::ui
