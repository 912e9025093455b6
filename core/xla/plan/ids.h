#pragma once

#include "core/base/id.h"

namespace tidemark::xla {

// Positions in the tables of one plan, in file order. The numbers that a file itself uses may be any value and may be
// wrong; they are std::int64_t.

struct BufferTag;
/// A logical buffer, of BufferAssignment::buffers.
using BufferId = Id<BufferTag>;

struct AllocationTag;
/// An allocation, of BufferAssignment::allocations.
using AllocationId = Id<AllocationTag>;

struct TraceTag;
/// A heap-simulator trace, of BufferAssignment::eventsOf().
using TraceId = Id<TraceTag>;

struct ShapePathTag;
/// A path into a shape, of BufferAssignment::indices().
using ShapePathId = Id<ShapePathTag>;

struct InstructionTag;
/// An instruction of any computation, of HloModule.
using InstructionId = Id<InstructionTag>;

struct ComputationTag;
/// A computation, of HloModule.
using ComputationId = Id<ComputationTag>;

} // namespace tidemark::xla
