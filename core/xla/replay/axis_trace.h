#pragma once

#include "core/xla/plan/buffer_assignment.h"

#include <vector>

namespace tidemark::xla {

/// The spaces with an allocation that is not thread-local, ascending. At most BufferAssignment::kMostSpaces; a warning
/// of the assignment names the others.
std::vector<std::int64_t> usedSpaces(const BufferAssignment& assignment);

/// Returns the trace whose events are the steps of a space. It is the trace of the first temporary allocation of the
/// space that has a trace, in file order, which is the order of the compiler's numbers. Empty if there is no trace.
TraceId axisTrace(const BufferAssignment& assignment, std::int64_t space);

} // namespace tidemark::xla
