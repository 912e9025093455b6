#include "ui/pages/oom/oom_bar.h"

#include "ui/state/view_state.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kOomMargin = 14;

} // namespace

OomBar::OomBar(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Needed memory, to the scale of the limit"));
    connect(&m_state->focus(), &Focus::pointedChanged, this, qOverload<>(&QWidget::update));
}

void OomBar::setScale(std::optional<OomScale> scale)
{
    m_scale = std::move(scale);
    setVisible(m_scale.has_value());
    setAccessibleDescription(m_scale ? m_scale->words : QString());
    update();
}

QSize OomBar::sizeHint() const
{
    return {600, static_cast<int>(oomScaleHeight(chartFonts(font()))) + 4};
}

QRectF OomBar::area() const
{
    return QRectF(rect()).adjusted(kOomMargin, 0, -kOomMargin, 0);
}

QRectF OomBar::segmentRect(std::size_t segment) const
{
    return m_scale && segment < m_scale->segments.size() ? oomSegmentRect(area(), *m_scale, segment, chartFonts(font()))
                                                         : QRectF();
}

const OomScale::Segment* OomBar::segmentAt(const QPointF& at) const
{
    if (m_scale)
        for (std::size_t i = 0; i < m_scale->segments.size(); ++i)
            if (segmentRect(i).contains(at))
                return &m_scale->segments[i];
    return nullptr;
}

void OomBar::paintEvent(QPaintEvent*)
{
    if (!m_scale || m_state->isEmpty())
        return;
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    paintOomScale(painter, area(), *m_scale, colors, chartFonts(font()), m_state->units().unit(),
                  m_state->focus().pointed());
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(colors.highlight);
        painter.drawRect(rect().adjusted(2, 0, -3, -1));
    }
}

void OomBar::mouseMoveEvent(QMouseEvent* event)
{
    const OomScale::Segment* segment = segmentAt(event->position());
    m_state->focus().setHovered(segment ? segment->row : std::nullopt);
    setToolTip(segment ? plainToolTip(segment->name + u'\n' + segment->size) : QString());
}

void OomBar::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const OomScale::Segment* segment = segmentAt(event->position());
    m_state->focus().setPinned(segment ? segment->row : std::nullopt);
}

void OomBar::leaveEvent(QEvent*)
{
    m_state->focus().setHovered(std::nullopt);
}

void OomBar::keyPressEvent(QKeyEvent* event)
{
    const bool isNext = event->key() == Qt::Key_Right;
    if (!m_scale || (!isNext && event->key() != Qt::Key_Left)) {
        QWidget::keyPressEvent(event);
        return;
    }
    std::vector<RowId> rows; // in the order of the bar
    for (const OomScale::Segment& segment : m_scale->segments)
        if (segment.row)
            rows.push_back(*segment.row);
    if (rows.empty())
        return;
    const auto pinned = m_state->focus().pinned();
    const auto found = pinned ? std::ranges::find(rows, *pinned) : rows.end();
    if (found == rows.end())
        m_state->focus().setPinned(isNext ? rows.front() : rows.back());
    else if (isNext ? found + 1 != rows.end() : found != rows.begin())
        m_state->focus().setPinned(isNext ? *(found + 1) : *(found - 1));
}

void OomBar::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    update();
}

} // namespace tidemark::ui
