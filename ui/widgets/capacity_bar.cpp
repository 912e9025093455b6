#include "ui/widgets/capacity_bar.h"

#include "core/base/text.h"
#include "ui/state/grouped.h"
#include "ui/theme/colors.h"
#include "ui/widgets/fonts.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kGap = 8;

QString exact(const QString& name, std::int64_t bytes)
{
    return CapacityBar::tr("%1: %2 (%3 B)").arg(name, QString::fromStdString(bytesText(bytes)), grouped(bytes));
}

} // namespace

CapacityBar::CapacityBar(QWidget* parent)
    : QWidget(parent)
{
    setFixedHeight(18);
    setMinimumWidth(120);
    setMouseTracking(true);
    setAccessibleName(tr("Memory used at the peak"));
}

void CapacityBar::setSummary(const std::optional<Summary>& summary, const QString& headroom, const QString& capacity,
                             const QString& limit)
{
    m_summary = summary;
    m_headroom = headroom;
    m_capacity = capacity;
    m_limit = limit;
    setAccessibleDescription(headroom + u' ' + capacity + u' ' + limit);
    update();
}

std::vector<CapacityBar::Part> CapacityBar::parts() const
{
    const SpaceTotals& totals = m_summary->totals;
    return {{tr("Arguments"), totals.arguments, BufferKind::Parameter},
            {tr("Outputs that are not arguments"), totals.outputsOnly, BufferKind::Output},
            {tr("Constants"), totals.constantsOnly, BufferKind::Constant},
            {tr("Temporaries at the peak"), m_summary->temporariesAtPeakBytes, BufferKind::Temporary}};
}

double CapacityBar::toX(std::int64_t bytes) const
{
    const std::int64_t whole
        = std::max({m_summary->totals.total, m_summary->capacity.bytes.value_or(0), std::int64_t{1}});
    return static_cast<double>(bytes) / static_cast<double>(whole) * (width() - 2);
}

bool CapacityBar::textsFit() const
{
    if (!m_summary || !m_summary->headroomBytes || *m_summary->headroomBytes < 0)
        return true;
    const QFontMetrics metrics(secondaryFont());
    const double free = width() - toX(m_summary->totals.total);
    return metrics.horizontalAdvance(m_headroom) + metrics.horizontalAdvance(m_capacity) + 4 * kGap < free;
}

void CapacityBar::paintEvent(QPaintEvent*)
{
    const Colors colors = colorsFor(palette());
    QPainter painter(this);
    const QRect frame = rect().adjusted(0, 1, -1, -2);
    painter.fillRect(frame, colors.base);
    if (m_summary) {
        const double top = frame.top();
        const double height = frame.height();
        std::int64_t at = 0;
        for (const Part& part : parts()) {
            const double left = toX(at);
            at += part.bytes;
            painter.fillRect(QRectF(1 + left, top, toX(at) - left, height), colors.kind(part.kind));
        }
        const QRectF fragmented(1 + toX(at), top, toX(m_summary->totals.total) - toX(at), height);
        painter.fillRect(fragmented, QBrush(colors.secondaryText, Qt::BDiagPattern));
        painter.setFont(secondaryFont());
        if (m_summary->headroomBytes && *m_summary->headroomBytes < 0)
            paintLimit(painter);
        else
            paintFree(painter);
        painter.fillRect(QRectF(toX(m_summary->occupiedPeakBytes), 0, 2, this->height()), colors.peakMark);
    }
    painter.setPen(colors.border);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
}

void CapacityBar::paintFree(QPainter& painter) const
{
    if (!m_summary->headroomBytes || !textsFit())
        return;
    painter.setPen(colorsFor(palette()).secondaryText);
    const int left = static_cast<int>(toX(m_summary->totals.total)) + kGap;
    const QRect free(left, 0, width() - left - kGap, height() - 1);
    painter.drawText(free, Qt::AlignVCenter | Qt::AlignLeft, m_headroom);
    painter.drawText(free, Qt::AlignVCenter | Qt::AlignRight, m_capacity);
}

void CapacityBar::paintLimit(QPainter& painter) const
{
    const Colors colors = colorsFor(palette());
    const double limit = toX(*m_summary->capacity.bytes);
    const auto hatch = [&](double left, double right, const QColor& color) {
        if (right > std::max(left, limit))
            painter.fillRect(QRectF(QPointF(std::max(left, limit), 1), QPointF(right, height() - 2)),
                             QBrush(color, Qt::FDiagPattern));
    };
    std::int64_t at = 0;
    for (const Part& part : parts()) {
        const double left = 1 + toX(at);
        at += part.bytes;
        hatch(left, 1 + toX(at), colors.badOn(colors.kind(part.kind)));
    }
    hatch(1 + toX(at), width() - 1, colors.bad);
    painter.fillRect(QRectF(limit - 1, 0, 3, height()), colors.bad);
    const QFontMetrics metrics(painter.font());
    const int textWidth = metrics.horizontalAdvance(m_limit) + 8;
    const bool fitsRight = limit + textWidth + 6 < width();
    const QRectF box(fitsRight ? limit + 4 : limit - 4 - textWidth, 2, textWidth, height() - 5);
    painter.fillRect(box, colors.base);
    painter.setPen(colors.bad);
    painter.drawText(box, Qt::AlignCenter, m_limit);
}

QString CapacityBar::partAt(double x) const
{
    std::int64_t at = 0;
    for (const Part& part : parts()) {
        at += part.bytes;
        if (part.bytes > 0 && x <= toX(at) + 1)
            return exact(part.name, part.bytes);
    }
    if (m_summary->fragmentationBytes > 0 && x <= toX(m_summary->totals.total) + 1)
        return exact(tr("Fragmentation"), m_summary->fragmentationBytes);
    if (m_summary->headroomBytes)
        return exact(tr("Headroom"), *m_summary->headroomBytes) + u'\n'
            + exact(m_summary->capacity.device.empty()
                        ? tr("Capacity")
                        : tr("Capacity of %1").arg(QString::fromStdString(m_summary->capacity.device)),
                    *m_summary->capacity.bytes);
    return {};
}

void CapacityBar::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    emit resized();
}

bool CapacityBar::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip && m_summary) {
        auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), partAt(help->pos().x()), this);
        return true;
    }
    return QWidget::event(event);
}

} // namespace tidemark::ui
