#include "ui/widgets/drop_frame.h"

#include "ui/theme/colors.h"

#include <QPainter>

#include <array>

namespace tidemark::ui {

void DropFrame::paintEvent(QPaintEvent*)
{
    const Colors colors = colorsFor(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.secondaryText, 1.2, Qt::DashLine));
    painter.setBrush(colors.alternate);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);

    constexpr std::array kLevels
        = {2, 5, 9, 13, 17, 23, 29, 34, 42, 35, 40, 31, 30, 27, 32, 24, 21, 18, 22, 14, 12, 9, 13, 5, 3, 2};
    constexpr double kStep = 4.8;
    const double left = (width() - kStep * kLevels.size()) / 2;
    const double floor = 74;
    QPolygonF curve;
    for (std::size_t i = 0; i < kLevels.size(); ++i) {
        curve << QPointF(left + static_cast<double>(i) * kStep, floor - kLevels[i]);
        curve << QPointF(left + static_cast<double>(i + 1) * kStep, floor - kLevels[i]);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(QPen(colors.border, 1));
    painter.drawLine(QPointF(left - 2, floor), QPointF(left + kStep * kLevels.size() + 2, floor));
    painter.setPen(QPen(colors.highlight, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(curve);
}

} // namespace tidemark::ui
