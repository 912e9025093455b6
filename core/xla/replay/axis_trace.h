#pragma once

#include "core/xla/plan/buffer_assignment.h"

#include <optional>
#include <vector>

namespace tidemark {

/// Spaces with an allocation that is not thread-local, ascending; at most kMostSpaces of them, since each costs a
/// replay and no device has a tenth as many.
constexpr std::size_t kMostSpaces = 256;
std::vector<std::int64_t> usedSpaces(const BufferAssignment& assignment);

/// For each trace the allocation that holds the buffer of its first event; kNoIndex when there is none.
std::vector<std::uint32_t> allocationsOfTraces(const BufferAssignment& assignment);

/// The trace whose events are the steps of a space: that of the first temporary allocation of the space that has one,
/// in file order, in which compilers number them.
std::optional<std::uint32_t> axisTrace(const BufferAssignment& assignment, std::int64_t space);

/// The same as XProf chooses it: first by allocation index, and thread-local allocations count as temporary.
std::optional<std::uint32_t> xprofAxisTrace(const BufferAssignment& assignment, std::int64_t space);

/// What XProf replays instead where there is no axis trace: the trace with most events whose buffers have the colour.
/// Its allocation is one of another space, so this serves only for saying what XProf shows.
std::optional<std::uint32_t> fallbackTrace(const BufferAssignment& assignment, std::int64_t space);

} // namespace tidemark
