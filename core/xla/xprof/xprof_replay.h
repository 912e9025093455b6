#pragma once

#include "core/xla/plan/buffer_assignment.h"

#include <functional>
#include <map>
#include <vector>

namespace tidemark::xla {

/// XProf 2.24.2's heap replay of one colour, including faults, for output that must equal XProf's. Our own numbers come
/// from SpaceTimeline.
struct XprofReplay {
    struct Span {
        std::int64_t start = 0;
        std::int64_t limit = 0;
    };
    TraceId trace; // none: there is nothing to replay
    std::vector<std::int64_t> heapSizes; // events + 1 points, without the base; empty without a trace
    std::vector<std::int64_t> unpaddedHeapSizes;
    std::int64_t base = 0; // indefinite allocations with a non-empty buffer
    std::int64_t peak = 0; // without the base
    std::int64_t unpaddedPeak = 0;
    std::int64_t peakPosition = 0;
    std::vector<BufferId> peakBuffers; // displayed buffers in order of birth
    std::map<BufferId, Span> spans; // by buffer
};

/// `unpaddedSize(buffer)` as XProf computes it for the shape it shows.
XprofReplay replayLikeXprof(const BufferAssignment& assignment, std::int64_t color,
                            const std::function<std::int64_t(BufferId)>& unpaddedSize);

/// The peak alone, including the base, in bytes.
std::int64_t xprofPeak(const BufferAssignment& assignment, std::int64_t color);

/// The trace that XProf replays when there is no axis trace: the one with most events whose buffers have the colour. It
/// belongs to an allocation of another space, so it only serves to state what XProf shows. None when there is no such
/// trace.
TraceId xprofFallbackTrace(const BufferAssignment& assignment, std::int64_t color);

/// The trace that XProf replays for a colour: that of the temporary allocation with the lowest index, including
/// thread-local ones, otherwise the fallback.
TraceId xprofTrace(const BufferAssignment& assignment, std::int64_t color);

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
