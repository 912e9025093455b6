#include "ui/charts/buffer_strips.h"

#include "ui/state/grouped.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace tidemark::ui {

BufferStrips::BufferStrips(ViewState* state, QWidget* parent)
    : RowSurface(state, parent)
    , m_fonts(chartFonts(font()))
    , m_geometry(m_fonts, width())
{
    setAttribute(Qt::WA_OpaquePaintEvent);
    connect(state, &ViewState::changed, this, &BufferStrips::follow);
    refreshWords();
}

void BufferStrips::follow(Aspects changed)
{
    if (changed & Aspect::View)
        refreshWords();
    const bool areMarked = state()->marked().has_value(); // then the shown rows depend on the filter
    if ((changed & (Aspect::View | Aspect::Cursor | Aspect::Marked)) || ((changed & Aspect::Filter) && areMarked))
        invalidate();
    else if (changed & (Aspect::Filter | Aspect::Units | Aspect::Groups | Aspect::Uses | Aspect::SelectedRows))
        redraw();
    if (changed & Aspect::Pointed) {
        updateDescription();
        updateFrames();
    }
}

const StripsModel& BufferStrips::model() const
{
    if (!m_isModelValid) {
        m_model.update(*state(), qRound(m_geometry.strip(0).width() * devicePixelRatioF()));
        m_isModelValid = true;
    }
    return m_model;
}

StripsScene BufferStrips::scene() const
{
    return {*state(), model(), m_geometry, stripCount(), colorsFor(palette()), m_fonts, devicePixelRatioF()};
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
    hideTip();
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
    if (state()->isEmpty())
        return;
    update(m_framed + framesNow());
}

QRegion BufferStrips::framesNow() const
{
    QRegion framed;
    for (const std::optional<RowId>& row : {state()->focus().pointed(), state()->focus().pinned()})
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

std::optional<RowId> BufferStrips::rowAt(const QPointF& at) const
{
    for (int strip = 0; strip < stripCount(); ++strip) {
        const QRect rect = stripRect(strip);
        if (!rect.contains(at.toPoint()))
            continue;
        const StripLayout& layout = model().strip(strip);
        const auto pixel = static_cast<int>((at.toPoint().x() - rect.left()) * devicePixelRatioF());
        if (const std::optional<std::uint32_t> item = layout.itemAt(pixel))
            return layout.items()[*item].row;
    }
    return std::nullopt;
}

std::vector<RowId> BufferStrips::rowsInOrder() const
{
    std::vector<RowId> rows;
    for (const StripItem& item : model().strip(m_keyStrip).items())
        rows.push_back(item.row);
    return rows;
}

void BufferStrips::refreshWords()
{
    setAccessibleName(tr("%1 live at the cursor").arg(capitalised(rowsWord(state()->view().get()))));
}

void BufferStrips::updateDescription()
{
    if (state()->isEmpty()) {
        setAccessibleDescription(tr("empty"));
    } else if (const std::optional<RowId> shown = state()->focus().pointed()) {
        const View& view = *state()->view();
        setAccessibleDescription(tr("%1, %2, %3")
                                     .arg(text(view.rows.label(*shown)), state()->bytes(view.rows.size[*shown]),
                                          lifetimeText(view, *shown)));
    } else {
        const std::size_t count = state()->live().size();
        const View* view = state()->view().get();
        setAccessibleDescription(
            tr("%1 %2").arg(grouped(static_cast<std::int64_t>(count)), count == 1 ? rowWord(view) : rowsWord(view)));
    }
}

void BufferStrips::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    if (state()->isEmpty()) {
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
    const std::optional<RowId> row = state()->focus().pointed();
    const std::optional<RowId> pinned = state()->focus().pinned();
    if (pinned && pinned != row)
        paintFrame(painter, shown, *pinned, Qt::DotLine);
    if (row)
        paintFrame(painter, shown, *row, Qt::SolidLine);
    m_framed = framesNow(); // repainted when the frames are removed, even if rows have moved by then
    paintFocus(painter, rect().adjusted(2, 0, -3, -1));
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

void BufferStrips::mousePressEvent(QMouseEvent* event)
{
    for (int strip = 0; strip < stripCount(); ++strip)
        if (stripRect(strip).contains(event->position().toPoint()))
            m_keyStrip = strip;
    RowSurface::mousePressEvent(event);
}

void BufferStrips::keyPressEvent(QKeyEvent* event)
{
    const bool isUp = event->key() == Qt::Key_Up;
    if (state()->isEmpty() || (!isUp && event->key() != Qt::Key_Down)) {
        RowSurface::keyPressEvent(event);
        return;
    }
    int last = stripCount() - 1;
    if (model().strip(last).items().empty())
        --last;
    m_keyStrip = std::clamp(m_keyStrip + (isUp ? -1 : 1), 0, last);
    const std::vector<RowId> rows = rowsInOrder();
    const auto shown = state()->focus().pointed();
    if (!rows.empty())
        state()->focus().setHovered(shown && std::ranges::find(rows, *shown) != rows.end() ? *shown : rows.front());
}

} // namespace tidemark::ui
