#pragma once

#include "core/xla/plan/buffer_assignment.h"

namespace tidemark {

/// What XProf replays where there is no axis trace: the trace with most events whose buffers have the colour. Its
/// allocation is one of another space, so this serves only for saying what XProf shows. None when there is none.
TraceId xprofFallbackTrace(const BufferAssignment& assignment, std::int64_t color);

/// The one trace that XProf replays for a colour: that of the temporary allocation with the lowest index, thread-local
/// ones included, else the fallback.
TraceId xprofTrace(const BufferAssignment& assignment, std::int64_t color);

} // namespace tidemark
