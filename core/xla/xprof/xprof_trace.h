#pragma once

#include "core/xla/plan/buffer_assignment.h"

namespace tidemark::xla {

/// The trace that XProf replays when there is no axis trace: the one with most events whose buffers have the colour. It
/// belongs to an allocation of another space, so it only serves to state what XProf shows. None when there is no such
/// trace.
TraceId xprofFallbackTrace(const BufferAssignment& assignment, std::int64_t color);

/// The trace that XProf replays for a colour: that of the temporary allocation with the lowest index, including
/// thread-local ones, otherwise the fallback.
TraceId xprofTrace(const BufferAssignment& assignment, std::int64_t color);

} // namespace tidemark::xla
