#include "ui/charts/chart_navigation.h"

#include "ui/charts/chart_scene.h"

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

constexpr double kZoomFactor = 1.5;
constexpr double kSmallestZoom = 4; // steps
constexpr double kPanNotch = 0.1; // of the visible steps
constexpr std::int64_t kProminence = 100; // 1/100 of the peak

constexpr double kWheelNotch = QWheelEvent::DefaultDeltasPerStep;
constexpr double kWheelZoom = 1.25; // per notch
constexpr std::uint32_t kExtend = 100; // Shift + arrow key: 1/100 of the visible steps

StepRange between(StepId a, StepId b)
{
    return {std::min(a, b).value, std::max(a, b).value + 1};
}

} // namespace

void AxisNavigation::goTo(StepId step)
{
    together([&] {
        m_axis->setCursor(step);
        showCursor();
    });
}

void AxisNavigation::move(std::int64_t cells)
{
    if (m_axis->isEmpty())
        return;
    const std::int64_t to = m_axis->cursor().value + cells;
    goTo(StepId(static_cast<std::uint32_t>(std::clamp<std::int64_t>(to, 0, m_axis->steps() - 1))));
}

void AxisNavigation::click(StepId step, const QPointF&, Qt::KeyboardModifiers)
{
    m_axis->setCursor(step);
}

void AxisNavigation::doubleClick(StepId step)
{
    if (m_axis->selected() && m_axis->selected()->contains(step.value))
        zoomToSelection();
    else
        centreOn(step);
}

void AxisNavigation::escape()
{
    if (m_axis->selected())
        m_axis->setSelected(std::nullopt);
    else
        fit();
}

void AxisNavigation::showCursor()
{
    if (!m_axis->isEmpty() && !m_axis->visible().contains(m_axis->cursor().value))
        m_axis->setVisible(centredOn(m_axis->visible(), m_axis->steps(), m_axis->cursor()));
}

void AxisNavigation::centreOn(StepId step)
{
    if (m_axis->isEmpty())
        return;
    together([&] {
        m_axis->setCursor(step);
        m_axis->setVisible(centredOn(m_axis->visible(), m_axis->steps(), step));
    });
}

void AxisNavigation::zoomBy(double factor, double position)
{
    if (m_axis->isEmpty())
        return;
    const StepRange range = m_axis->visible();
    if (std::round(m_size) != range.size())
        m_size = range.size();
    const double smallest = std::min<double>(kSmallestZoom, range.size());
    m_size = std::clamp<double>(m_size / factor, smallest, m_axis->steps());
    m_axis->setVisible(zoomed(range, m_axis->steps(), position, m_size));
}

void AxisNavigation::panBy(double notches)
{
    if (m_axis->isEmpty())
        return;
    const StepRange range = m_axis->visible();
    if (std::round(m_begin) != range.begin)
        m_begin = range.begin;
    m_begin += notches * std::max(1.0, kPanNotch * range.size());
    m_begin = std::clamp<double>(m_begin, 0, m_axis->steps() - range.size());
    m_axis->setVisible(movedInto(m_begin, range.size(), m_axis->steps()));
}

double AxisNavigation::zoomPosition() const
{
    const StepRange range = m_axis->visible();
    const StepId cursor = m_axis->cursor();
    return range.contains(cursor.value) ? cursor.value + 0.5 : range.begin + range.size() / 2.0;
}

void AxisNavigation::zoomIn()
{
    zoomBy(kZoomFactor, zoomPosition());
}

void AxisNavigation::zoomOut()
{
    zoomBy(1 / kZoomFactor, zoomPosition());
}

void AxisNavigation::zoomToSelection()
{
    const std::optional<StepRange> range = m_axis->selected();
    if (range && range != m_axis->visible()) // otherwise it would only be removed
        together([&] {
            m_axis->setSelected(std::nullopt);
            m_axis->setVisible(*range);
        });
}

ChartNavigation::ChartNavigation(ViewState* state)
    : AxisNavigation(&state->axis())
    , m_state(state)
{ }

void ChartNavigation::together(const std::function<void()>& change)
{
    const ViewState::Batch batch(*m_state);
    change();
}

void ChartNavigation::goToPeak()
{
    if (!m_state->isEmpty())
        goTo(m_state->view()->peakStep);
}

const std::vector<std::uint32_t>& ChartNavigation::peaks()
{
    if (m_state->isEmpty()) {
        m_peaks.clear();
    } else if (m_peaksOf.lock() != m_state->view()) {
        const View& view = *m_state->view();
        m_peaks = localPeaks(view.highest(), view.highest()[view.peakStep.index()] / kProminence);
    }
    m_peaksOf = m_state->view();
    return m_peaks;
}

