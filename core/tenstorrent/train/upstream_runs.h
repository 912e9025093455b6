#pragma once

#include "core/tenstorrent/train/judged_run.h"

namespace tidemark::tt {

/// The runs of a log as upstream's analyze_memory.py takes them out of it, and by what it judges them.
struct UpstreamRuns {
    std::vector<std::optional<Run>> runs; // beside those of the log; absent where it shows none
    RunQuestion question; // with the size of the model that it takes for all of them
};

/// A run there is all between a header and the next totals, whatever runs are cut between; of its phases only the
/// first of four names count, and what is no number is 0. All are absent where the script would stop. What CI kept is
/// its answer. Source: its extraction by patterns over the whole text.
UpstreamRuns asUpstream(const std::vector<const Run*>& runs, const RunQuestion& question);

} // namespace tidemark::tt
