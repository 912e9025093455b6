#include "ui/widgets/drop_overlay.h"

#include "ui/theme/colors.h"
#include "ui/widgets/fonts.h"

#include <QPainter>

namespace tidemark::ui {

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
