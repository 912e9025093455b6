#include "ui/widgets/drop_frame.h"

#include "ui/theme/colors.h"
#include "ui/widgets/fonts.h"

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
    if (m_size == Size::Small)
        return;

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

DropOverlay::DropOverlay(QWidget* window)
    : QWidget(window)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropOverlay::showText(const QString& text)
{
    if (isVisible() && text == m_text)
        return;
    m_text = text;
    setGeometry(parentWidget()->rect());
    raise();
    show();
    update();
}

void DropOverlay::paintEvent(QPaintEvent*)
{
    const Colors colors = colorsFor(palette());
    QPainter painter(this);
    QColor tint = colors.base;
    tint.setAlpha(150);
    painter.fillRect(rect(), tint);
    painter.setPen(QPen(colors.highlight, 2));
    painter.drawRect(rect().adjusted(1, 1, -1, -1));
    const QFont large = largerFont(font(), 1.35);
    painter.setFont(large);
    const QFontMetrics metrics(large);
    const QString text = metrics.elidedText(m_text, Qt::ElideMiddle, width() - 120);
    QRect box(0, 0, metrics.horizontalAdvance(text) + 48, metrics.height() + 22);
    box.moveCenter(rect().center());
    painter.fillRect(box, colors.highlight);
    painter.setPen(colors.highlightedText);
    painter.drawText(box, Qt::AlignCenter, text);
}

} // namespace tidemark::ui
