#pragma once

#include "core/address_map/box_index.h"
#include "core/base/progress.h"
#include "core/include/tidemark/result.h"

namespace tidemark {

/// The pixels of non-overlapping boxes: the covered share of each pixel and the box that covers most of it. Row 0 has
/// the highest addresses.
struct RegionRaster {
    int width = 0; // in pixels
    int height = 0;
    std::vector<float>
        share; // covered share of each pixel, row by row, from 0 to 1; above 0 if any box touches the pixel
    std::vector<RowId> row; // row of the box that covers most of the pixel; none without a box

    std::size_t at(int x, int y) const
    {
        return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
    }
};

/// Even the smallest box is drawn, and no box counts for more than it covers. REQUIRES: a window that is not empty, and
/// at least one pixel. Errors: Cancelled. Cost: O(b log b + pixels) for b boxes in the window.
Result<RegionRaster> rasterOf(const BoxIndex& boxes, const MapWindow& window, int width, int height,
                              const Progress& progress = {});

} // namespace tidemark
