#pragma once

#include "core/tenstorrent/xla/operation_rows.h"
#include "core/view/finding.h"

namespace tidemark::ttxla {

/// Explains in a sentence why an allocation failed.
std::string causeText(const OutOfMemory& shortage);

/// Findings about high memory use. The amounts are estimates.
/// - out_of_memory: for each failed allocation in the memory, whether it was too large or the memory was fragmented,
///   and by how much;
/// - tile_padding: the tile padding of the results that are live at the peak.
std::vector<Finding> findingsOf(const Profile& profile, Memory memory, Extent extent, const Levels& levels,
                                const OperationRows& rows);

} // namespace tidemark::ttxla
