#pragma once

#include "core/report/table.h"
#include "core/tenstorrent/tt_train/run.h"

#include <iosfwd>

namespace tidemark::tt {

/// Writes the report. Text: the output of upstream's analyze_memory.py, with the same words and numbers. JSON: runs
/// with phases, components and checks. CSV: one row for each phase.
void writeReport(std::ostream& out, TableFormat format, const Runs& runs, const RunQuestion& question);

/// Returns one line for each run that does not fit: "tinyllama needs 3,378.78 MB more than the device has."
std::vector<std::string> misfits(const std::vector<JudgedRun>& runs);

/// Writes an SVG picture of the peak of each run: one bar for each run, stacked from other, model, gradients overhead,
/// optimizer and activations, and the memory of the device as a dashed line. Components, colours, order and axis are
/// those of upstream's analyze_memory.py. The PNG export is drawn from this SVG.
void writeHistogram(std::ostream& out, const std::vector<const Run*>& runs, const RunQuestion& question,
                    const std::string& title);

/// Size of the histogram in pixels. It is scaled down if it would be wider than `most` pixels.
struct HistogramSize {
    std::size_t width = 0;
    std::size_t height = 0;
};
HistogramSize histogramSize(std::size_t runs, std::size_t most);

} // namespace tidemark::tt
