#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/widgets/swatch.h"

#include <QStringList>

#include <vector>

namespace tidemark::ui {

/// Plain text, line by line; the first line is the heading.
struct TipText {
    QStringList lines;
    std::vector<Swatch> swatches = {}; // by line, may be shorter

    Swatch swatchOf(qsizetype line) const
    {
        const auto at = static_cast<std::size_t>(line);
        return at < swatches.size() ? swatches[at] : Swatch();
    }
};

QSizeF tipSize(const TipText& tip, const ChartFonts& fonts);
/// Frame and lines, as they stand.
void paintTip(QPainter& painter, const QRectF& box, const TipText& tip, const ChartFonts& fonts, const Colors& colors);

} // namespace tidemark::ui
