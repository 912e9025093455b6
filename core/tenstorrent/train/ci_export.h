#pragma once

#include "core/tenstorrent/train/run.h"

#include <string_view>

namespace tidemark::tt {

/// The run of a *_memory_analysis_*.json that tt-train's run_models.py writes: one flat object. Absent where the text
/// is no such thing, which needs at least the time and the total. Numbers that are none are warned about.
std::optional<Run> readExport(std::string_view text);

} // namespace tidemark::tt
