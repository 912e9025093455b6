#pragma once

#include "core/xla/plan/ids.h"

#include <cstdint>

namespace tidemark {

/// Something that takes bytes of a space during some steps: a chunk, or an allocation that lives all the time. Which
/// of them, its place in SpaceTimeline::rows says.
struct BufferRow {
    BufferId buffer; // none for an allocation that holds none
    AllocationId allocation;
    std::uint32_t start = 0; // live at s for start <= s < end
    std::uint32_t end = 0;
    std::int64_t offset = 0; // in the allocation; 0 for a whole one, wherever its buffer lies
    std::int64_t size = 0;
    std::int64_t unpadded = 0; // <= size
};

} // namespace tidemark
