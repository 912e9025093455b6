#include "ui/charts/buffer_strips.h"

#include "ui/charts/hover_tip.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>

namespace tidemark::ui {

void BufferStrips::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_isModelValid = false;
    m_picture = {};
    updateGeometry();
}

void BufferStrips::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        redraw();
    QWidget::changeEvent(event);
}

bool BufferStrips::event(QEvent* event)
{
    // Tips follow the pointer from buffer to buffer, without the usual delay.
    if (event->type() == QEvent::ToolTip)
        return true;
    return QWidget::event(event);
}

void BufferStrips::updateDescription()
{
    const std::optional<std::uint32_t> shown = m_state->shown();
    if (m_state->isEmpty()) {
        setAccessibleDescription(tr("empty"));
    } else if (shown) {
        const BufferRow& row = m_state->timeline()->rows[*shown];
        setAccessibleDescription(tr("%1, %2, %3")
                                     .arg(fromFile(nameOf(*m_state->timeline(), row)), m_state->bytes(row.size),
                                          lifetimeText(*m_state->timeline(), row)));
    } else {
        setAccessibleDescription(tr("%n buffer(s)", nullptr, static_cast<int>(m_state->live().size())));
    }
}

void BufferStrips::showTip(const QPoint& globalAt)
{
    const std::optional<std::uint32_t> row = m_state->hovered();
    if (row == m_tipRow)
        return;
    m_tipRow = row;
    if (row)
        QToolTip::showText(globalAt, rowTip(*m_state, *row), this);
    else
        QToolTip::hideText();
}

void BufferStrips::mouseMoveEvent(QMouseEvent* event)
{
    if (m_state->isEmpty())
        return;
    m_state->setHovered(rowAt(event->position().toPoint()));
    showTip(event->globalPosition().toPoint());
}

void BufferStrips::mousePressEvent(QMouseEvent* event)
{
    if (m_state->isEmpty() || event->button() != Qt::LeftButton)
        return;
    for (int strip = 0; strip < stripCount(); ++strip)
        if (stripRect(strip).contains(event->position().toPoint()))
            m_keyStrip = strip;
    m_state->setPinned(rowAt(event->position().toPoint()));
}

void BufferStrips::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_state->isEmpty() || event->button() != Qt::LeftButton)
        return;
    if (const std::optional<std::uint32_t> row = rowAt(event->position().toPoint()))
        zoomToLifetime(*row);
}

void BufferStrips::zoomToLifetime(std::uint32_t row)
{
    const BufferRow& buffer = m_state->timeline()->rows[row];
    // A little more, so that both its edges are seen.
    const std::uint32_t margin = std::max<std::uint32_t>(1, (buffer.end - buffer.start) / 25);
    const std::uint32_t end = std::min(buffer.end, m_state->steps());
    m_state->setVisible(
        {buffer.start - std::min(buffer.start, margin), end + std::min(margin, m_state->steps() - end)});
}

void BufferStrips::leaveEvent(QEvent* event)
{
    m_tipRow.reset();
    m_state->setHovered(std::nullopt);
    QWidget::leaveEvent(event);
}

void BufferStrips::focusOutEvent(QFocusEvent* event)
{
    // What the keys pointed at; the pointer may be over another view's buffer.
    if (!underMouse())
        m_state->setHovered(std::nullopt);
    update();
    QWidget::focusOutEvent(event);
}

bool BufferStrips::moveBetween(int key)
{
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        const int last = stripCount() - 1;
        m_keyStrip = std::clamp(m_keyStrip + (key == Qt::Key_Up ? -1 : 1), 0,
                                model().strip(last).items().empty() ? last - 1 : last);
    }
    const StripLayout& layout = model().strip(m_keyStrip);
    if (layout.items().empty())
        return true;
    const auto count = static_cast<std::int64_t>(layout.items().size());
    std::optional<std::uint32_t> item;
    if (m_state->shown())
        item = layout.itemOfRow(*m_state->shown());
    std::int64_t to = item ? std::int64_t{*item} : -1;
    if (key == Qt::Key_Left)
        to = std::max<std::int64_t>(to - 1, 0);
    else if (key == Qt::Key_Right)
        to = std::min(to + 1, count - 1);
    else if (key == Qt::Key_Home)
        to = 0;
    else if (key == Qt::Key_End)
        to = count - 1;
    m_state->setHovered(layout.items()[static_cast<std::size_t>(std::max<std::int64_t>(to, 0))].row);
    return true;
}

void BufferStrips::keyPressEvent(QKeyEvent* event)
{
    bool isHandled = false;
    const Qt::KeyboardModifiers modifiers = event->modifiers().setFlag(Qt::KeypadModifier, false);
    if (!m_state->isEmpty() && modifiers == Qt::NoModifier) {
        switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Right:
        case Qt::Key_Up:
        case Qt::Key_Down:
        case Qt::Key_Home:
        case Qt::Key_End:
            isHandled = moveBetween(event->key());
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            m_state->setPinned(m_state->shown());
            isHandled = true;
            break;
        default:
            break;
        }
    }
    if (!isHandled)
        QWidget::keyPressEvent(event);
}

void BufferStrips::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_state->isEmpty())
        return;
    const std::optional<std::uint32_t> row
        = event->reason() == QContextMenuEvent::Mouse ? rowAt(event->pos()) : m_state->shown();
    if (!row)
        return;
    QToolTip::hideText();
    const BufferDetails details = describe(*m_state->timeline(), m_state->timeline()->rows[*row]);
    const auto copy = [](const QString& text) { QGuiApplication::clipboard()->setText(text); };
    const auto filter = [this](std::string_view text) { m_state->setFilter(fromFile(text)); };
    const bool isPinned = m_state->pinned() == row;
    QMenu menu(this);
    menu.addAction(isPinned ? tr("Unpin") : tr("Pin"), this,
                   [this, row, isPinned] { m_state->setPinned(isPinned ? std::nullopt : row); });
    menu.addAction(tr("Zoom to Lifetime"), this, [this, row] { zoomToLifetime(*row); });
    menu.addSeparator();
    menu.addAction(tr("Filter by This Op"), this, [&] { filter(details.opName); })->setEnabled(!details.opName.empty());
    menu.addAction(tr("Filter by This Shape"), this, [&] { filter(details.shapeWithoutLayout); })
        ->setEnabled(!details.shapeWithoutLayout.empty());
    menu.addSeparator();
    menu.addAction(tr("Copy Name"), this, [&] { copy(fromFile(details.name)); });
    menu.addAction(tr("Copy Details"), this, [&] { copy(rowText(*m_state, *row)); });
    menu.exec(event->reason() == QContextMenuEvent::Mouse ? event->globalPos() : mapToGlobal(rect().center()));
}

} // namespace tidemark::ui
