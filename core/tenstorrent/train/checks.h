#pragma once

#include "core/tenstorrent/train/run.h"
#include "core/view/check.h"

namespace tidemark::tt {

/// The relations that tt-train's documentation calls key, of every phase whose numbers are known, and that the last
/// cumulative numbers are the totals:
/// - segment-change: allocations less deallocations;
/// - cumulative-current: what was before and the change;
/// - cumulative-peak: the greater of the peak before, and what was before with the peak of the segment;
/// - final-peak, final-usage: the totals.
/// - run-complete: a note for each warning of the run.
/// They hold within 0.02 MB, as two decimals are printed of each number.
std::vector<Check> checksOf(const Run& run);

} // namespace tidemark::tt
