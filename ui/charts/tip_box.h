#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/widgets/swatch.h"

#include <QStringList>

#include <vector>

namespace tidemark::ui {

/// Plain text, line by line; the first line is the heading.
struct TipText {
    QStringList lines;
    std::vector<Swatch> swatches = {}; // by line; may be shorter than lines

    Swatch swatchOf(qsizetype line) const
    {
        const auto at = static_cast<std::size_t>(line);
        return at < swatches.size() ? swatches[at] : Swatch();
    }
};

/// Of a tip as it is.
QSizeF tipSize(const TipText& tip, const ChartFonts& fonts);
/// Elides lines for which a tip of a width has no room. The size that it has then.
QSizeF fitTip(TipText& tip, const ChartFonts& fonts, double width);
/// Frame and lines, as they stand.
void paintTip(QPainter& painter, const QRectF& box, const TipText& tip, const ChartFonts& fonts, const Colors& colors);

} // namespace tidemark::ui
