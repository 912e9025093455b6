#include "core/xla/replay/axis_trace.h"

#include "core/xla/plan/heap_traces.h"

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
    result.resize(std::min(result.size(), BufferAssignment::kMostSpaces));
    return result;
}

std::optional<std::uint32_t> axisTrace(const BufferAssignment& assignment, std::int64_t space)
{
    return firstTrace(
        assignment, [&](const Allocation& a) { return a.isTemporary() && a.color == space; },
        [](std::uint32_t position) { return position; });
}

} // namespace tidemark
