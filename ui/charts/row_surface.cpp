#include "ui/charts/row_surface.h"

#include "ui/charts/chart_menu.h"
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
        return at.value_or(0) == 0 ? 0 : *at - 1;
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

RowSurface::RowSurface(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_tip(new MovingTip(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QStringList RowSurface::tipAt(const QPointF& at) const
{
    const auto row = rowAt(at);
    return row ? rowTip(*m_state, *row) : QStringList();
}

void RowSurface::hideTip()
{
    m_tipRow.reset();
    m_tip->hide();
}

void RowSurface::paintFocus(QPainter& painter, const QRect& frame) const
{
    if (!hasFocus())
        return;
    painter.setPen(colorsFor(palette()).highlight);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
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
    const Rows& rows = m_state->view()->rows;
    if (const auto row = rowAt(event->position()))
        m_state->axis().zoomTo(rows.start[*row], rows.end[*row]);
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
    const auto shown = m_state->focus().pointed();
    const auto found = shown ? std::ranges::find(rows, *shown) : rows.end();
    const auto place
        = found == rows.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - rows.begin()));
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

void RowSurface::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_state->isEmpty())
        return;
    const bool isMouse = event->reason() == QContextMenuEvent::Mouse;
    const auto row = isMouse ? rowAt(event->pos()) : m_state->focus().pointed();
    if (!row)
        return;
    hideTip();
    auto* menu = new QMenu(this);
    addRowActions(*menu, m_state, *row);
    popUp(menu, isMouse ? event->globalPos() : mapToGlobal(rect().center()));
}

} // namespace tidemark::ui
