#pragma once

#include "core/base/progress.h"
#include "core/xla/plan/buffer_assignment.h"
#include "core/xla/plan/ids.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tidemark::xla {

/// The spaces with an allocation that is not thread-local, ascending. At most BufferAssignment::kMostSpaces; a warning
/// of the assignment names the others.
std::vector<std::int64_t> usedSpaces(const BufferAssignment& assignment);

/// Returns the trace whose events are the steps of a space. It is the trace of the first temporary allocation of the
/// space that has a trace, in file order, which is the order of the compiler's numbers. Empty if there is no trace.
TraceId axisTrace(const BufferAssignment& assignment, std::int64_t space);

/// A row: memory of a space that is taken during some steps. It is a chunk, or memory that lives all the time: an
/// allocation, or with text reports a buffer in an allocation without a trace, or a range between two buffers. The
/// position in SpaceTimeline::rows distinguishes chunks from the others.
struct BufferRow {
    BufferId buffer; // none for a range without a buffer
    AllocationId allocation;
    std::uint32_t start = 0; // live at s for start <= s < end
    std::uint32_t end = 0;
    std::int64_t offset = 0; // bytes from the start of the allocation; 0 for a whole allocation
    std::int64_t size = 0; // bytes
    std::int64_t unpadded = 0; // bytes, at most size
};

struct ChunkTag;
/// A chunk, of TraceReplay::chunks.
using ChunkId = Id<ChunkTag>;

/// A buffer that shares a chunk's memory during the chunk's life, other than the buffer of its row.
struct Sharer {
    ChunkId chunk;
    BufferId buffer;
    std::uint32_t step = 0; // the step at which it begins
};

/// The effect of a step on the chunks, in 4 bytes: no effect, or the birth or death of one chunk. REQUIRES: fewer than
/// 2^31 chunks
class ChunkChange
{
public:
    ChunkChange() = default;
    static ChunkChange birth(ChunkId chunk) { return ChunkChange(static_cast<std::int32_t>(chunk.index()) + 1); }
    static ChunkChange death(ChunkId chunk) { return ChunkChange(-static_cast<std::int32_t>(chunk.index()) - 1); }

    bool isBirth() const { return m_value > 0; }
    bool isDeath() const { return m_value < 0; }
    /// REQUIRES: a birth or a death
    ChunkId chunk() const { return ChunkId(static_cast<std::uint32_t>(m_value > 0 ? m_value : -m_value) - 1); }

private:
    explicit ChunkChange(std::int32_t value)
        : m_value(value)
    { }

    std::int32_t m_value = 0; // c + 1 for the birth of chunk c, −(c + 1) for its death
};

/// The effect of one trace on one space.
struct TraceReplay {
    std::uint32_t steps = 1; // events of the trace; 1 without a trace
    /// The chunks in order of birth. A chunk is one life of a root buffer and of the buffers that share with it: from
    /// the event that raises its reference count from 0 to the event that returns it to 0, or to the end if no event
    /// does. The chunk's buffer is the one that began this life: the root, or a sharer that revived it. Offset and size
    /// are those of the root, clipped to the allocation.
    IdVector<ChunkId, BufferRow> chunks;
    std::vector<ChunkChange> changes; // of each step
    std::vector<Sharer> sharers; // those that joined a chunk after its birth, in event order
    IdVector<AllocationId, bool> tracedAllocations; // temporary ones of the space that the trace names
    Warnings warnings; // events that contradict the rest; they change nothing
};

/// Replays the events of `trace` (an axisTrace() of the space, or none) with reference counts, as XLA's heap simulator
/// writes them. An event is a step without effect when it frees a buffer that is not live, allocates a live one, or
/// names a buffer that is unknown or outside the temporary allocations of the space. Source of the rules: the heap
/// replay of XProf's memory viewer. Chunks are our own definition, because XProf's spans are not live ranges. Returns
/// nothing when cancelled.
std::optional<TraceReplay> replayTrace(const BufferAssignment& assignment, std::int64_t space, TraceId trace,
                                       const Progress& progress = {});

} // namespace tidemark::xla
