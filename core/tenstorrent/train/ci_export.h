#pragma once

#include "core/tenstorrent/train/run.h"

#include <string>

namespace tidemark::tt {

/// Reads a *_memory_analysis_*.json that tt-train's run_models.py writes: one flat object with the memory of a run.
/// Absent: the text is no JSON, or it lacks the keys of the time, the total and the model. A value that cannot be used is
/// a warning of the run, and counts as not known. Messages name the file `name`.
std::optional<Run> readExport(std::string text, const std::string& name);

} // namespace tidemark::tt
