#pragma once

#include "core/tenstorrent/train/levels.h"
#include "core/view/finding.h"

namespace tidemark::tt {

/// The optimizations that tt-train's documentation recommends against a high peak, computed for a run: recomputing
/// activations, and a smaller batch or gradient accumulation. Both reduce the same memory, so that their savings do not
/// add up. `levels` are the DRAM levels of the run; `capacity` is the memory of the device in bytes, if known.
std::vector<Finding> findingsOf(const Run& run, const Levels& levels, std::optional<std::int64_t> capacity);

} // namespace tidemark::tt
