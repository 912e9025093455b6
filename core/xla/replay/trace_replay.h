#pragma once

#include "core/xla/plan/buffer_assignment.h"
#include "core/xla/replay/buffer_row.h"

#include <optional>

namespace tidemark {

/// A buffer that shares a chunk's memory during its life, besides the one of its row.
struct Sharer {
    std::uint32_t chunk = 0;
    std::uint32_t buffer = 0;
};

/// What one trace does to one space.
struct TraceReplay {
    std::uint32_t steps = 1; // events of the trace; 1 without a trace
    /// One life each of a root buffer and those that share with it, in order of birth: from the event that raises its
    /// reference count from 0 to the one that brings it back, or to the end if nothing does. The buffer is the one that
    /// began this life: the root, or later the sharer that revived it. Offset and size are the root's, clipped to the
    /// allocation.
    std::vector<BufferRow> chunks;
    /// Per step: 0 nothing, c + 1 the birth of chunk c, −(c + 1) its death. Empty without a trace.
    std::vector<std::int32_t> changes;
    std::vector<Sharer> sharers; // that joined a chunk after its birth, in event order
    std::vector<bool> tracedAllocations; // by position; temporary allocations of the space that the trace names
    Warnings warnings; // events that contradict the rest; they change nothing
};

/// Replays the events of `trace` (an axisTrace() of the space, or none) with reference counts, as XLA's heap simulator
/// writes them. An event is a step without effect when it frees what is not live, allocates what is live, or names a
/// buffer that is unknown or outside the temporary allocations of the space.
/// Source of the rules: the heap replay of XProf's memory viewer; chunks are ours (XProf's spans are not liveness).
/// Nothing when cancelled.
std::optional<TraceReplay> replayTrace(const BufferAssignment& assignment, std::int64_t space,
                                       std::optional<std::uint32_t> trace, const Progress& progress = {});

} // namespace tidemark
