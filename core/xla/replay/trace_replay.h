#pragma once

#include "core/base/progress.h"
#include "core/xla/plan/buffer_assignment.h"
#include "core/xla/replay/buffer_row.h"

#include <optional>
#include <vector>

namespace tidemark {

struct ChunkTag;
/// A chunk, of TraceReplay::chunks.
using ChunkId = Id<ChunkTag>;

/// A buffer that shares a chunk's memory during its life, besides the one of its row.
struct Sharer {
    ChunkId chunk;
    BufferId buffer;
    std::uint32_t step = 0; // at which it begins
};

/// What a step does to the chunks, in 4 bytes: nothing, or the birth or death of one. REQUIRES: fewer than 2^31 chunks
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

/// What one trace does to one space.
struct TraceReplay {
    std::uint32_t steps = 1; // events of the trace; 1 without a trace
    /// One life each of a root buffer and those that share with it, in order of birth: from the event that raises its
    /// reference count from 0 to the one that brings it back, or to the end if nothing does. The buffer is the one that
    /// began this life: the root, or later the sharer that revived it. Offset and size are the root's, clipped to the
    /// allocation.
    IdVector<ChunkId, BufferRow> chunks;
    std::vector<ChunkChange> changes; // of each step
    std::vector<Sharer> sharers; // that joined a chunk after its birth, in event order
    IdVector<AllocationId, bool> tracedAllocations; // temporary ones of the space that the trace names
    Warnings warnings; // events that contradict the rest; they change nothing
};

/// Replays the events of `trace` (an axisTrace() of the space, or none) with reference counts, as XLA's heap simulator
/// writes them. An event is a step without effect when it frees what is not live, allocates what is live, or names a
/// buffer that is unknown or outside the temporary allocations of the space.
/// Source of the rules: the heap replay of XProf's memory viewer; chunks are ours (XProf's spans are not liveness).
/// Nothing when cancelled.
std::optional<TraceReplay> replayTrace(const BufferAssignment& assignment, std::int64_t space, TraceId trace,
                                       const Progress& progress = {});

} // namespace tidemark
