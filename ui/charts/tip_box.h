#pragma once

#include "ui/theme/colors.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/swatch.h"

#include <QStringList>

#include <vector>

namespace tidemark::ui {

/// The text of a tip, plain, by line. The first line is the heading.
struct TipText {
    QStringList lines;
    std::vector<Swatch> swatches = {}; // by line; may be shorter than lines

    Swatch swatchOf(qsizetype line) const
    {
        const auto at = static_cast<std::size_t>(line);
        return at < swatches.size() ? swatches[at] : Swatch();
    }
};

/// The size of a tip without eliding.
QSizeF tipSize(const TipText& tip, const ChartFonts& fonts);
/// Elides lines that do not fit into a tip of this width. Returns the resulting size.
QSizeF fitTip(TipText& tip, const ChartFonts& fonts, double width);
/// Paints frame and lines without eliding.
void paintTip(QPainter& painter, const QRectF& box, const TipText& tip, const ChartFonts& fonts, const Colors& colors);

} // namespace tidemark::ui
