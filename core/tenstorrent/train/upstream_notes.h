#pragma once

#include "core/tenstorrent/train/judged_run.h"

namespace tidemark::tt {

/// Returns one line for each difference between upstream's analyze_memory.py and this reader: where the script stops or
/// is wrong. The result is empty if both agree on the log. Source: the regular expressions that the script applies to
/// the whole text.
std::vector<std::string> upstreamNotes(const std::vector<const Run*>& runs, const RunQuestion& question);

} // namespace tidemark::tt
