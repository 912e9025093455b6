#include "ui/widgets/swatch.h"

#include "ui/theme/text.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tidemark::ui {

/// The lines end at the edges without clipping, because Qt writes no clips into an SVG.
void paintHatch(QPainter& painter, const QRectF& rect, const QPen& pen, int period)
{
    QList<QLineF> lines;
    for (double sum = std::ceil((rect.left() + rect.top()) / period) * period; sum < rect.right() + rect.bottom();
         sum += period) {
        const double left = std::max(rect.left(), sum - rect.bottom());
        const double right = std::min(rect.right(), sum - rect.top());
        lines.append(QLineF(left, sum - left, right, sum - right));
    }
    painter.save();
    painter.setClipRect(rect, Qt::IntersectClip); // clips the thickness of the lines
    painter.setPen(pen);
    painter.drawLines(lines);
    painter.restore();
}

QString hatchText()
{
    return UiText::tr("hatched: not certain");
}

QPen hatchPen(const QColor& ink)
{
    return {ink, kHatchLine / std::numbers::sqrt2, Qt::SolidLine, Qt::FlatCap};
}

void paintFill(QPainter& painter, const QRectF& rect, const Fill& fill)
{
    painter.fillRect(rect, fill.color);
    if (!fill.isHatched)
        return;
    const bool isSmooth = painter.testRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::Antialiasing);
    paintHatch(painter, rect, hatchPen(Colors::hatchOn(fill.color)));
    painter.setRenderHint(QPainter::Antialiasing, isSmooth);
}

QPixmap swatch(const Fill& fill, int side, double pixelRatio)
{
    QPixmap pixmap(QSize(side, side) * pixelRatio);
    pixmap.setDevicePixelRatio(pixelRatio);
    pixmap.fill(fill.color); // also fills the fraction of a pixel at the edge
    QPainter painter(&pixmap);
    paintFill(painter, QRectF(0, 0, side, side), fill);
    return pixmap;
}

QString swatchHtml(const Fill& fill)
{
    return colouredHtml(fill.isHatched ? QStringLiteral("▨") : QStringLiteral("■"), fill.color);
}

void FillStrip::setFill(const Fill& fill)
{
    m_fill = fill;
    update();
}

void FillStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintFill(painter, rect(), m_fill);
}

} // namespace tidemark::ui
