#pragma once

#include "core/xla/plan/buffer_assignment.h"

#include <optional>

namespace tidemark {

/// One life of a root buffer and those that share with it: from the event that raises its reference count from 0 to the
/// one that brings it back. Live at step s for start <= s < end.
struct Chunk {
    std::uint32_t buffer = 0; // the one that began this life: the root, or later the sharer that revived it
    std::uint32_t root = 0;
    std::uint32_t start = 0;
    std::uint32_t end = 0; // the number of steps if nothing frees it
    std::uint32_t allocation = 0;
    std::int64_t offset = 0; // of the root, clipped to the allocation
    std::int64_t size = 0; // of the root, clipped to the allocation
};

/// What one trace does to one space.
struct TraceReplay {
    std::uint32_t steps = 1; // events of the trace; 1 without a trace
    std::vector<Chunk> chunks; // in order of birth
    /// Per step: 0 nothing, c + 1 the birth of chunk c, −(c + 1) its death. Empty without a trace.
    std::vector<std::int32_t> changes;
    /// Buffers that joined a chunk after its birth, in event order, and the chunk each joined.
    std::vector<std::uint32_t> sharers;
    std::vector<std::uint32_t> sharedChunks;
    std::vector<bool> tracedAllocations; // by position; temporary allocations of the space that the trace names
    Warnings warnings; // events that contradict the rest; they change nothing
};

/// Replays the events of `trace` (an axisTrace() of the space, or none) with reference counts, as XLA's heap simulator
/// writes them. An event is a step without effect when it frees what is not live, allocates what is live, or names a
/// buffer that is unknown or outside the temporary allocations of the space.
/// Source of the rules: the heap replay of XProf's memory viewer; chunks are ours (XProf's spans are not liveness).
TraceReplay replayTrace(const BufferAssignment& assignment, std::int64_t space, std::optional<std::uint32_t> trace);

} // namespace tidemark
