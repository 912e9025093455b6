#include "ui/widgets/capacity_bar.h"

#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/swatch.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kGap = 8;

} // namespace

CapacityBar::CapacityBar(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    setAccessibleName(tr("Memory used at the peak"));
}

QSize CapacityBar::sizeHint() const
{
    return {400, std::max(18, QFontMetrics(secondaryFont()).height() + 4)};
}

void CapacityBar::setFigures(std::optional<Figures> figures, const Words& words, ByteUnit unit)
{
    m_unit = unit;
    m_figures = std::move(figures);
    m_words = words;
    update();
}

void CapacityBar::setParts(std::vector<Part> parts)
{
    m_parts = std::move(parts);
    update();
}

std::vector<CapacityBar::Segment> CapacityBar::segments() const
{
    const Colors colors = colorsFor(palette());
    std::vector<Segment> result;
    std::int64_t sum = 0;
    for (const Part& part : m_parts) {
        result.push_back({part.name, part.bytes, part.fill});
        sum += part.bytes;
    }
    if (sum != m_figures->peakBytes) {
        result.clear();
        for (const tidemark::Part& part : m_figures->parts)
            result.push_back({text(part.name), part.bytes, colors.of(part)});
    }
    std::int64_t known = 0;
    for (const Segment& part : result)
        known += part.bytes;
    const std::int64_t total = m_figures->totalBytes;
    result.push_back({tr("Fragmentation"), total - known, colors.secondaryText, Qt::BDiagPattern});
    result.push_back({beyondText(), m_figures->neededBytes - total, colors.secondaryText, Qt::Dense6Pattern});
    std::erase_if(result, [](const Segment& part) { return part.bytes <= 0; });
    return result;
}

double CapacityBar::toX(std::int64_t bytes) const
{
    const std::int64_t whole = std::max(
        {m_figures->totalBytes, m_figures->neededBytes, m_figures->capacity.bytes.value_or(0), std::int64_t{1}});
    return static_cast<double>(bytes) / static_cast<double>(whole) * (width() - 2);
}

bool CapacityBar::textsFit() const
{
    if (!m_figures || !m_figures->headroomBytes || isTooSmall())
        return true;
    const QFontMetrics metrics(secondaryFont());
    const double free = width() - toX(m_figures->neededBytes);
    return metrics.horizontalAdvance(m_words.headroom) + metrics.horizontalAdvance(m_words.capacity) + 4 * kGap < free;
}

void CapacityBar::paintEvent(QPaintEvent*)
{
    const Colors colors = colorsFor(palette());
    QPainter painter(this);
    const QRect frame = rect().adjusted(0, 1, -1, -2);
    painter.fillRect(frame, colors.base);
    if (m_figures) {
        paintParts(painter, frame);
        painter.setFont(secondaryFont());
        if (isTooSmall()) {
            paintLimit(painter);
        } else {
            paintFragmentation(painter);
            paintFree(painter);
        }
        painter.fillRect(QRectF(toX(m_figures->peakBytes), 0, 2, height()), colors.peakMark);
    }
    painter.setPen(colors.border);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
}

void CapacityBar::paintParts(QPainter& painter, const QRect& frame) const
{
    std::int64_t at = 0;
    for (const Segment& part : segments()) {
        const QRectF place(1 + toX(at), frame.top(), toX(part.bytes), frame.height());
        if (part.style == Qt::SolidPattern)
            paintFill(painter, place, part.fill);
        else
            painter.fillRect(place, QBrush(part.fill.color, part.style));
        at += part.bytes;
    }
}

/// Paints the text into the hatched part if it fits. Otherwise only the figures and the tool tip show it.
void CapacityBar::paintFragmentation(QPainter& painter) const
{
    const double left = toX(m_figures->peakBytes) + kGap;
    const double room = toX(m_figures->totalBytes) - kGap - left;
    const QFontMetrics metrics(painter.font());
    const int width = metrics.horizontalAdvance(m_words.fragmentation) + kGap;
    if (width > room)
        return;
    const Colors colors = colorsFor(palette());
    const QRectF box(left, 2, width, height() - 4); // up to the frame, to cover the hatch completely
    painter.fillRect(box, colors.base);
    painter.setPen(colors.secondaryText);
    painter.drawText(box, Qt::AlignCenter, m_words.fragmentation);
}

void CapacityBar::paintFree(QPainter& painter) const
{
    if (!m_figures->headroomBytes || !textsFit())
        return;
    painter.setPen(colorsFor(palette()).secondaryText);
    const int left = static_cast<int>(toX(m_figures->neededBytes)) + kGap;
    const QRect free(left, 0, width() - left - kGap, height() - 1);
    painter.drawText(free, Qt::AlignVCenter | Qt::AlignLeft, m_words.headroom);
    painter.drawText(free, Qt::AlignVCenter | Qt::AlignRight, m_words.capacity);
}

void CapacityBar::paintLimit(QPainter& painter) const
{
    const Colors colors = colorsFor(palette());
    const double limit = toX(*m_figures->capacity.bytes);
    painter.fillRect(QRectF(limit - 1, 0, 3, height()), colors.bad);
    const QFontMetrics metrics(painter.font());
    const int textWidth = metrics.horizontalAdvance(m_words.limit) + 8;
    const bool fitsRight = limit + textWidth + 6 < width();
    const QRectF box(fitsRight ? limit + 4 : limit - 4 - textWidth, 2, textWidth, height() - 4);
    painter.fillRect(box, colors.base);
    painter.setPen(colors.bad);
    painter.drawText(box, Qt::AlignCenter, m_words.limit);
}

/// A label for the bytes beyond the shown memory, with the name of the figure that must fit.
QString CapacityBar::beyondText() const
{
    if (m_figures->failedBytes > 0)
        return tr("Up to the failed allocation");
    const auto needed = std::ranges::find_if(m_figures->list, [&](const Figure& figure) {
        const auto* const number = std::get_if<std::int64_t>(&figure.value);
        return figure.isIn(FigurePlace::Window) && figure.isBytes() && number && *number == m_figures->neededBytes;
    });
    if (needed == m_figures->list.end())
        return tr("Other memories of the same device");
    return tr("Up to “%1”").arg(text(needed->label));
}

QString CapacityBar::exact(const QString& name, std::int64_t bytes) const
{
    return tr("%1: %2 (%3 B)").arg(name, text(bytesText(bytes, m_unit)), text(groupedNumber(bytes)));
}

QString CapacityBar::partAt(double x) const
{
    std::int64_t at = 0;
    for (const Segment& part : segments()) {
        at += part.bytes;
        if (x <= toX(at) + 1)
            return exact(part.name, part.bytes);
    }
    if (!m_figures->headroomBytes)
        return {};
    const Capacity& capacity = m_figures->capacity;
    QString tip = exact(tr("Headroom"), *m_figures->headroomBytes) + u'\n'
        + exact(capacity.device.empty() ? tr("Capacity") : tr("Capacity of %1").arg(text(validUtf8(capacity.device))),
                *capacity.bytes);
    if (capacity.preallocatedBytes)
        tip += u'\n'
            + exact(tr("JAX reserves 75 % of it when it starts (XLA_CLIENT_MEM_FRACTION)"),
                    *capacity.preallocatedBytes);
    return tip;
}

bool CapacityBar::event(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    if (event->type() == QEvent::ToolTip && m_figures) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), plainToolTip(partAt(help->pos().x())), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace tidemark::ui
