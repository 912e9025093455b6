#include "core/base/by_group.h"
#include "core/xla/replay/space_timeline.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tidemark::xla {
namespace {

/// The address ranges seen so far in one allocation. They are disjoint and not adjacent.
class Coverage
{
public:
    /// Covers the range. Returns how many of its bytes were covered before.
    std::int64_t cover(std::int64_t begin, std::int64_t end)
    {
        std::int64_t overlap = 0;
        auto at = m_ends.upper_bound(begin);
        if (at != m_ends.begin() && std::prev(at)->second >= begin)
            --at;
        std::int64_t newBegin = begin;
        std::int64_t newEnd = end;
        while (at != m_ends.end() && at->first <= end) {
            overlap += std::max<std::int64_t>(0, std::min(end, at->second) - std::max(begin, at->first));
            newBegin = std::min(newBegin, at->first);
            newEnd = std::max(newEnd, at->second);
            at = m_ends.erase(at);
        }
        m_ends.emplace(newBegin, newEnd);
        return overlap;
    }
    void clear() { m_ends.clear(); }

private:
    std::map<std::int64_t, std::int64_t> m_ends; // by begin
};

/// Sets the overlap of each row with the rows of its allocation before it. REQUIRES: rows ordered by ordered()
void addOverlaps(const SpaceTimeline& timeline, std::uint32_t end, std::vector<LiveRow>& rows)
{
    Coverage coverage;
    AllocationId allocation;
    for (LiveRow& live : rows) {
        const BufferRow& row = timeline.rows[live.row];
        if (row.allocation != allocation)
            coverage.clear();
        allocation = row.allocation;
        if (timeline.isPlaced(live.row) && live.row.value < end && row.size > 0)
            live.overlap = coverage.cover(row.offset, row.offset + row.size);
    }
}

/// Sorts by allocation index, then by birth, then by buffer id. Within an allocation the rows are usually sorted
/// already.
std::vector<LiveRow> ordered(const SpaceTimeline& timeline, const std::vector<LiveRow>& rows)
{
    const BufferAssignment& assignment = timeline.plan->assignment();
    ByGroup<LiveRow> ofAllocation(assignment.allocations.size(), [&](const auto& take) {
        for (const LiveRow& live : rows)
            take(timeline.rows[live.row].allocation.index(), live);
    });
    const auto key = [&](const LiveRow& live) {
        const BufferRow& row = timeline.rows[live.row];
        return std::tuple(row.start, row.buffer ? assignment.buffers[row.buffer].id : 0, live.row.value);
    };
    std::vector<std::pair<std::int64_t, std::uint32_t>> order; // index of each allocation, and its position
    for (std::size_t i = 0; i < assignment.allocations.size(); ++i) {
        const auto own = ofAllocation.of(i);
        if (own.empty())
            continue;
        if (!std::ranges::is_sorted(own, {}, key))
            std::ranges::sort(own, {}, key);
        order.emplace_back(assignment.allocations[AllocationId::at(i)].index, static_cast<std::uint32_t>(i));
    }
    if (std::ranges::is_sorted(order))
        return std::move(ofAllocation.values);
    std::ranges::sort(order);
    std::vector<LiveRow> result;
    result.reserve(rows.size());
    for (const auto& [number, at] : order)
        result.insert(result.end(), ofAllocation.of(at).begin(), ofAllocation.of(at).end());
    return result;
}

} // namespace

std::vector<LiveRow> liveRows(const SpaceTimeline& timeline, std::uint32_t step)
{
    std::vector<LiveRow> result;
    for (const RowId row : timeline.rows.ids())
        if (timeline.rows[row].start <= step && step < timeline.rows[row].end)
            result.push_back({row, 0});
    result = ordered(timeline, result);
    addOverlaps(timeline, static_cast<std::uint32_t>(timeline.rows.size()), result);
    return result;
}

std::vector<LiveRow> allRows(const SpaceTimeline& timeline)
{
    const std::int64_t floor = timeline.totals.base + timeline.totals.untraced;
    std::vector<LiveRow> result;
    result.reserve(timeline.rows.size());
    for (const RowId id : timeline.rows.ids()) {
        const BufferRow& row = timeline.rows[id];
        // A birth raises the occupied level by the part of its range that was free.
        const std::int64_t before = timeline.isChunk(id) && row.start > 0 ? timeline.occupied[row.start - 1] : floor;
        result.push_back({id, timeline.isChunk(id) ? row.size - (timeline.occupied[row.start] - before) : 0});
    }
    result = ordered(timeline, result);
    addOverlaps(timeline, timeline.standingRows, result);
    return result;
}

std::vector<BufferRow> unplacedRows(const SpaceTimeline& timeline)
{
    const BufferAssignment& assignment = timeline.plan->assignment();
    IdVector<BufferId, bool> placed(assignment.buffers.size(), false);
    for (const BufferRow& row : timeline.rows)
        if (row.buffer)
            placed[row.buffer] = true;
    for (const Sharer& sharer : timeline.sharers)
        placed[sharer.buffer] = true;

    std::vector<BufferRow> result;
    for (const AllocationId id : assignment.allocations.ids()) {
        const Allocation& allocation = assignment.allocations[id];
        if (allocation.color != timeline.space)
            continue;
        if (allocation.isThreadLocal) {
            const BufferId buffer = timeline.plan->representativeOf(allocation);
            result.push_back({.buffer = buffer,
                              .allocation = id,
                              .size = allocation.size,
                              .unpadded = buffer ? std::min(allocation.size, assignment.buffers[buffer].unpadded)
                                                 : allocation.size});
        }
        if (!timeline.tracedAllocations[id])
            continue;
        for (const BufferId buffer : assignment.buffersOf(allocation)) {
            if (placed[buffer])
                continue;
            const AddressRange range = assignment.clippedRange(assignment.buffers[buffer]);
            result.push_back({.buffer = buffer,
                              .allocation = id,
                              .offset = range.begin,
                              .size = range.size(),
                              .unpadded = std::min(range.size(), assignment.buffers[buffer].unpadded)});
        }
    }
    return result;
}

} // namespace tidemark::xla
