#pragma once

#include "core/xla/plan/buffer_assignment.h"

#include <optional>
#include <vector>

namespace tidemark {

/// For each trace the allocation that holds the buffer of its first event; kNoIndex when there is none.
std::vector<std::uint32_t> allocationsOfTraces(const BufferAssignment& assignment);

/// Of the allocations with a trace that `isWanted(allocation)`, the trace of the one with the lowest `rank(position)`.
template <class Wanted, class Rank>
std::optional<std::uint32_t> firstTrace(const BufferAssignment& assignment, Wanted isWanted, Rank rank)
{
    const std::vector<std::uint32_t> allocations = allocationsOfTraces(assignment);
    std::optional<std::uint32_t> best;
    for (std::uint32_t trace = 0; trace < allocations.size(); ++trace)
        if (allocations[trace] != kNoIndex && isWanted(assignment.allocations[allocations[trace]])
            && (!best || rank(allocations[trace]) < rank(allocations[*best])))
            best = trace;
    return best;
}

} // namespace tidemark
