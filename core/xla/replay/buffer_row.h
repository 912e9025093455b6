#pragma once

#include "core/xla/plan/ids.h"

#include <cstdint>

namespace tidemark::xla {

/// A row: memory of a space that is taken during some steps. It is a chunk, or memory that lives all the time: an
/// allocation, or with text reports a buffer in an allocation without a trace, or a range between two buffers. The
/// position in SpaceTimeline::rows distinguishes chunks from the others.
struct BufferRow {
    BufferId buffer; // none for a range without a buffer
    AllocationId allocation;
    std::uint32_t start = 0; // live at s for start <= s < end
    std::uint32_t end = 0;
    std::int64_t offset = 0; // bytes from the start of the allocation; 0 for a whole allocation
    std::int64_t size = 0; // bytes
    std::int64_t unpadded = 0; // bytes, at most size
};

} // namespace tidemark::xla
