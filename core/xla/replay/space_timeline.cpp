#include "core/xla/replay/space_timeline.h"

#include "core/base/text.h"
#include "core/xla/replay/axis_trace.h"
#include "core/xla/replay/interval_union.h"
#include "core/xla/xprof/xprof_replay.h"

#include <algorithm>

namespace tidemark {
namespace {

SpaceTotals sumAllocations(const BufferAssignment& assignment, std::int64_t space, const std::vector<bool>& traced)
{
    SpaceTotals totals;
    for (std::size_t i = 0; i < assignment.allocations.size(); ++i) {
        const Allocation& allocation = assignment.allocations[i];
        if (allocation.color != space)
            continue;
        const std::int64_t size = allocation.size;
        if (allocation.isThreadLocal) {
            totals.threadLocal += size;
            continue;
        }
        totals.total += size;
        totals.arguments += allocation.isParameter ? size : 0;
        totals.outputs += allocation.isLiveOut ? size : 0;
        totals.aliased += allocation.isParameter && allocation.isLiveOut ? size : 0;
        totals.constants += allocation.isConstant ? size : 0;
        totals.outputsOnly += allocation.isLiveOut && !allocation.isParameter ? size : 0;
        totals.constantsOnly += allocation.isConstant && !allocation.isParameter && !allocation.isLiveOut ? size : 0;
        totals.base += allocation.isIndefinite() ? size : 0;
        totals.temporaries += allocation.isTemporary() ? size : 0;
        totals.untraced += allocation.isTemporary() && !traced[i] ? size : 0;
    }
    return totals;
}

/// Where each allocation begins when the traced ones lie side by side, so that one union serves them all.
std::vector<std::int64_t> sideBySide(const BufferAssignment& assignment, const std::vector<bool>& traced)
{
    std::vector<std::int64_t> begins(assignment.allocations.size(), 0);
    std::int64_t end = 0;
    for (std::size_t i = 0; i < begins.size(); ++i) {
        begins[i] = end;
        end += traced[i] ? assignment.allocations[i].size : 0;
    }
    return begins;
}

/// The level over the steps of what `sizeOf(chunk)` bytes of each live chunk occupy.
template <class F>
std::vector<std::int64_t> occupiedLevels(const BufferAssignment& assignment, const TraceReplay& replay,
                                         std::int64_t floor, F sizeOf)
{
    const std::vector<std::int64_t> begins = sideBySide(assignment, replay.tracedAllocations);
    std::vector<AddressRange> ranges;
    ranges.reserve(replay.chunks.size());
    for (std::size_t i = 0; i < replay.chunks.size(); ++i) {
        const std::int64_t begin = begins[replay.chunks[i].allocation] + replay.chunks[i].offset;
        ranges.push_back({begin, begin + sizeOf(i)});
    }
    IntervalUnion occupied(ranges);
    std::vector<std::int64_t> levels(replay.steps);
    for (std::uint32_t step = 0; step < replay.steps; ++step) {
        const std::int32_t change = replay.changes[step];
        if (change > 0)
            occupied.add(static_cast<std::uint32_t>(change - 1));
        else if (change < 0)
            occupied.remove(static_cast<std::uint32_t>(-change - 1));
        levels[step] = floor + occupied.total();
    }
    return levels;
}

std::vector<std::int64_t> summedLevels(const TraceReplay& replay, std::int64_t floor)
{
    std::vector<std::int64_t> levels(replay.steps);
    std::int64_t level = floor;
    for (std::uint32_t step = 0; step < replay.steps; ++step) {
        const std::int32_t change = replay.changes[step];
        if (change > 0)
            level += replay.chunks[static_cast<std::size_t>(change - 1)].size;
        else if (change < 0)
            level -= replay.chunks[static_cast<std::size_t>(-change - 1)].size;
        levels[step] = level;
    }
    return levels;
}

std::uint32_t firstMaximum(const std::vector<std::int64_t>& levels)
{
    return static_cast<std::uint32_t>(std::ranges::max_element(levels) - levels.begin());
}

/// Of a buffer that a row shows; what its program does not tell counts as unpadded.
std::int64_t unpaddedSizeOf(std::uint32_t buffer, SpaceTimeline& timeline)
{
    const Plan& plan = *timeline.plan;
    const LogicalBuffer& logical = plan.assignment().buffers[buffer];
    const ShapeView shape = plan.shapeOf(logical);
    if (shape.empty()) {
        const std::uint32_t instruction = plan.instructionOf(logical);
        if (instruction == kNoIndex || !plan.module().shapeOf(instruction).empty())
            timeline.warnings.add("unknown-shape",
                                  "The logical buffer " + std::to_string(logical.id)
                                      + " is defined by an instruction, or at a place of its shape, that does not "
                                        "exist; it counts as unpadded.");
    }
    return Plan::unpaddedSize(logical, shape);
}

/// Rows of allocations that live all the time.
void addStandingRows(const Plan& plan, const std::vector<bool>& traced, bool untraced, SpaceTimeline& timeline)
{
    const BufferAssignment& assignment = plan.assignment();
    for (std::uint32_t i = 0; i < assignment.allocations.size(); ++i) {
        const Allocation& allocation = assignment.allocations[i];
        const bool wanted = untraced ? allocation.isTemporary() && !traced[i] : allocation.isIndefinite();
        if (allocation.color != timeline.space || !wanted)
            continue;
        BufferRow row;
        row.buffer = plan.representativeOf(allocation);
        row.allocation = i;
        row.end = timeline.steps;
        row.size = allocation.size;
        row.unpadded = allocation.size;
        if (row.buffer != kNoIndex && !untraced)
            row.unpadded = std::min(allocation.size, unpaddedSizeOf(row.buffer, timeline));
        timeline.rows.push_back(row);
    }
}

void addChunkRows(const TraceReplay& replay, SpaceTimeline& timeline)
{
    for (const Chunk& chunk : replay.chunks) {
        const std::int64_t unpadded = std::min(chunk.size, unpaddedSizeOf(chunk.buffer, timeline));
        timeline.rows.push_back(
            {chunk.buffer, chunk.allocation, chunk.start, chunk.end, chunk.offset, chunk.size, unpadded, true});
    }
}

/// Sorts the sharers by chunk, keeping event order.
void addSharers(const TraceReplay& replay, SpaceTimeline& timeline)
{
    timeline.sharersOfChunk.resize(replay.chunks.size());
    for (const std::uint32_t chunk : replay.sharedChunks)
        ++timeline.sharersOfChunk[chunk].end;
    std::uint32_t begin = 0;
    for (IndexRange& range : timeline.sharersOfChunk) {
        const std::uint32_t count = range.end;
        range = {begin, begin};
        begin += count;
    }
    timeline.sharers.resize(begin);
    for (std::size_t i = 0; i < replay.sharers.size(); ++i)
        timeline.sharers[timeline.sharersOfChunk[replay.sharedChunks[i]].end++] = replay.sharers[i];
}

void addWarnings(const BufferAssignment& assignment, const TraceReplay& replay, SpaceTimeline& timeline)
{
    timeline.warnings.add(assignment.warnings);
    timeline.warnings.add(replay.warnings);
    if (timeline.peakBytes() > timeline.totals.total)
        timeline.warnings.add("xprof-peak-above-allocations",
                              "XProf shows a peak of " + bytesText(timeline.peakBytes()) + ", more than the "
                                  + bytesText(timeline.totals.total)
                                  + " allocated: it counts buffers that re-use an address in place "
                                    "twice. Occupied at most: "
                                  + bytesText(timeline.occupiedPeakBytes()) + ".");
    if (!timeline.hasTrace && fallbackTrace(assignment, timeline.space))
        timeline.warnings.add(
            "xprof-other-space-trace",
            "XProf shows a peak of " + bytesText(xprofPeak(assignment, timeline.space))
                + " here, from the heap trace of another space's allocation. This space has no trace of its own.");
    if (timeline.totals.untraced > 0 && timeline.hasTrace)
        timeline.warnings.add("untraced-allocations",
                              bytesText(timeline.totals.untraced)
                                  + " of temporary allocations are outside the replayed heap trace and "
                                    "count whole at every step: an upper bound.");
}

} // namespace

std::string_view SpaceTimeline::instructionAt(std::uint32_t step) const
{
    if (!hasTrace || step >= events.size())
        return {};
    const BufferAssignment& assignment = plan->assignment();
    return assignment.text(assignment.events[events.begin + step].instructionName);
}

std::vector<std::uint32_t> SpaceTimeline::sharersOf(std::uint32_t row) const
{
    const BufferAssignment& assignment = plan->assignment();
    std::vector<std::uint32_t> result;
    if (rows[row].isTraced) {
        const IndexRange range = sharersOfChunk[row - standingRows];
        result.assign(sharers.begin() + range.begin, sharers.begin() + range.end);
    } else {
        const auto all = assignment.buffersOf(assignment.allocations[rows[row].allocation]);
        result.assign(all.begin(), all.end());
    }
    std::erase(result, rows[row].buffer);
    return result;
}

std::vector<SpaceOutline> outlineSpaces(const BufferAssignment& assignment)
{
    std::vector<SpaceOutline> outlines;
    for (const std::int64_t space : usedSpaces(assignment)) {
        const TraceReplay replay = replayTrace(assignment, space, axisTrace(assignment, space));
        const SpaceTotals totals = sumAllocations(assignment, space, replay.tracedAllocations);
        const auto chunkSize = [&](std::size_t chunk) { return replay.chunks[chunk].size; };
        outlines.push_back(
            {space, std::ranges::max(summedLevels(replay, totals.base)),
             std::ranges::max(occupiedLevels(assignment, replay, totals.base + totals.untraced, chunkSize)),
             totals.total});
    }
    return outlines;
}

std::shared_ptr<const SpaceTimeline> replaySpace(const std::shared_ptr<const Plan>& plan, std::int64_t space)
{
    const BufferAssignment& assignment = plan->assignment();
    const std::optional<std::uint32_t> trace = axisTrace(assignment, space);
    const TraceReplay replay = replayTrace(assignment, space, trace);
    auto timeline = std::make_shared<SpaceTimeline>();
    timeline->plan = plan;
    timeline->space = space;
    timeline->hasTrace = trace.has_value();
    timeline->events = trace ? assignment.traces[*trace] : IndexRange{};
    timeline->steps = replay.steps;
    timeline->totals = sumAllocations(assignment, space, replay.tracedAllocations);
    timeline->rows.reserve(assignment.allocations.size() + replay.chunks.size());
    addStandingRows(*plan, replay.tracedAllocations, false, *timeline);
    addStandingRows(*plan, replay.tracedAllocations, true, *timeline);
    timeline->standingRows = static_cast<std::uint32_t>(timeline->rows.size());
    addChunkRows(replay, *timeline);
    addSharers(replay, *timeline);

    const auto& rows = timeline->rows;
    const auto chunkRow = [&](std::size_t chunk) -> const BufferRow& { return rows[timeline->standingRows + chunk]; };
    const std::int64_t floor = timeline->totals.base + timeline->totals.untraced;
    timeline->bytes = summedLevels(replay, timeline->totals.base);
    timeline->occupied = occupiedLevels(assignment, replay, floor, [&](std::size_t i) { return chunkRow(i).size; });
    std::int64_t standingPadding = 0;
    bool isPadded = false;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        standingPadding += i < timeline->standingRows ? rows[i].size - rows[i].unpadded : 0;
        isPadded = isPadded || (i >= timeline->standingRows && rows[i].size != rows[i].unpadded);
    }
    if (isPadded) {
        timeline->unpadded = occupiedLevels(assignment, replay, floor - standingPadding,
                                            [&](std::size_t i) { return chunkRow(i).unpadded; });
    } else {
        timeline->unpadded = timeline->occupied;
        for (std::int64_t& level : timeline->unpadded)
            level -= standingPadding;
    }
    timeline->peakStep = firstMaximum(timeline->bytes);
    timeline->occupiedPeakStep = firstMaximum(timeline->occupied);
    addWarnings(assignment, replay, *timeline);
    return timeline;
}

} // namespace tidemark
