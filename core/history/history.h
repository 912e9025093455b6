#pragma once

#include "core/base/progress.h"
#include "core/history/recording.h"
#include "core/view/rows.h"

#include <memory>
#include <string>
#include <vector>

namespace tidemark::history {

/// An allocation from its birth to its end: a row of a view. Bytes are those that the allocator takes.
struct Allocation {
    static constexpr std::uint8_t kBefore = 0; // was in use when the recording began
    static constexpr std::uint8_t kKept = 1; // is still in use at the end
    static constexpr std::uint8_t kFreed = 2; // was allocated and freed while it was recorded
    static constexpr std::uint8_t kReserved = 3; // the allocator's reserve for the temporaries of programs
    static constexpr std::uint8_t kListed = 4; // is in use in a file without events
    static constexpr std::size_t kKinds = 5;

    std::int64_t size = 0;
    std::int64_t requested = -1; // negative: unknown
    std::int64_t address = 0; // 0: unknown
    AskerId asker;
    std::int32_t step = -1; // number of the training step that allocated it; negative: unknown
    StepId start{0};
    StepId end{1};
    std::uint32_t arrays = 1; // number of arrays that a file without events lists as one entry
    std::uint32_t region = 0; // position in History::regions; the number of regions if its address is in none
    std::uint8_t kind = kFreed;
    bool isEndKnown = true; // false: its free was not recorded, so it ended at `end` or before
};

/// A range of addresses that the allocator had reserved in some cells.
struct ReservedRange {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    StepRange cells;
};

/// Free memory of the allocator's segments at one moment.
struct FreeMemory {
    std::int64_t reserved = 0; // in segments, used or not
    std::int64_t free = 0;
    std::int64_t empty = 0; // of `free`: segments without any allocation, which the allocator can give back
    std::int64_t largest = 0; // the largest range of free addresses
};

/// The allocations of one allocator, paired from its events and from what was in use at the end. Cell 0 of the axis is
/// the state before the first event, and cell i + 1 the state directly after event i. Without events the only cell is
/// the state at the end.
///
/// What was there before the recording: blocks that are in use at the end and have no event, and blocks whose free
/// has no allocation, are rows from cell 0 on. If only the allocator's own count is known, the rest of it is one row of
/// unknown place.
struct History {
    std::shared_ptr<const Recording> recording;
    const MemoryRecording* memory = nullptr; // in `recording`
    IdVector<RowId, Allocation> rows; // sorted by start; the rows of cell 0 by size, the largest first
    std::vector<std::int64_t> level; // for each cell: Σ sizes of live rows
    std::vector<std::int64_t> reserved; // for each cell: bytes in the allocator's segments; empty if unknown
    std::vector<ReservedRange> regions; // reserved at some time; ascending, without overlap; empty if not known
    /// Each segment with the cells in which it was reserved, in any order. Expandable segments that touch are one.
    std::vector<ReservedRange> held;
    StepId peakStep{0}; // the first cell with the highest level
    std::vector<StepId> failures; // the cell of each of memory->failures
    std::int64_t largestDifference = 0; // between the level and the allocator's own count
    StepId differentAt; // its cell
    Warnings warnings;

    bool hasEvents() const { return !memory->events.empty(); }
    std::uint32_t cells() const { return static_cast<std::uint32_t>(level.size()); }
    std::int64_t peak() const { return level[peakStep.index()]; }
    /// The cell that answers what was in the memory: the first failed allocation, otherwise the peak.
    StepId moment() const { return failures.empty() ? peakStep : failures.front(); }
    bool isLive(RowId row, StepId cell) const { return rows[row].start <= cell && cell < rows[row].end; }
    /// The event that ends at a cell. Null for cell 0.
    const Event* eventOf(StepId cell) const
    {
        return cell.index() == 0 || !hasEvents() ? nullptr : &memory->events[cell.index() - 1];
    }
    /// Picoseconds from the first event to the event of a cell; 0 for cell 0. REQUIRES: memory->hasTimes
    std::int64_t timeOf(StepId cell) const;
    /// Free ranges between the live rows inside the segments that are reserved at a cell. Absent if segments are not
    /// known. Cost: a pass over rows and held segments, and a sort.
    std::optional<FreeMemory> freeAt(StepId cell) const;
    /// The segments that are reserved at a cell, ascending. Cost: a look at each of `held`, and a sort.
    std::vector<ReservedRange> reservedAt(StepId cell) const;
    /// The position in `regions` of the one with an address. Nothing: none has it.
    std::optional<std::size_t> regionOf(std::int64_t address) const;
};

/// Pairs the events of one memory of a recording. Never fails: what does not fit together is in the warnings. Errors:
/// Cancelled. Cost: O(n log n) in the events and blocks.
Result<History> historyOf(std::shared_ptr<const Recording> recording, std::size_t memory,
                          const Progress& progress = {});

/// The cells in which an allocation failed, ascending. Cost: a pass over the events.
std::vector<StepId> failuresOf(const MemoryRecording& memory);

} // namespace tidemark::history
