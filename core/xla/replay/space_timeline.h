#pragma once

#include "core/view/rows.h"
#include "core/xla/plan/plan.h"
#include "core/xla/replay/trace_replay.h"

#include <memory>
#include <span>

namespace tidemark::xla {

/// A level in bytes after each step. Immutable. Copies share their values, and so do equal curves.
class LevelCurve
{
public:
    using value_type = std::int64_t;
    using const_iterator = std::vector<std::int64_t>::const_iterator;

    LevelCurve()
        : LevelCurve(std::vector<std::int64_t>())
    { }
    explicit LevelCurve(std::vector<std::int64_t> values)
        : m_values(std::make_shared<const std::vector<std::int64_t>>(std::move(values)))
    { }
    /// Returns the same values in the storage of `other` if both are equal.
    LevelCurve(std::vector<std::int64_t> values, const LevelCurve& other)
        : m_values(values == *other.m_values ? other.m_values
                                             : std::make_shared<const std::vector<std::int64_t>>(std::move(values)))
    { }

    std::size_t size() const { return m_values->size(); }
    bool empty() const { return m_values->empty(); }
    std::int64_t operator[](std::size_t step) const { return (*m_values)[step]; }
    const std::int64_t* data() const { return m_values->data(); }
    const_iterator begin() const { return m_values->begin(); }
    const_iterator end() const { return m_values->end(); }

    friend bool operator==(const LevelCurve& a, const LevelCurve& b) { return *a.m_values == *b.m_values; }
    friend bool operator==(const LevelCurve& a, const std::vector<std::int64_t>& b) { return *a.m_values == b; }

private:
    std::shared_ptr<const std::vector<std::int64_t>> m_values; // never null
};

/// The needs of one memory space without the HLO, for lists of modules. Sizes in bytes.
struct SpaceOutline {
    std::int64_t space = 0;
    std::int64_t xprofPeakBytes = 0;
    std::int64_t occupiedPeakBytes = 0;
    std::int64_t totalBytes = 0;
    Warnings warnings = {}; // of the replay
};

/// One entry per used space, ascending. Cost: replays each axis trace once.
std::vector<SpaceOutline> outlineSpaces(const BufferAssignment& assignment);

/// Whether more may be occupied at the peak of a space than is known. Where live ranges are missing, the allocated size
/// is still a bound. A total that equals the sum shows that nothing is missing.
bool isPeakLeast(const std::optional<PlanGaps>& gaps, const SpaceOutline& space);

/// Sizes of the allocations of a space, in bytes. A donated argument counts in arguments, outputs and aliased.
struct SpaceTotals {
    std::int64_t total = 0; // all except thread-local allocations
    std::int64_t base = 0; // indefinite allocations
    std::int64_t arguments = 0;
    std::int64_t outputs = 0;
    std::int64_t aliased = 0;
    std::int64_t constants = 0;
    std::int64_t temporaries = 0; // allocations that are neither indefinite nor thread-local
    std::int64_t untraced = 0; // temporaries outside the axis trace, counted whole
    std::int64_t threadLocal = 0;
    std::int64_t outputsOnly = 0; // outputs that are not arguments
    std::int64_t constantsOnly = 0; // constants that are neither arguments nor outputs
};

/// One memory space of one module over its program order. Immutable. Holds its plan alive.
///
/// Invariants at every step, for every input: unpadded <= occupied <= totals.total. Over the rows that are live at
/// the step: Σ (size − overlap) = occupied, and Σ size = xprofBytes + untraced. The last equation does not hold for
/// text reports, whose places may overlap.
struct SpaceTimeline {
    std::shared_ptr<const Plan> plan;
    std::int64_t space = 0;
    bool hasTrace = false;
    std::span<const HeapEvent> events; // events of the axis trace, owned by the plan; empty without a trace
    std::uint32_t steps = 1;

    LevelCurve xprofBytes; // level after each step as XProf replays it
    LevelCurve occupied; // the level: size of the union of live address ranges
    LevelCurve unpadded;
    std::uint32_t xprofPeakStep = 0; // the first step of the maximum; the same for occupiedPeakStep
    std::uint32_t occupiedPeakStep = 0;

    /// Standing rows (indefinite, then untraced, each in file order), then the chunks in order of birth.
    IdVector<RowId, BufferRow> rows;
    std::uint32_t standingRows = 0;
    std::uint32_t indefiniteRows = 0;
    /// Whether the bytes of a row have an address among other rows. That holds for chunks, and for the buffers that
    /// text reports list in an allocation without a trace.
    bool isPlaced(RowId row) const { return row.value >= indefiniteRows; }
    bool isChunk(RowId row) const { return row.value >= standingRows; }
    std::vector<Sharer> sharers; // by chunk, then in event order
    IdVector<AllocationId, bool> tracedAllocations; // temporary ones of the space that the trace names

    SpaceTotals totals;
    bool isPeakLeast = false; // more may be occupied at the peak: parts of a text report are missing
    Warnings warnings; // about this space, or about no particular space

    std::int64_t xprofPeakBytes() const { return xprofBytes[xprofPeakStep]; }
    std::int64_t occupiedPeakBytes() const { return occupied[occupiedPeakStep]; }
    std::int64_t unpaddedPeakBytes() const { return unpadded[occupiedPeakStep]; }
    /// The buffers that live in the memory of a row during its life, without the row's own buffer.
    std::vector<BufferId> sharersOf(RowId row) const;
    /// Empty without a trace.
    std::string_view instructionAt(std::uint32_t step) const;
};

/// Replays a space. A space that the module does not use gives a timeline of one step and no bytes. Returns null within
/// milliseconds when cancelled. Cost: O(events × log buffers).
std::shared_ptr<const SpaceTimeline> replaySpace(const std::shared_ptr<const Plan>& plan, std::int64_t space,
                                                 const Progress& progress = {});

/// The rows live at `step` in the order allocation, start, id. Cost: one pass over the rows and a sort of the live
/// ones.
std::vector<LiveRow> liveRows(const SpaceTimeline& timeline, std::uint32_t step);

/// All rows in the same order, each with its overlap at the step of its birth.
std::vector<LiveRow> allRows(const SpaceTimeline& timeline);

/// Rows without a known live range, which are in no curve: thread-local allocations, and logical buffers of traced
/// allocations that no event of the trace allocates. Untraced allocations are standing rows instead; text reports
/// divide them into their buffers. start and end are not meaningful.
std::vector<BufferRow> unplacedRows(const SpaceTimeline& timeline);

} // namespace tidemark::xla
