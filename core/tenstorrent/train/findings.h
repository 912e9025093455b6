#pragma once

#include "core/tenstorrent/train/levels.h"
#include "core/view/finding.h"

namespace tidemark::tt {

/// What tt-train's documentation advises against a peak that is too high, computed for a run: recomputing activations,
/// and a smaller batch or gradients accumulated over several. They change the same memory and do not add up. `levels`
/// are those of DRAM of the run; `capacity` is that of the device, if known.
std::vector<Finding> findingsOf(const Run& run, const Levels& levels, std::optional<std::int64_t> capacity);

} // namespace tidemark::tt
