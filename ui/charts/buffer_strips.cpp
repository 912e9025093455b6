#include "ui/charts/buffer_strips.h"

#include "ui/charts/chart_metrics.h"
#include "ui/charts/hover_tip.h"
#include "ui/charts/row_menu.h"
#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/pop_up.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
BufferStrips::BufferStrips(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_tip(new MovingTip(this))
    , m_fonts(chartFonts(font()))
    , m_geometry(m_fonts, width())
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_state, &ViewState::viewChanged, this, &BufferStrips::invalidate);
    connect(m_state, &ViewState::viewChanged, this, &BufferStrips::refreshWords);
    connect(m_state, &ViewState::liveChanged, this, &BufferStrips::invalidate);
    connect(&m_state->filter(), &Filter::changed, this, [this] {
        // With a marked step, the listed rows depend on the cursor.
        m_state->marked() ? invalidate() : redraw();
    });
    connect(m_state, &ViewState::markedChanged, this, &BufferStrips::invalidate);
    connect(&m_state->units(), &Units::changed, this, &BufferStrips::redraw);
    connect(m_state, &ViewState::groupsChanged, this, &BufferStrips::redraw);
    connect(m_state, &ViewState::usesChanged, this, &BufferStrips::redraw);
    connect(&m_state->focus(), &Focus::selectedChanged, this, &BufferStrips::redraw);
    connect(&m_state->focus(), &Focus::pointedChanged, this, [this] {
        updateDescription();
        updateFrames();
    });
    refreshWords();
}

const StripsModel& BufferStrips::model() const
{
    if (!m_isModelValid) {
        m_model.update(*m_state, qRound(m_geometry.strip(0).width() * devicePixelRatioF()));
        m_isModelValid = true;
    }
    return m_model;
}

StripsScene BufferStrips::scene() const
{
    return {*m_state, model(), m_geometry, stripCount(), colorsFor(palette()), m_fonts, devicePixelRatioF()};
}

void BufferStrips::layOut()
{
    m_fonts = chartFonts(font());
    m_geometry = {m_fonts, width()};
    m_isModelValid = false;
    updateGeometry();
    redraw();
}

void BufferStrips::invalidate()
{
    m_isModelValid = false;
    m_tipRow.reset();
    m_tip->hide();
    updateDescription();
    redraw();
}

void BufferStrips::redraw()
{
    m_picture = {};
    update();
}

void BufferStrips::updateFrames()
{
    if (m_state->isEmpty())
        return;
    update(m_framed + framesNow());
}

QRegion BufferStrips::framesNow() const
{
    QRegion framed;
    for (const std::optional<RowId>& row : {m_state->focus().pointed(), m_state->focus().pinned()})
        if (row)
            framed += frameRegion(scene(), *row);
    return framed;
}

int BufferStrips::heightWith(bool padding) const
{
    return m_geometry.heightOf(padding ? StripsModel::StripCount : StripsModel::Padding);
}

void BufferStrips::setShowsPadding(bool shows)
{
    if (shows == m_showsPadding)
        return;
    m_showsPadding = shows;
    m_keyStrip = std::min(m_keyStrip, stripCount() - 1);
    updateGeometry();
    redraw();
}

QRectF BufferStrips::rectOf(int strip, RowId row) const
{
    return rectOfRow(scene(), strip, row);
}

std::optional<RowId> BufferStrips::rowAt(QPoint at) const
{
    for (int strip = 0; strip < stripCount(); ++strip) {
        const QRect rect = stripRect(strip);
        if (!rect.contains(at))
            continue;
        const StripLayout& layout = model().strip(strip);
        const auto pixel = static_cast<int>((at.x() - rect.left()) * devicePixelRatioF());
        if (const std::optional<std::uint32_t> item = layout.itemAt(pixel))
            return layout.items()[*item].row;
    }
    return std::nullopt;
}

void BufferStrips::refreshWords()
{
    setAccessibleName(tr("%1 live at the cursor").arg(capitalised(rowsWord(m_state->view().get()))));
}

void BufferStrips::updateDescription()
{
    if (m_state->isEmpty()) {
        setAccessibleDescription(tr("empty"));
    } else if (const std::optional<RowId> shown = m_state->focus().pointed()) {
        const View& view = *m_state->view();
        setAccessibleDescription(tr("%1, %2, %3")
                                     .arg(text(view.rows.label(*shown)), m_state->bytes(view.rows.size[*shown]),
                                          lifetimeText(view, *shown)));
    } else {
        const std::size_t count = m_state->live().size();
        const View* view = m_state->view().get();
        setAccessibleDescription(
            tr("%1 %2").arg(grouped(static_cast<std::int64_t>(count)), count == 1 ? rowWord(view) : rowsWord(view)));
    }
}

void BufferStrips::showTip(const QPoint& at)
{
    const std::optional<RowId> row = m_state->focus().hovered();
    if (row == m_tipRow)
        return;
    m_tipRow = row;
    m_tip->show(at, row ? rowTip(*m_state, *row) : QStringList());
}

