#include "ui/charts/legend_line.h"

#include <QFontMetricsF>
#include <QPainter>

namespace tidemark::ui {

void paintLegendLine(QPainter& painter, const QRectF& area, const QString& caption,
                     const std::vector<std::pair<Swatch, QString>>& entries, const Colors& colors,
                     const ChartFonts& fonts)
{
    constexpr double kSquare = 9;
    constexpr double kBeforeWords = 5;
    constexpr double kBetween = 14;
    const QFontMetricsF metrics(fonts.small);
    const double baseline = area.center().y() + (metrics.ascent() - metrics.descent()) / 2;
    double left = area.left();
    painter.setFont(fonts.small);
    const auto write = [&](double at, const QString& words) {
        painter.setPen(colors.secondaryText);
        painter.drawText(QPointF(at, baseline), words);
    };
    if (!caption.isEmpty()) {
        write(left, caption);
        left += metrics.horizontalAdvance(caption) + kBetween / 2;
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto& [swatch, words] = entries[i];
        const QString rest = u'+' + QString::number(entries.size() - i);
        const double width = kSquare + kBeforeWords + metrics.horizontalAdvance(words);
        const double behind = i + 1 < entries.size() ? kBetween + metrics.horizontalAdvance(rest) : 0;
        if (left + width + behind > area.right()) {
            write(left, rest);
            return;
        }
        paintSwatch(painter, {left, area.center().y() - kSquare / 2, kSquare, kSquare}, swatch.color, swatch.category);
        write(left + kSquare + kBeforeWords, words);
        left += width + kBetween;
    }
}

} // namespace tidemark::ui
