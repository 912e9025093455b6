#pragma once

#include "core/xla/plan/buffer_assignment.h"

#include <vector>

namespace tidemark {

/// Spaces with an allocation that is not thread-local, ascending; at most BufferAssignment::kMostSpaces of them, whose
/// warning names the others.
std::vector<std::int64_t> usedSpaces(const BufferAssignment& assignment);

/// The trace whose events are the steps of a space: that of the first temporary allocation of the space that has one,
/// in file order, in which compilers number them; none without one.
TraceId axisTrace(const BufferAssignment& assignment, std::int64_t space);

} // namespace tidemark
