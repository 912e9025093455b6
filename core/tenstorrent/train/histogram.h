#pragma once

#include "core/tenstorrent/train/run_report.h"

namespace tidemark::tt {

/// What the peak of each run is made of, as a picture in SVG: a bar for each, stacked from other, model, gradients
/// overhead, optimizer and activations, and the device's memory as a dashed line. Components, colours, order and axis
/// are those of upstream's analyze_memory.py. PNG is drawn from it.
void writeHistogram(std::ostream& out, const std::vector<const Run*>& runs, const RunQuestion& question,
                    const std::string& title);

/// Its size in pixels, or in as many as are allowed for a side.
struct HistogramSize {
    std::size_t width = 0;
    std::size_t height = 0;
};
HistogramSize histogramSize(std::size_t runs, std::size_t most);

} // namespace tidemark::tt
