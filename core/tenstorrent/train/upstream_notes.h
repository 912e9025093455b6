#pragma once

#include "core/tenstorrent/train/judged_run.h"

namespace tidemark::tt {

/// What upstream's analyze_memory.py would say of the log where it stops or is wrong, a line each; none for logs that
/// it reads as we do. Source: its extraction by patterns over the whole text.
std::vector<std::string> upstreamNotes(const std::vector<const Run*>& runs, const RunQuestion& question);

} // namespace tidemark::tt
