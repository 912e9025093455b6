#include "core/xla/plan/heap_traces.h"

namespace tidemark::xla {

IdVector<TraceId, AllocationId> allocationsOfTraces(const BufferAssignment& assignment)
{
    IdVector<TraceId, AllocationId> result;
    for (const TraceId trace : assignment.traces.ids()) {
        const auto events = assignment.eventsOf(trace);
        const BufferId buffer = events.empty() ? BufferId() : events.front().buffer;
        result.push_back(buffer ? assignment.buffers[buffer].allocation : AllocationId());
    }
    return result;
}

} // namespace tidemark::xla
