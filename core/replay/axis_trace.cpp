#include "core/replay/axis_trace.h"

#include <algorithm>
#include <set>

namespace tidemark {

std::vector<std::int64_t> usedSpaces(const BufferAssignment& assignment)
{
    std::set<std::int64_t> spaces;
    for (const Allocation& allocation : assignment.allocations)
        if (!allocation.isThreadLocal)
            spaces.insert(allocation.color);
    std::vector<std::int64_t> result(spaces.begin(), spaces.end());
    result.resize(std::min(result.size(), kMostSpaces));
    return result;
}

std::vector<std::uint32_t> allocationsOfTraces(const BufferAssignment& assignment)
{
    std::vector<std::uint32_t> result;
    for (const IndexRange trace : assignment.traces) {
        const std::uint32_t buffer = trace.size() == 0 ? kNoIndex : assignment.events[trace.begin].buffer;
        result.push_back(buffer == kNoIndex ? kNoIndex : assignment.buffers[buffer].allocation);
    }
    return result;
}

std::optional<std::uint32_t> axisTrace(const BufferAssignment& assignment, std::int64_t space)
{
    const std::vector<std::uint32_t> allocations = allocationsOfTraces(assignment);
    std::optional<std::uint32_t> best;
    std::uint32_t bestAllocation = kNoIndex;
    for (std::uint32_t trace = 0; trace < allocations.size(); ++trace) {
        if (allocations[trace] == kNoIndex || allocations[trace] >= bestAllocation)
            continue;
        const Allocation& allocation = assignment.allocations[allocations[trace]];
        if (allocation.isTemporary() && allocation.color == space) {
            best = trace;
            bestAllocation = allocations[trace];
        }
    }
    return best;
}

std::optional<std::uint32_t> fallbackTrace(const BufferAssignment& assignment, std::int64_t space)
{
    std::optional<std::uint32_t> best;
    std::uint32_t most = 0;
    for (std::uint32_t trace = 0; trace < assignment.traces.size(); ++trace) {
        const IndexRange events = assignment.traces[trace];
        if (events.size() <= most)
            continue;
        const std::uint32_t buffer = assignment.events[events.begin].buffer;
        if (buffer != kNoIndex && assignment.buffers[buffer].color == space) {
            best = trace;
            most = events.size();
        }
    }
    return best;
}

} // namespace tidemark
