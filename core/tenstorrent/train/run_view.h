#pragma once

#include "core/tenstorrent/train/levels.h"
#include "core/view/document.h"

namespace tidemark::tt {

/// Creates the view of a memory of a run over its phases. `counted` is the first run of its log that states its number
/// of parameters, or null. `program` and `file` are the run's entries in the catalogue.
std::shared_ptr<const View> makeRunView(const std::shared_ptr<const Run>& run,
                                        const std::shared_ptr<const Run>& counted, std::int64_t memory,
                                        const FileEntry& file, const ProgramEntry& program);

/// Returns the DRAM or L1 levels of the run.
Levels levelsOf(const Run& run, std::int64_t memory);

/// The outline of DRAM and L1, as far as the run has numbers for them.
ProgramOutline outlineOf(const Run& run);

} // namespace tidemark::tt
