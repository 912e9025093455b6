#pragma once

#include "core/tenstorrent/xla/operation_rows.h"
#include "core/view/finding.h"

namespace tidemark::ttxla {

/// Why an allocation failed, in a sentence.
std::string causeText(const OutOfMemory& shortage);

/// What a log tells against too much memory:
/// - out_of_memory: for each allocation of the memory that failed whether it is too big or the memory fragmented, and
///   by how much;
/// - tile_padding: what the tiles of results that are there at the peak add.
/// They are estimates.
std::vector<Finding> findingsOf(const Profile& profile, Memory memory, Extent extent, const Levels& levels,
                                const OperationRows& rows);

} // namespace tidemark::ttxla
