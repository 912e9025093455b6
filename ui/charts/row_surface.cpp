#include "ui/charts/row_surface.h"

#include "ui/charts/chart_menu.h"
#include "ui/charts/painting.h"
#include "ui/charts/tip_box.h"
#include "ui/theme/colors.h"
#include "ui/widgets/pop_up.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace tidemark::ui {

std::optional<std::size_t> placeAfter(int key, std::optional<std::size_t> at, std::size_t count)
{
    if (count == 0)
        return std::nullopt;
    switch (key) {
    case Qt::Key_Left:
        return std::max<std::size_t>(at.value_or(0), 1) - 1;
    case Qt::Key_Right:
        return at ? std::min(*at + 1, count - 1) : 0;
    case Qt::Key_Home:
        return 0;
    case Qt::Key_End:
        return count - 1;
    default:
        return std::nullopt;
    }
}

RowSurface::RowSurface(ViewState* state, QWidget* parent, MovingTip::Room tips)
    : QWidget(parent)
    , m_state(state)
    , m_tip(new MovingTip(this, tips))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QStringList RowSurface::tipAt(const QPointF& at) const
{
    if (const auto row = rowAt(at))
        return rowTip(*m_state, *row);
    return {};
}

void RowSurface::hideTip()
{
    m_tipRow.reset();
    m_tip->hide();
}

void RowSurface::paintFocus(QPainter& painter, const QRect& frame) const
{
    if (hasFocus())
        paintFocusFrame(painter, frame, colorsFor(palette()));
}

void RowSurface::mouseMoveEvent(QMouseEvent* event)
{
    if (m_state->isEmpty())
        return;
    const auto row = rowAt(event->position());
    m_state->focus().setHovered(row);
    if (row && row == m_tipRow)
        return;
    m_tipRow = row;
    m_tip->show(event->globalPosition().toPoint(), tipAt(event->position()));
}

void RowSurface::mousePressEvent(QMouseEvent* event)
{
    if (!m_state->isEmpty() && event->button() == Qt::LeftButton)
        m_state->focus().setPinned(rowAt(event->position()));
}

void RowSurface::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_state->isEmpty() || event->button() != Qt::LeftButton)
        return;
    if (const auto row = rowAt(event->position()))
        zoomToLife(*row);
}

void RowSurface::zoomToLife(RowId row)
{
    const Rows& rows = m_state->view()->rows;
    m_state->axis().zoomTo(rows.start[row], rows.end[row]);
}

void RowSurface::leaveEvent(QEvent* event)
{
    hideTip();
    m_state->focus().setHovered(std::nullopt);
    QWidget::leaveEvent(event);
}

void RowSurface::hideEvent(QHideEvent* event)
{
    hideTip();
    QWidget::hideEvent(event);
}

void RowSurface::focusOutEvent(QFocusEvent* event)
{
    // Ends a hover that was set by keys. A hover by the pointer, which may be in another widget, stays.
    if (!underMouse())
        m_state->focus().setHovered(std::nullopt);
    QWidget::focusOutEvent(event);
}

bool RowSurface::goToRow(int key)
{
    const std::vector<RowId> rows = rowsInOrder();
    const auto found = std::ranges::find(rows, m_state->focus().pointed().value_or(RowId()));
    std::optional<std::size_t> place;
    if (found != rows.end())
        place = static_cast<std::size_t>(found - rows.begin());
    const auto to = placeAfter(key, place, rows.size());
    if (to)
        m_state->focus().setHovered(rows[*to]);
    return to.has_value();
}

void RowSurface::keyPressEvent(QKeyEvent* event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers().setFlag(Qt::KeypadModifier, false);
    const bool isPin = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter || event->key() == Qt::Key_Space;
    if (m_state->isEmpty() || modifiers != Qt::NoModifier)
        QWidget::keyPressEvent(event);
    else if (isPin)
        m_state->focus().setPinned(m_state->focus().pointed());
    else if (!goToRow(event->key()))
        QWidget::keyPressEvent(event);
}

std::optional<RowId> RowSurface::rowOf(const QContextMenuEvent& event) const
{
    return event.reason() == QContextMenuEvent::Mouse ? rowAt(event.pos()) : m_state->focus().pointed();
}

void RowSurface::contextMenuEvent(QContextMenuEvent* event)
{
    const auto row = rowOf(*event);
    if (m_state->isEmpty() || !row)
        return;
    hideTip();
    auto* menu = new QMenu(this);
    addRowActions(*menu, m_state, *row);
    popUp(menu, menuPlace(*event, *this, rect().center()));
}

} // namespace tidemark::ui
