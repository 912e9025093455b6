#include "core/xla/xprof/xprof_trace.h"

#include "core/xla/plan/heap_traces.h"

#include <algorithm>
#include <cstddef>

namespace tidemark::xla {

TraceId xprofFallbackTrace(const BufferAssignment& assignment, std::int64_t color)
{
    const auto isOfColor
        = [&](const HeapEvent& event) { return event.buffer && assignment.buffers[event.buffer].color == color; };
    TraceId best;
    std::ptrdiff_t most = 0;
    for (const TraceId trace : assignment.traces.ids()) {
        const std::ptrdiff_t count = std::ranges::count_if(assignment.eventsOf(trace), isOfColor);
        if (count > most) {
            best = trace;
            most = count;
        }
    }
    return best;
}

TraceId xprofTrace(const BufferAssignment& assignment, std::int64_t color)
{
    const TraceId trace = firstTrace(
        assignment, [&](const Allocation& a) { return !a.isIndefiniteToXprof() && a.color == color; },
        [&](AllocationId allocation) { return assignment.allocations[allocation].index; });
    return trace ? trace : xprofFallbackTrace(assignment, color);
}

} // namespace tidemark::xla