void ChartNavigation::goToNextPeak()
{
    const auto next = std::ranges::upper_bound(peaks(), m_state->cursor().value);
    if (next != m_peaks.end())
        goTo(StepId(*next));
}

void ChartNavigation::goToPreviousPeak()
{
    const auto next = std::ranges::lower_bound(peaks(), m_state->cursor().value);
    if (next != m_peaks.begin())
        goTo(StepId(*std::prev(next)));
}

void ChartNavigation::escape()
{
    if (!m_state->escape())
        fit();
}

bool ChartDrag::press(const QMouseEvent& event)
{
    const bool isLeft = event.button() == Qt::LeftButton;
    if (m_mode != Mode::Idle || (!isLeft && event.button() != Qt::MiddleButton))
        return false;
    m_mode = isLeft && !m_isSpaceHeld ? Mode::Pressed : Mode::Panning;
    m_button = event.button();
    m_from = m_to = event.position();
    updateShape();
    return true;
}

void ChartDrag::moveTo(const QPointF& at)
{
    m_to = at;
    QPointF counted = moved();
    if (!m_directions.testFlag(Qt::Vertical))
        counted.setY(0);
    if (m_mode == Mode::Pressed && counted.manhattanLength() >= QApplication::startDragDistance() / 2.0)
        m_mode = Mode::Selecting;
}

ChartDrag::Mode ChartDrag::end()
{
    const Mode ended = std::exchange(m_mode, Mode::Idle);
    updateShape();
    return ended;
}

ChartDrag::Mode ChartDrag::release(const QMouseEvent& event)
{
    return event.button() == m_button ? end() : Mode::Idle;
}

ChartDrag::Mode ChartDrag::cancel()
{
    m_isSpaceHeld = false;
    return end();
}

void ChartDrag::setSpaceHeld(bool isHeld)
{
    m_isSpaceHeld = isHeld;
    updateShape();
}

void ChartDrag::updateShape()
{
    if (m_mode == Mode::Panning)
        m_widget->setCursor(Qt::ClosedHandCursor);
    else if (m_isSpaceHeld)
        m_widget->setCursor(Qt::OpenHandCursor);
    else
        m_widget->unsetCursor();
}

ChartInteraction::ChartInteraction(AxisNavigation* navigation, QWidget* widget, std::function<PlotGeometry()> geometry)
    : m_navigation(navigation)
    , m_axis(&navigation->axis())
    , m_geometry(std::move(geometry))
    , m_drag(widget, Qt::Horizontal)
{ }

bool ChartInteraction::handle(QEvent& event)
{
    bool isHandled = true;
    switch (event.type()) {
    case QEvent::ShortcutOverride: // Esc must end a drag or the selection before a shortcut of the window gets the key
        if (static_cast<QKeyEvent&>(event).key() != Qt::Key_Escape || (mode() == Mode::Idle && !m_axis->selected()))
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
    return isHandled;
}

void ChartInteraction::press(const QMouseEvent& event)
{
    const QPointF at = event.position();
    const PlotGeometry geometry = m_geometry();
    if (!geometry.contains(at.x(), at.y()) || !m_drag.press(event))
        return;
    m_wasDoubleClick = false;
    m_pressedStep = stepAt(geometry.steps, at.x());
    m_pressedRange = m_axis->visible();
    m_oldSelection = m_axis->selected();
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
    m_drag.moveTo(event.position());
    if (mode() == Mode::Selecting)
        m_axis->setSelected(between(stepAt(m_geometry().steps, event.position().x()), m_pressedStep), true);
    if (mode() == Mode::Panning) {
        const double steps = -m_drag.moved().x() / m_geometry().width * m_pressedRange.size();
        m_axis->setVisible(panned(m_pressedRange, m_axis->steps(), steps));
    }
}

void ChartInteraction::release(const QMouseEvent& event)
{
    const Mode ended = m_drag.release(event);
    if (ended == Mode::Selecting)
        finishSelection();
    if (ended != Mode::Pressed || m_wasDoubleClick)
        return;
    const StepId step = stepAt(m_geometry().steps, event.position().x());
    m_navigation->together([&] {
        if (m_oldSelection && !m_oldSelection->contains(step.value))
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
        m_drag.setSpaceHeld(true);
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
        m_drag.setSpaceHeld(false);
    return true;
}

void ChartInteraction::forget()
{
    m_drag.cancel();
    m_anchor.reset();
    m_keyRange.reset();
}

bool ChartInteraction::cancel()
{
    const Mode ended = m_drag.cancel();
    if (ended == Mode::Selecting)
        m_axis->setSelected(m_oldSelection);
    else if (ended == Mode::Panning)
        m_axis->setVisible(m_pressedRange);
    return ended != Mode::Idle;
}

} // namespace tidemark::ui
