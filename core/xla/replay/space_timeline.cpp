#include "core/xla/replay/space_timeline.h"

#include "core/base/address_ranges.h"
#include "core/base/by_group.h"
#include "core/base/notes.h"
#include "core/base/text.h"
#include "core/xla/plan/remarks.h"
#include "core/xla/replay/interval_union.h"
#include "core/xla/xprof/xprof_replay.h"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace tidemark::xla {
namespace {

SpaceTotals sumAllocations(const BufferAssignment& assignment, std::int64_t space,
                           const IdVector<AllocationId, bool>& traced)
{
    SpaceTotals totals;
    for (const AllocationId id : assignment.allocations.ids()) {
        const Allocation& allocation = assignment.allocations[id];
        if (allocation.color != space)
            continue;
        const std::int64_t size = allocation.size;
        if (allocation.isThreadLocal) {
            totals.threadLocal += size;
            continue;
        }
        const auto add = [size](std::int64_t& sum, bool isPart) {
            if (isPart)
                sum += size;
        };
        totals.total += size;
        add(totals.arguments, allocation.isParameter);
        add(totals.outputs, allocation.isLiveOut);
        add(totals.aliased, allocation.isParameter && allocation.isLiveOut);
        add(totals.constants, allocation.isConstant);
        add(totals.outputsOnly, allocation.isLiveOut && !allocation.isParameter);
        add(totals.constantsOnly, allocation.isConstant && !allocation.isParameter && !allocation.isLiveOut);
        add(totals.base, allocation.isIndefinite());
        add(totals.temporaries, allocation.isTemporary());
        add(totals.untraced, allocation.isTemporary() && !traced[id]);
    }
    return totals;
}

/// Returns the begin of each allocation if the traced ones are laid out one after the other, so that one union serves
/// them all.
IdVector<AllocationId, std::int64_t> sideBySide(const BufferAssignment& assignment,
                                                const IdVector<AllocationId, bool>& traced)
{
    IdVector<AllocationId, std::int64_t> begins(assignment.allocations.size(), 0);
    std::int64_t end = 0;
    for (const AllocationId id : begins.ids()) {
        begins[id] = end;
        if (traced[id])
            end += assignment.allocations[id].size;
    }
    return begins;
}

/// Returns `levelAfter(change)` for the change of each step, in order; empty when cancelled.
template <class F>
std::vector<std::int64_t> levelsOf(const TraceReplay& replay, const Progress& progress, F levelAfter)
{
    constexpr std::uint32_t kPollEvery = 1 << 14; // steps: about a millisecond
    std::vector<std::int64_t> levels(replay.steps);
    for (std::uint32_t step = 0; step < replay.steps; ++step) {
        if (step % kPollEvery == 0 && progress.cancelled())
            return {};
        levels[step] = levelAfter(replay.changes[step]);
    }
    return levels;
}

/// Returns the bytes that live chunks occupy after each step, if a chunk takes `sizeOf(chunk)` bytes; empty when
/// cancelled.
template <class F>
std::vector<std::int64_t> occupiedLevels(const BufferAssignment& assignment, const TraceReplay& replay,
                                         std::span<const BufferRow> chunks, std::int64_t floor, F sizeOf,
                                         const Progress& progress)
{
    const auto begins = sideBySide(assignment, replay.tracedAllocations);
    std::vector<AddressRange> ranges;
    ranges.reserve(chunks.size());
    for (const BufferRow& chunk : chunks) {
        const std::int64_t begin = begins[chunk.allocation] + chunk.offset;
        ranges.push_back({begin, begin + sizeOf(chunk)});
    }
    IntervalUnion occupied(std::exchange(ranges, {}));
    return levelsOf(replay, progress, [&](ChunkChange change) {
        if (change.isBirth())
            occupied.add(change.chunk().value);
        else if (change.isDeath())
            occupied.remove(change.chunk().value);
        return floor + occupied.total();
    });
}

constexpr auto kSizeOf = [](const BufferRow& row) { return row.size; };

/// Returns the sum of the sizes of live chunks after each step, without regard to shared memory; empty when cancelled.
std::vector<std::int64_t> summedLevels(const TraceReplay& replay, std::span<const BufferRow> chunks, std::int64_t floor,
                                       const Progress& progress)
{
    std::int64_t level = floor;
    return levelsOf(replay, progress, [&](ChunkChange change) {
        if (change.isBirth())
            level += chunks[change.chunk().index()].size;
        else if (change.isDeath())
            level -= chunks[change.chunk().index()].size;
        return level;
    });
}

std::uint32_t firstMaximum(const LevelCurve& levels)
{
    return static_cast<std::uint32_t>(std::ranges::max_element(levels) - levels.begin());
}

/// Adds a row for each value, of any lifetime, that a report lists in an allocation without a trace, and for the
/// gaps between them.
void addPlaces(const Plan& plan, AllocationId id, SpaceTimeline& timeline)
{
    const BufferAssignment& assignment = plan.assignment();
    const auto add = [&](BufferId buffer, AddressRange range) {
        timeline.rows.push_back({.buffer = buffer,
                                 .allocation = id,
                                 .end = timeline.steps,
                                 .offset = range.begin,
                                 .size = range.size(),
                                 .unpadded = range.size()});
    };
    std::vector<AddressRange> ranges;
    for (const BufferId buffer : assignment.buffersOf(assignment.allocations[id])) {
        ranges.push_back(assignment.clippedRange(assignment.buffers[buffer]));
        add(buffer, ranges.back());
    }
    FreeRanges(std::move(ranges)).forEachIn({0, assignment.allocations[id].size}, [&](const AddressRange& range) {
        add({}, range);
    });
}

/// Allocations that live all the time: those that the compiler keeps for the whole program, and temporaries without a
/// trace of their contents.
enum class Standing { Indefinite, Untraced };

/// Adds the rows of allocations that live all the time.
void addStandingRows(const Plan& plan, Standing which, SpaceTimeline& timeline)
{
    const BufferAssignment& assignment = plan.assignment();
    const bool isUntraced = which == Standing::Untraced;
    for (const AllocationId id : assignment.allocations.ids()) {
        const Allocation& allocation = assignment.allocations[id];
        const bool wanted
            = isUntraced ? allocation.isTemporary() && !timeline.tracedAllocations[id] : allocation.isIndefinite();
        if (allocation.color != timeline.space || !wanted)
            continue;
        if (isUntraced && plan.gaps() && !assignment.buffersOf(allocation).empty()) {
            addPlaces(plan, id, timeline);
            continue;
        }
        BufferRow row{.buffer = plan.representativeOf(allocation),
                      .allocation = id,
                      .end = timeline.steps,
                      .size = allocation.size,
                      .unpadded = allocation.size};
        if (row.buffer && !isUntraced)
            row.unpadded = std::min(allocation.size, assignment.buffers[row.buffer].unpadded);
        timeline.rows.push_back(row);
    }
}

/// Moves the chunks out of the replay, because they are most of its memory.
void addChunks(TraceReplay& replay, SpaceTimeline& timeline)
{
    replay.chunks.insert(replay.chunks.begin(), timeline.rows.begin(), timeline.rows.end());
    timeline.rows = IdVector<RowId, BufferRow>(std::move(replay.chunks).values());
    timeline.rows.shrink_to_fit();
    timeline.sharers = std::move(replay.sharers);
    std::ranges::stable_sort(timeline.sharers, {}, &Sharer::chunk);
}

/// Returns false when cancelled.
bool addLevels(const TraceReplay& replay, SpaceTimeline& timeline, const Progress& progress)
{
    const BufferAssignment& assignment = timeline.plan->assignment();
    const std::span<const BufferRow> rows = timeline.rows;
    const auto chunks = rows.subspan(timeline.standingRows);
    const std::int64_t floor = timeline.totals.base + timeline.totals.untraced;
    timeline.xprofBytes = LevelCurve(summedLevels(replay, chunks, timeline.totals.base, progress));
    if (timeline.xprofBytes.empty())
        return false;
    timeline.occupied
        = LevelCurve(occupiedLevels(assignment, replay, chunks, floor, kSizeOf, progress), timeline.xprofBytes);
    if (timeline.occupied.empty())
        return false;

    std::int64_t standingPadding = 0;
    for (const BufferRow& row : rows.first(timeline.standingRows))
        standingPadding += row.size - row.unpadded;
    if (std::ranges::any_of(chunks, [](const BufferRow& row) { return row.size != row.unpadded; })) {
        const auto unpaddedOf = [](const BufferRow& row) { return row.unpadded; };
        timeline.unpadded
            = LevelCurve(occupiedLevels(assignment, replay, chunks, floor - standingPadding, unpaddedOf, progress));
    } else if (standingPadding == 0) {
        timeline.unpadded = timeline.occupied;
    } else {
        std::vector<std::int64_t> levels(timeline.occupied.begin(), timeline.occupied.end());
        for (std::int64_t& level : levels)
            level -= standingPadding;
        timeline.unpadded = LevelCurve(std::move(levels));
    }
    return !timeline.unpadded.empty();
}

void addWarnings(const BufferAssignment& assignment, const TraceReplay& replay, SpaceTimeline& timeline)
{
    timeline.warnings.addConcerning(timeline.space, timeline.plan->warnings());
    timeline.warnings.add(replay.warnings);
    if (timeline.isPeakLeast)
        timeline.warnings.add(note::kPeakLowerBound,
                              "The peak is a lower bound: " + timeline.plan->gaps()->peak
                                  + ". How much is occupied at most is not known.",
                              std::nullopt, timeline.space);
    if (!timeline.plan->isForXprof())
        return;
    if (timeline.xprofPeakBytes() > timeline.totals.total)
        timeline.warnings.add(remark::kXprofAboveAllocated,
                              "XProf shows a peak of " + bytesText(timeline.xprofPeakBytes()) + ", more than the "
                                  + bytesText(timeline.totals.total)
                                  + " allocated: it counts buffers that re-use an address in place "
                                    "twice. Occupied at most: "
                                  + bytesText(timeline.occupiedPeakBytes()) + ".",
                              std::nullopt, timeline.space);
    if (!timeline.hasTrace && xprofFallbackTrace(assignment, timeline.space))
        timeline.warnings.add(
            remark::kXprofOtherTrace,
            "XProf shows a peak of " + bytesText(xprofPeak(assignment, timeline.space))
                + " here, from the heap trace of another space's allocation. This space has no trace.",
            std::nullopt, timeline.space);
    if (timeline.totals.untraced > 0 && timeline.hasTrace)
        timeline.warnings.add(remark::kUntraced,
                              bytesText(timeline.totals.untraced)
                                  + " of temporary allocations are outside the replayed heap trace and "
                                    "count whole at every step: an upper bound.",
                              std::nullopt, timeline.space);
}

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

std::string_view SpaceTimeline::instructionAt(std::uint32_t step) const
{
    if (!hasTrace || step >= events.size())
        return {};
    return plan->assignment().text(events[step].instructionName);
}

std::vector<BufferId> SpaceTimeline::sharersOf(RowId row) const
{
    const BufferAssignment& assignment = plan->assignment();
    std::vector<BufferId> result;
    if (isChunk(row)) {
        const ChunkId chunk(row.value - standingRows);
        for (auto at = std::ranges::lower_bound(sharers, chunk, {}, &Sharer::chunk);
             at != sharers.end() && at->chunk == chunk; ++at)
            result.push_back(at->buffer);
    } else {
        const auto all = assignment.buffersOf(assignment.allocations[rows[row].allocation]);
        result.assign(all.begin(), all.end());
        const BufferRow& own = rows[row];
        const auto isElsewhere = [&](BufferId buffer) {
            const AddressRange range = assignment.clippedRange(assignment.buffers[buffer]);
            return range.end <= own.offset || range.begin >= own.offset + own.size;
        };
        if (plan->gaps())
            std::erase_if(result, isElsewhere);
    }
    std::erase(result, rows[row].buffer);
    return result;
}

bool isPeakLeast(const std::optional<PlanGaps>& gaps, const SpaceOutline& space)
{
    if (!gaps || gaps->peak.empty())
        return false;
    const bool isWhole = std::ranges::any_of(gaps->totals, [&](const ReportedTotal& total) {
        return total.memory == space.space && total.addsUp() && !total.isPartial;
    });
    return gaps->allocations ? !isWhole : space.occupiedPeakBytes < space.totalBytes;
}

std::vector<SpaceOutline> outlineSpaces(const BufferAssignment& assignment)
{
    std::vector<SpaceOutline> outlines;
    for (const std::int64_t space : usedSpaces(assignment)) {
        TraceReplay replay = *replayTrace(assignment, space, axisTrace(assignment, space));
        const SpaceTotals totals = sumAllocations(assignment, space, replay.tracedAllocations);
        outlines.push_back({space, std::ranges::max(summedLevels(replay, replay.chunks, totals.base, {})),
                            std::ranges::max(occupiedLevels(assignment, replay, replay.chunks,
                                                            totals.base + totals.untraced, kSizeOf, {})),
                            totals.total, std::move(replay.warnings)});
    }
    return outlines;
}

std::shared_ptr<const SpaceTimeline> replaySpace(const std::shared_ptr<const Plan>& plan, std::int64_t space,
                                                 const Progress& progress)
{
    const BufferAssignment& assignment = plan->assignment();
    const TraceId trace = axisTrace(assignment, space);
    std::optional<TraceReplay> replay = replayTrace(assignment, space, trace, progress);
    if (!replay)
        return nullptr;
    auto timeline = std::make_shared<SpaceTimeline>();
    timeline->plan = plan;
    timeline->space = space;
    timeline->hasTrace = !trace.isNone();
    timeline->events = assignment.eventsOf(trace);
    timeline->steps = replay->steps;
    timeline->tracedAllocations = replay->tracedAllocations;
    timeline->totals = sumAllocations(assignment, space, replay->tracedAllocations);
    addStandingRows(*plan, Standing::Indefinite, *timeline);
    timeline->indefiniteRows = static_cast<std::uint32_t>(timeline->rows.size());
    addStandingRows(*plan, Standing::Untraced, *timeline);
    timeline->standingRows = static_cast<std::uint32_t>(timeline->rows.size());
    addChunks(*replay, *timeline);
    if (!addLevels(*replay, *timeline, progress) || progress.cancelled())
        return nullptr;
    timeline->xprofPeakStep = firstMaximum(timeline->xprofBytes);
    timeline->occupiedPeakStep = firstMaximum(timeline->occupied);
    timeline->isPeakLeast = isPeakLeast(
        plan->gaps(), {space, timeline->xprofPeakBytes(), timeline->occupiedPeakBytes(), timeline->totals.total});
    addWarnings(assignment, *replay, *timeline);
    return timeline;
}

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
