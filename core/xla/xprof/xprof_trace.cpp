#include "core/xla/xprof/xprof_trace.h"

#include "core/xla/plan/heap_traces.h"

namespace tidemark {

std::optional<std::uint32_t> xprofFallbackTrace(const BufferAssignment& assignment, std::int64_t color)
{
    std::optional<std::uint32_t> best;
    std::uint32_t most = 0;
    for (std::uint32_t trace = 0; trace < assignment.traces.size(); ++trace) {
        std::uint32_t count = 0;
        for (std::uint32_t i = assignment.traces[trace].begin; i < assignment.traces[trace].end; ++i) {
            const std::uint32_t buffer = assignment.events[i].buffer;
            count += buffer != kNoIndex && assignment.buffers[buffer].color == color ? 1U : 0U;
        }
        if (count > most) {
            best = trace;
            most = count;
        }
    }
    return best;
}

std::optional<std::uint32_t> xprofTrace(const BufferAssignment& assignment, std::int64_t color)
{
    const auto trace = firstTrace(
        assignment, [&](const Allocation& a) { return !a.isIndefiniteToXprof() && a.color == color; },
        [&](std::uint32_t position) { return assignment.allocations[position].index; });
    return trace ? trace : xprofFallbackTrace(assignment, color);
}

} // namespace tidemark