void BufferStrips::moveBetween(int key)
{
    if (key == Qt::Key_Up || key == Qt::Key_Down) {
        const int last = stripCount() - 1;
        m_keyStrip = std::clamp(m_keyStrip + (key == Qt::Key_Up ? -1 : 1), 0,
                                model().strip(last).items().empty() ? last - 1 : last);
    }
    const StripLayout& layout = model().strip(m_keyStrip);
    if (layout.items().empty())
        return;
    const auto count = static_cast<std::int64_t>(layout.items().size());
    std::optional<std::uint32_t> item;
    if (const std::optional<RowId> shown = m_state->focus().pointed())
        item = layout.itemOfRow(*shown);
    std::int64_t to = item ? std::int64_t{*item} : -1;
    if (key == Qt::Key_Left)
        to = std::max<std::int64_t>(to - 1, 0);
    else if (key == Qt::Key_Right)
        to = std::min(to + 1, count - 1);
    else if (key == Qt::Key_Home)
        to = 0;
    else if (key == Qt::Key_End)
        to = count - 1;
    m_state->focus().setHovered(layout.items()[static_cast<std::size_t>(std::max<std::int64_t>(to, 0))].row);
}

void BufferStrips::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    if (m_state->isEmpty()) {
        painter.fillRect(rect(), colors.base);
        return;
    }
    const double ratio = devicePixelRatioF();
    if (m_picture.devicePixelRatio() != ratio) {
        m_isModelValid = false;
        m_picture = {};
    }
    const StripsScene shown = scene();
    if (m_picture.isNull())
        m_picture = drawStrips(shown, size());
    for (const QRect& part : event->region())
        painter.drawImage(QRectF(part), m_picture,
                          QRectF(QPointF(part.topLeft()) * ratio, QSizeF(part.size()) * ratio));
    const std::optional<RowId> row = m_state->focus().pointed();
    const std::optional<RowId> pinned = m_state->focus().pinned();
    if (pinned && pinned != row)
        paintFrame(painter, shown, *pinned, Qt::DotLine);
    if (row)
        paintFrame(painter, shown, *row, Qt::SolidLine);
    m_framed = framesNow(); // repainted when the frames are removed, even if rows have moved by then
    if (hasFocus()) {
        painter.setPen(colors.highlight);
        painter.drawRect(rect().adjusted(2, 0, -3, -1));
    }
}

void BufferStrips::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layOut();
}

void BufferStrips::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        layOut();
    QWidget::changeEvent(event);
}

void BufferStrips::mouseMoveEvent(QMouseEvent* event)
{
    if (m_state->isEmpty())
        return;
    m_state->focus().setHovered(rowAt(event->position().toPoint()));
    showTip(event->globalPosition().toPoint());
}

void BufferStrips::mousePressEvent(QMouseEvent* event)
{
    if (m_state->isEmpty() || event->button() != Qt::LeftButton)
        return;
    for (int strip = 0; strip < stripCount(); ++strip)
        if (stripRect(strip).contains(event->position().toPoint()))
            m_keyStrip = strip;
    m_state->focus().setPinned(rowAt(event->position().toPoint()));
}

void BufferStrips::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (m_state->isEmpty() || event->button() != Qt::LeftButton)
        return;
    const Rows& rows = m_state->view()->rows;
    if (const std::optional<RowId> row = rowAt(event->position().toPoint()))
        m_state->axis().zoomTo(rows.start[*row], rows.end[*row]);
}

void BufferStrips::leaveEvent(QEvent* event)
{
    m_tipRow.reset();
    m_tip->hide();
    m_state->focus().setHovered(std::nullopt);
    QWidget::leaveEvent(event);
}

void BufferStrips::focusInEvent(QFocusEvent* event)
{
    update();
    QWidget::focusInEvent(event);
}

void BufferStrips::focusOutEvent(QFocusEvent* event)
{
    // Ends a hover that was set by keys. A hover by the pointer, which may be in another widget, stays.
    if (!underMouse())
        m_state->focus().setHovered(std::nullopt);
    update();
    QWidget::focusOutEvent(event);
}

void BufferStrips::hideEvent(QHideEvent* event)
{
    m_tip->hide();
    QWidget::hideEvent(event);
}

void BufferStrips::keyPressEvent(QKeyEvent* event)
{
    const Qt::KeyboardModifiers modifiers = event->modifiers().setFlag(Qt::KeypadModifier, false);
    if (m_state->isEmpty() || modifiers != Qt::NoModifier) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Home:
    case Qt::Key_End:
        moveBetween(event->key());
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        m_state->focus().setPinned(m_state->focus().pointed());
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void BufferStrips::contextMenuEvent(QContextMenuEvent* event)
{
    if (m_state->isEmpty())
        return;
    const bool isMouse = event->reason() == QContextMenuEvent::Mouse;
    const std::optional<RowId> row = isMouse ? rowAt(event->pos()) : m_state->focus().pointed();
    if (!row)
        return;
    m_tip->hide();
    auto* menu = new QMenu(this);
    addRowActions(*menu, m_state, *row);
    popUp(menu, isMouse ? event->globalPos() : mapToGlobal(rect().center()));
}

} // namespace tidemark::ui
