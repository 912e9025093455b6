#pragma once

#include "core/view/step_series.h"

#include <QColor>
#include <QImage>
#include <QRect>

#include <optional>
#include <vector>

namespace tidemark::ui {

/// What rasterCurve draws. Columns are device pixels of the plot, from left to right; levels are bytes.
struct CurveRaster {
    std::vector<Column> level;
    std::vector<Column> unpadded; // empty: not drawn
    std::int64_t base = 0; // the flat band below the area
    std::optional<std::int64_t> capacity; // what is above is hatched in `over`
    std::vector<std::int64_t> gridLevels; // lines that shine through the area
    double top = 1; // bytes at the upper edge
    int lineWidth = 1;
    QColor area, areaGrid, baseBand, line, dashes, over, overHatch;
};

/// Draws band, area and lines into the pixels of `plot`, row by row and opaque: the curve is made of columns, so that
/// this is exact, and some ten times faster than filling the same polygon. REQUIRES: a 32-bit image
void rasterCurve(QImage& image, const QRect& plot, const CurveRaster& curve);

} // namespace tidemark::ui
