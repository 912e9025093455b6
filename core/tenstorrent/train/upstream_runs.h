#pragma once

#include "core/tenstorrent/train/judged_run.h"

namespace tidemark::tt {

/// The runs of a log as upstream's analyze_memory.py extracts them, and the question that it judges them by.
struct UpstreamRuns {
    std::vector<std::optional<Run>> runs; // parallel to the runs of the log; absent where the script shows no run
    RunQuestion question; // with the model size that the script uses for all runs
};

/// Extracts the runs as upstream's script does. A run is everything between a header and the next totals, even if cut
/// runs lie between them. Only the first phase of each of four names counts, and a number that cannot be read is 0. All
/// runs are absent if the script would stop. A CI export is taken unchanged, because it is the script's result. Source:
/// the regular expressions that the script applies to the whole text.
UpstreamRuns asUpstream(const std::vector<const Run*>& runs, const RunQuestion& question);

} // namespace tidemark::tt
