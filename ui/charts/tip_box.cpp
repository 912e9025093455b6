#include "ui/charts/tip_box.h"

#include "ui/widgets/fonts.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kSidePadding = 8;
constexpr double kTopPadding = 4;

} // namespace

QSizeF tipSize(const QStringList& lines, const ChartFonts& fonts)
{
    const QFontMetricsF metrics(fonts.small);
    const QFontMetricsF heading(boldFont(fonts.small));
    double width = 0;
    for (qsizetype i = 0; i < lines.size(); ++i)
        width = std::max(width, (i == 0 ? heading : metrics).horizontalAdvance(lines[i]));
    return {std::ceil(width) + 2 * kSidePadding,
            std::ceil(metrics.height() * static_cast<double>(lines.size())) + 2 * kTopPadding};
}

void paintTip(QPainter& painter, const QRectF& box, const QStringList& lines, const ChartFonts& fonts,
              const Colors& colors)
{
    painter.setPen(QPen(colors.border, 1));
    painter.setBrush(colors.base);
    painter.drawRect(box);
    painter.setPen(colors.text);
    const QFontMetricsF metrics(fonts.small);
    double baseline = box.top() + kTopPadding + metrics.ascent();
    painter.setFont(boldFont(fonts.small));
    for (const QString& line : lines) {
        painter.drawText(QPointF(box.left() + kSidePadding, baseline), line);
        painter.setFont(fonts.small);
        baseline += metrics.height();
    }
}

} // namespace tidemark::ui
