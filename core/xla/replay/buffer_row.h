#pragma once

#include "core/xla/plan/ids.h"

#include <cstdint>

namespace tidemark {

/// Something that takes bytes of a space during some steps: a chunk, or what lives all the time. That is an allocation,
/// or, of text reports, a buffer in an allocation without a trace or a range between two. Chunk or not, its place in
/// SpaceTimeline::rows says.
struct BufferRow {
    BufferId buffer; // none where none lies
    AllocationId allocation;
    std::uint32_t start = 0; // live at s for start <= s < end
    std::uint32_t end = 0;
    std::int64_t offset = 0; // bytes, in the allocation; 0 for a whole one, wherever its buffer lies
    std::int64_t size = 0; // bytes
    std::int64_t unpadded = 0; // bytes, at most size
};

} // namespace tidemark
