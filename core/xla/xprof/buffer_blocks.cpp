#include "core/xla/xprof/buffer_blocks.h"

#include "core/xla/plan/heap_traces.h"

#include <algorithm>
#include <set>

namespace tidemark::xla {
namespace {

/// Adds without overflow, because offsets in an inconsistent file may be any number.
std::int64_t wrappingSum(std::int64_t a, std::int64_t b)
{
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

/// The temporary allocations of a colour that have a trace, by index.
struct Traced {
    std::set<std::pair<std::int64_t, AllocationId>> allocations; // by the file's index
    std::size_t longest = 0; // events of the longest trace: every container ends there
};

Traced tracedAllocations(const BufferAssignment& assignment, std::int64_t color)
{
    Traced traced;
    const IdVector<TraceId, AllocationId> allocations = allocationsOfTraces(assignment);
    for (const TraceId trace : allocations.ids()) {
        if (!allocations[trace])
            continue;
        const Allocation& allocation = assignment.allocations[allocations[trace]];
        if (allocation.isIndefiniteToXprof() || allocation.color != color)
            continue;
        traced.allocations.emplace(allocation.index, allocations[trace]);
        traced.longest = std::max(traced.longest, assignment.eventsOf(trace).size());
    }
    return traced;
}

std::vector<BufferId> buffersByNumber(const BufferAssignment& assignment, const Allocation& allocation)
{
    const auto held = assignment.buffersOf(allocation);
    std::vector<BufferId> buffers(held.begin(), held.end());
    std::ranges::sort(buffers, {}, [&](BufferId id) { return assignment.buffers[id].id; });
    return buffers;
}

} // namespace

std::vector<BufferBlock> bufferBlocks(const BufferAssignment& assignment, std::int64_t color, const XprofReplay& replay)
{
    const Traced traced = tracedAllocations(assignment, color);
    std::vector<BufferBlock> blocks;
    std::int64_t offset = 0;
    for (const auto& [index, id] : traced.allocations) {
        const Allocation& allocation = assignment.allocations[id];
        blocks.push_back(
            {&allocation, BufferId(), offset, allocation.size, 0, static_cast<std::int64_t>(traced.longest)});
        for (const BufferId held : buffersByNumber(assignment, allocation)) {
            const LogicalBuffer& buffer = assignment.buffers[held];
            if (const auto span = replay.spans.find(held); span != replay.spans.end())
                blocks.push_back({&allocation, held, wrappingSum(offset, buffer.offset), buffer.size,
                                  span->second.start, span->second.limit});
        }
        offset += allocation.size;
    }
    return blocks;
}

} // namespace tidemark::xla
