#pragma once

#include "core/tenstorrent/train/run_report.h"

namespace tidemark::tt {

/// What the peak of each run is made of, as a picture in SVG: a bar for each, stacked from other, model, gradients
/// overhead, optimizer and activations, and the device's memory as a dashed line. Components, colours, order and axis
/// are those of upstream's analyze_memory.py.
void writeHistogram(std::ostream& out, const Runs& runs, const RunQuestion& question, const std::string& title);

} // namespace tidemark::tt
