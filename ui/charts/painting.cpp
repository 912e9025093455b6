#include "ui/charts/painting.h"

#include "ui/theme/text.h"

#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr float kSelectedShade = 0.5F; // of the text colour

} // namespace

QColor withAlpha(QColor color, float alpha)
{
    color.setAlphaF(alpha);
    return color;
}

void paintText(QPainter& painter, const QPointF& at, const QString& words, const QFont& font, const QColor& color)
{
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(at, words);
}

void paintText(QPainter& painter, const QRectF& box, int flags, const QString& words, const QFont& font,
               const QColor& color)
{
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(box, flags, words);
}

void paintPart(QPainter& painter, const QRegion& part, const QImage& image)
{
    const double ratio = image.devicePixelRatio();
    for (const QRect& rect : part)
        painter.drawImage(QRectF(rect), image, QRectF(QPointF(rect.topLeft()) * ratio, QSizeF(rect.size()) * ratio));
}

void paintFocusFrame(QPainter& painter, const QRectF& frame, const Colors& colors)
{
    painter.setPen(colors.highlight);
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(frame);
}

void paintItemFrame(QPainter& painter, const QRectF& item, const Colors& colors, const QColor& line, Qt::PenStyle style)
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colors.base, 4, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(item);
    painter.setPen(QPen(line, 2, style, Qt::FlatCap, Qt::MiterJoin));
    painter.drawRect(item);
}

void paintSelectedItem(QPainter& painter, const QRectF& item, double outlinedFrom, const Colors& colors)
{
    if (std::min(item.width(), item.height()) < outlinedFrom) {
        painter.fillRect(QRectF(item.topLeft(), item.size().expandedTo({1, 1})),
                         withAlpha(colors.text, kSelectedShade));
        return;
    }
    painter.setPen(QPen(colors.text, 2, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(item.adjusted(1, 1, -1, -1));
}

QPoint menuPlace(const QContextMenuEvent& event, const QWidget& widget, const QPoint& at)
{
    return event.reason() == QContextMenuEvent::Mouse ? event.globalPos() : widget.mapToGlobal(at);
}

bool showToolTip(const QEvent& event, QWidget* widget, const std::function<QString(const QPointF&)>& textAt)
{
    if (event.type() != QEvent::ToolTip)
        return false;
    const auto& help = static_cast<const QHelpEvent&>(event);
    QToolTip::showText(help.globalPos(), plainToolTip(textAt(help.pos())), widget);
    return true;
}

} // namespace tidemark::ui
