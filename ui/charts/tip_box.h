#pragma once

#include "ui/charts/chart_scene.h"

#include <QStringList>

#include <vector>

namespace tidemark::ui {

/// Plain text, line by line; the first line is the heading.
struct TipText {
    QStringList lines;
    std::vector<QColor> swatches = {}; // by line, may be shorter; where one is not valid there is none

    QColor swatchOf(qsizetype line) const
    {
        const auto at = static_cast<std::size_t>(line);
        return at < swatches.size() ? swatches[at] : QColor();
    }
};

QSizeF tipSize(const TipText& tip, const ChartFonts& fonts);
/// Frame and lines, as they stand.
void paintTip(QPainter& painter, const QRectF& box, const TipText& tip, const ChartFonts& fonts, const Colors& colors);

} // namespace tidemark::ui
