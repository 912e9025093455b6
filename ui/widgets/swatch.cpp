#include "ui/widgets/swatch.h"

#include "ui/theme/colors.h"

#include <QPainter>

namespace tidemark::ui {

QPixmap swatch(const QColor& color, std::string_view category, int side, double pixelRatio)
{
    QPixmap pixmap(QSize(side, side) * pixelRatio);
    pixmap.setDevicePixelRatio(pixelRatio);
    pixmap.fill(color);
    if (!Colors::isHatched(category))
        return pixmap;
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(color.lightnessF() > 0.5 ? Qt::black : Qt::white, 1));
    for (int at = 2; at < 2 * side; at += 4)
        painter.drawLine(QPointF(at, 0), QPointF(at - side, side));
    return pixmap;
}

} // namespace tidemark::ui
