#include "ui/charts/memory_chart.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QWheelEvent>

namespace tidemark::ui {

void MemoryChart::setHoveredStep(std::optional<std::uint32_t> step, const QPointF& at)
{
    const bool isOther = step != m_pointer.step;
    m_pointerAt = at;
    if (m_state->isEmpty()) {
        m_pointer = {};
    } else {
        const QRect before = boundsOf(scene(), m_pointer);
        // While a range is drawn its label says more than the tip, which would hide it.
        const bool hasTip = m_interaction.mode() != ChartInteraction::Mode::Selecting;
        m_pointer = makePointer(scene(), step, at, hasTip);
        const QRect after = boundsOf(scene(), m_pointer);
        // Qt paints two places far apart as slowly as all between them, so each is painted by itself.
        if (before.isValid() && after.isValid() && !before.intersects(after))
            repaint(before);
        else
            update(before);
        update(after);
    }
    if (isOther)
        emit hoveredStep(step);
}

void MemoryChart::pointAt(const QPointF& at)
{
    const PlotGeometry geometry = plotGeometry();
    if (m_interaction.mode() != ChartInteraction::Mode::Panning && geometry.contains(at.x(), at.y()))
        setHoveredStep(stepAt(geometry.steps, at.x()), at);
    else if (m_pointer.step)
        setHoveredStep(std::nullopt, {});
}

void MemoryChart::refreshPointer()
{
    if (m_pointer.step)
        pointAt(m_pointerAt);
}

void MemoryChart::updateShape()
{
    if (m_interaction.mode() == ChartInteraction::Mode::Panning)
        setCursor(Qt::ClosedHandCursor);
    else if (m_interaction.isSpaceHeld())
        setCursor(Qt::OpenHandCursor);
    else
        unsetCursor();
}

bool MemoryChart::event(QEvent* event)
{
    // Esc ends a drag or the selection before a shortcut of the window takes it for something else.
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape
        && (m_interaction.mode() != ChartInteraction::Mode::Idle || m_state->selectedRange())) {
        event->accept();
        return true;
    }
    return QWidget::event(event);
}

void MemoryChart::mousePressEvent(QMouseEvent* event)
{
    if (!m_state->isEmpty())
        m_interaction.press(*event, plotGeometry());
    updateShape();
}

void MemoryChart::mouseMoveEvent(QMouseEvent* event)
{
    if (m_state->isEmpty())
        return;
    m_interaction.move(*event, plotGeometry());
    if (event->position() != m_pointerAt || !m_pointer.step)
        pointAt(event->position());
}

void MemoryChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_state->isEmpty())
        m_interaction.release(*event, plotGeometry());
    updateShape();
}

void MemoryChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (!m_state->isEmpty())
        m_interaction.doubleClick(*event, plotGeometry());
}

void MemoryChart::wheelEvent(QWheelEvent* event)
{
    if (!m_state->isEmpty())
        m_interaction.wheel(*event, plotGeometry());
    event->accept();
}

void MemoryChart::keyPressEvent(QKeyEvent* event)
{
    if (m_state->isEmpty() || !m_interaction.keyPress(*event))
        QWidget::keyPressEvent(event);
    updateShape();
}

void MemoryChart::keyReleaseEvent(QKeyEvent* event)
{
    if (!m_interaction.keyRelease(*event))
        QWidget::keyReleaseEvent(event);
    updateShape();
}

void MemoryChart::leaveEvent(QEvent* event)
{
    if (m_pointer.step)
        setHoveredStep(std::nullopt, {});
    QWidget::leaveEvent(event);
}

void MemoryChart::focusInEvent(QFocusEvent* event)
{
    redrawMarks(); // with the focus frame
    QWidget::focusInEvent(event);
}

void MemoryChart::focusOutEvent(QFocusEvent* event)
{
    redrawMarks();
    // The release of the space bar goes to another widget now.
    m_interaction.cancel();
    updateShape();
    QWidget::focusOutEvent(event);
}

void MemoryChart::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_state->isEmpty())
        return;
    const PlotGeometry geometry = plotGeometry();
    const bool isMouse = event->reason() == QContextMenuEvent::Mouse;
    const std::uint32_t step = isMouse ? stepAt(geometry.steps, event->pos().x()) : m_state->cursor();
    QMenu menu(this);
    menu.addAction(tr("Go Here (Step %1)").arg(stepText(step)), this, [this, step] { m_state->setCursor(step); });
    menu.addAction(tr("Go to Peak"), this, &MemoryChart::goToPeak);
    menu.addAction(tr("Zoom to Range"), this, &MemoryChart::zoomToSelection)
        ->setEnabled(m_state->selectedRange().has_value());
    menu.addAction(tr("Show Whole Program"), this, &MemoryChart::fit)->setEnabled(!m_state->isShowingAll());
    menu.addSeparator();
    const QString value = m_state->bytes(m_state->timeline()->occupied[step]);
    menu.addAction(tr("Copy Value (%1)").arg(value), this, [value] { QGuiApplication::clipboard()->setText(value); });
    menu.addAction(tr("Export Chart as PNG…"), this, &MemoryChart::pictureRequested);
    menu.exec(isMouse ? event->globalPos() : mapToGlobal(rect().center()));
}

void MemoryChart::goToPeak()
{
    m_navigation.goToPeak();
}

void MemoryChart::nextPeak()
{
    m_navigation.goToNextPeak();
}

void MemoryChart::previousPeak()
{
    m_navigation.goToPreviousPeak();
}

void MemoryChart::zoomIn()
{
    if (!m_state->isEmpty())
        m_navigation.zoomIn();
}

void MemoryChart::zoomOut()
{
    if (!m_state->isEmpty())
        m_navigation.zoomOut();
}

void MemoryChart::fit()
{
    m_navigation.fit();
}

void MemoryChart::zoomToSelection()
{
    m_navigation.zoomToSelection();
}

void MemoryChart::moveCursor(int steps)
{
    m_navigation.move(steps);
}

void MemoryChart::showCursor()
{
    m_navigation.showCursor();
}

void MemoryChart::escape()
{
    if (!m_interaction.cancel())
        m_navigation.escape();
}

} // namespace tidemark::ui
