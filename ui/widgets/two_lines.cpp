#include "ui/widgets/two_lines.h"

#include <QFontMetricsF>
#include <QTextLayout>

#include <algorithm>

namespace tidemark::ui {
namespace {

QStringList broken(const QString& text, const QFont& font, double width)
{
    if (QFontMetricsF(font).horizontalAdvance(text) <= width)
        return {text};
    QTextLayout layout(text, font);
    layout.beginLayout();
    QTextLine first = layout.createLine();
    if (first.isValid())
        first.setLineWidth(width);
    layout.endLayout();
    const int length = first.isValid() ? first.textLength() : 0;
    const QString rest = text.mid(length).trimmed();
    if (rest.isEmpty())
        return {text};
    return {text.left(length).trimmed(), rest};
}

} // namespace

QStringList twoLines(const QString& text, const QString& shorter, const QFont& font, double width)
{
    const QFontMetricsF metrics(font);
    QStringList lines = broken(text, font, width);
    const bool fits
        = std::ranges::all_of(lines, [&](const QString& line) { return metrics.horizontalAdvance(line) <= width; });
    if (fits || shorter.isEmpty())
        return lines;
    return broken(shorter, font, width);
}

} // namespace tidemark::ui
