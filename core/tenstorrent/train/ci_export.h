#pragma once

#include "core/tenstorrent/train/run.h"

#include <string_view>

namespace tidemark::tt {

/// Reads the run of a *_memory_analysis_*.json that tt-train's run_models.py writes: one flat object. Returns nullopt
/// if the text is not such an object, that is, if it lacks the time, the total or the model. A member that is not a
/// valid amount of memory adds a warning to the run.
std::optional<Run> readExport(std::string_view text);

} // namespace tidemark::tt
