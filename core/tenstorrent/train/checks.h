#pragma once

#include "core/tenstorrent/train/run.h"
#include "core/view/check.h"

namespace tidemark::tt {

/// Checks the relations that tt-train's documentation calls key. The phase checks cover every phase whose numbers are
/// known:
/// - segment-change: the change of a phase is its allocations minus its deallocations;
/// - cumulative-current: the level after a phase is the level before it plus its change;
/// - cumulative-peak: the peak so far is the greater of the previous peak and the level before the phase plus its
///   segment peak;
/// - final-peak, final-usage: the last cumulative numbers are the totals;
/// - run-complete: one note for each warning of the run.
/// A relation holds if both sides differ by at most 0.02 MB, because the log prints two decimals of each number.
std::vector<Check> checksOf(const Run& run);

} // namespace tidemark::tt
