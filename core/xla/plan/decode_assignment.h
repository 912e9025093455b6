#pragma once

#include "core/base/progress.h"
#include "core/include/tidemark/result.h"
#include "core/xla/plan/buffer_assignment.h"

namespace tidemark::xla {

/// Decodes a serialized BufferAssignmentProto, which must outlive the result. Returns an error when the bytes are no
/// valid message, and of kind Cancelled. `fileOffset` is added to offsets in messages. Cost: one pass, about a
/// nanosecond per byte.
Result<BufferAssignment> decodeBufferAssignment(std::string_view bytes, std::uint64_t fileOffset = 0,
                                                const Progress& progress = {});

} // namespace tidemark::xla
