#pragma once

#include "core/tenstorrent/train/levels.h"
#include "core/view/document.h"

namespace tidemark::tt {

/// A memory of a run over its phases. `counted` is the first run of its log that tells its number of parameters, or
/// null; `program` and `file` are its entries in the catalogue.
std::shared_ptr<const View> makeRunView(const std::shared_ptr<const Run>& run,
                                        const std::shared_ptr<const Run>& counted, std::int64_t memory,
                                        const FileEntry& file, const ProgramEntry& program);

/// The levels of that memory.
Levels levelsOf(const Run& run, std::int64_t memory);

/// Of both memories, those that the run tells of.
ProgramOutline outlineOf(const Run& run);

} // namespace tidemark::tt
