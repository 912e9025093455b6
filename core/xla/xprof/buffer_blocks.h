#pragma once

#include "core/xla/xprof/xprof_replay.h"

#include <vector>

namespace tidemark::xla {

/// A rectangle of the timeline on XProf's page: steps by bytes, with the allocations next to each other.
struct BufferBlock {
    const Allocation* allocation = nullptr;
    BufferId buffer; // none: the allocation as a whole
    std::int64_t offset = 0;
    std::int64_t size = 0;
    std::int64_t startStep = 0;
    std::int64_t endStep = 0;
};

/// Returns for each temporary allocation of the colour with a trace, by index: the whole allocation, then its buffers
/// that have a span, by id.
std::vector<BufferBlock> bufferBlocks(const BufferAssignment& assignment, std::int64_t color,
                                      const XprofReplay& replay);

} // namespace tidemark::xla
