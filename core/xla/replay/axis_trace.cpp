#include "core/xla/replay/axis_trace.h"

#include <algorithm>
#include <set>

namespace tidemark {
namespace {

/// Of the wanted allocations that have a trace, the one with the lowest rank.
template <class F, class G>
std::optional<std::uint32_t> firstTrace(const BufferAssignment& assignment, F isWanted, G rank)
{
    const std::vector<std::uint32_t> allocations = allocationsOfTraces(assignment);
    std::optional<std::uint32_t> best;
    for (std::uint32_t trace = 0; trace < allocations.size(); ++trace)
        if (allocations[trace] != kNoIndex && isWanted(assignment.allocations[allocations[trace]])
            && (!best || rank(allocations[trace]) < rank(allocations[*best])))
            best = trace;
    return best;
}

} // namespace

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
    return firstTrace(
        assignment, [&](const Allocation& a) { return a.isTemporary() && a.color == space; },
        [](std::uint32_t position) { return position; });
}

std::optional<std::uint32_t> xprofAxisTrace(const BufferAssignment& assignment, std::int64_t space)
{
    return firstTrace(
        assignment, [&](const Allocation& a) { return !a.isIndefiniteToXprof() && a.color == space; },
        [&](std::uint32_t position) { return assignment.allocations[position].index; });
}

std::optional<std::uint32_t> fallbackTrace(const BufferAssignment& assignment, std::int64_t space)
{
    std::optional<std::uint32_t> best;
    std::uint32_t most = 0;
    for (std::uint32_t trace = 0; trace < assignment.traces.size(); ++trace) {
        std::uint32_t count = 0;
        for (std::uint32_t i = assignment.traces[trace].begin; i < assignment.traces[trace].end; ++i) {
            const std::uint32_t buffer = assignment.events[i].buffer;
            count += buffer != kNoIndex && assignment.buffers[buffer].color == space ? 1U : 0U;
        }
        if (count > most) {
            best = trace;
            most = count;
        }
    }
    return best;
}

} // namespace tidemark
