#include "core/xla/plan/heap_traces.h"

namespace tidemark {

std::vector<std::uint32_t> allocationsOfTraces(const BufferAssignment& assignment)
{
    std::vector<std::uint32_t> result;
    for (const IndexRange trace : assignment.traces) {
        const std::uint32_t buffer = trace.size() == 0 ? kNoIndex : assignment.events[trace.begin].buffer;
        result.push_back(buffer == kNoIndex ? kNoIndex : assignment.buffers[buffer].allocation);
    }
    return result;
}

} // namespace tidemark
