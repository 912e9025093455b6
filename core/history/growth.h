#pragma once

#include "core/history/history_view.h"
#include "core/view/finding.h"

namespace tidemark::history {

/// Askers whose memory grows all the time, which is what a leak looks like: what they hold is larger at the end of each
/// quarter of the recorded events than at the end of the quarter before, each time by at least a tenth of the whole
/// growth. The largest growth first. Growth below 1/200 of the peak is left out. An asker is an operation at a source
/// line. Cost: one pass over the rows.
std::vector<Finding> growthFindings(const Shown& shown);

} // namespace tidemark::history
