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

} // namespace tidemark::xla
