#include "ui/widgets/swatch.h"

#include "ui/theme/colors.h"
#include "ui/theme/markup.h"

#include <QPainter>

#include <algorithm>

namespace tidemark::ui {

void paintSwatch(QPainter& painter, const QRectF& square, const QColor& color, std::string_view category)
{
    painter.fillRect(square, color);
    if (!Colors::isHatched(category))
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color.lightnessF() > 0.5 ? Qt::black : Qt::white, 1, Qt::SolidLine, Qt::FlatCap));
    const double side = square.width();
    for (double at = 2; at < 2 * side; at += 4) {
        const double far = std::min(at, side); // computed instead of clipped: vector pictures do not support clipping
        painter.drawLine(square.topLeft() + QPointF(far, at - far), square.topLeft() + QPointF(at - far, far));
    }
    painter.restore();
}

QPixmap swatch(const QColor& color, std::string_view category, int side, double pixelRatio)
{
    QPixmap pixmap(QSize(side, side) * pixelRatio);
    pixmap.setDevicePixelRatio(pixelRatio);
    pixmap.fill(color); // also fills the fraction of a pixel at the edge
    QPainter painter(&pixmap);
    paintSwatch(painter, QRectF(0, 0, side, side), color, category);
    return pixmap;
}

QString swatchHtml(const QColor& color, std::string_view category)
{
    return colouredHtml(Colors::isHatched(category) ? QStringLiteral("▨") : QStringLiteral("■"), color);
}

} // namespace tidemark::ui
