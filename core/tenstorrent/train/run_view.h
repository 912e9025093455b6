#pragma once

#include "core/tenstorrent/train/run.h"
#include "core/view/document.h"

namespace tidemark::tt {

/// A memory of a run over its phases. `program` and `file` are its entries in the catalogue.
std::shared_ptr<const View> makeRunView(const std::shared_ptr<const Run>& run, std::int64_t memory,
                                        const FileEntry& file, const ProgramEntry& program);

/// Of both memories, those that the run tells of.
ProgramOutline outlineOf(const Run& run);

} // namespace tidemark::tt
