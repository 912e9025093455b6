#include "ui/pages/oom/oom_bar.h"

#include <QEvent>
#include <QPainter>

namespace tidemark::ui {
namespace {

constexpr int kOomMargin = 14;

} // namespace

OomBar::OomBar(ViewState* state, QWidget* parent)
    : RowSurface(state, parent)
{
    setAccessibleName(tr("Needed memory, to the scale of the limit"));
    state->onChange(Aspect::Pointed, this, qOverload<>(&QWidget::update));
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
    if (!m_scale || state()->isEmpty())
        return;
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    paintOomScale(painter, area(), *m_scale, colors, chartFonts(font()), state()->units().unit(),
                  state()->focus().pointed());
    paintFocus(painter, rect().adjusted(2, 0, -3, -1));
}

std::optional<RowId> OomBar::rowAt(const QPointF& at) const
{
    const OomScale::Segment* const segment = segmentAt(at);
    return segment ? segment->row : std::nullopt;
}

std::vector<RowId> OomBar::rowsInOrder() const
{
    std::vector<RowId> rows;
    for (std::size_t i = 0; m_scale && i < m_scale->segments.size(); ++i)
        if (const auto row = m_scale->segments[i].row)
            rows.push_back(*row);
    return rows;
}

QStringList OomBar::tipAt(const QPointF& at) const
{
    const OomScale::Segment* const segment = segmentAt(at);
    return segment ? QStringList{segment->name, segment->size} : QStringList();
}

void OomBar::changeEvent(QEvent* event)
{
    RowSurface::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    update();
}

} // namespace tidemark::ui
