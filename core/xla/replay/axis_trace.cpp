#include "core/xla/replay/axis_trace.h"

#include "core/xla/plan/heap_traces.h"

#include <algorithm>

namespace tidemark::xla {

std::vector<std::int64_t> usedSpaces(const BufferAssignment& assignment)
{
    std::vector<std::int64_t> spaces = assignment.spaces();
    spaces.resize(std::min(spaces.size(), BufferAssignment::kMostSpaces));
    return spaces;
}

TraceId axisTrace(const BufferAssignment& assignment, std::int64_t space)
{
    return firstTrace(
        assignment, [&](const Allocation& a) { return a.isTemporary() && a.color == space; },
        [](AllocationId allocation) { return allocation; });
}

} // namespace tidemark::xla
