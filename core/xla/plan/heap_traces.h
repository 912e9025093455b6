#pragma once

#include "core/xla/plan/buffer_assignment.h"

namespace tidemark::xla {

/// For each trace, the allocation that holds the buffer of its first event, or none.
IdVector<TraceId, AllocationId> allocationsOfTraces(const BufferAssignment& assignment);

/// Among the allocations that have a trace and for which `isWanted(allocation)` holds, returns the trace of the one
/// with the lowest `rank(id)`, or none.
template <class Wanted, class Rank>
TraceId firstTrace(const BufferAssignment& assignment, Wanted isWanted, Rank rank)
{
    const IdVector<TraceId, AllocationId> allocations = allocationsOfTraces(assignment);
    TraceId best;
    for (const TraceId trace : allocations.ids())
        if (allocations[trace] && isWanted(assignment.allocations[allocations[trace]])
            && (!best || rank(allocations[trace]) < rank(allocations[best])))
            best = trace;
    return best;
}

} // namespace tidemark::xla
