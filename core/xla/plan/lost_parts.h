#pragma once

#include "core/xla/plan/buffer_assignment.h"
#include "core/xla/plan/hlo_module.h"

namespace tidemark::xla {

/// Returns warnings about facts that hold for the plans of compilers, and that do not hold for this plan. Damage is the
/// reason.
///
///   - Allocations are numbered without gaps, and each logical buffer lies in one.
///   - An allocation that is not temporary ends where the last of its buffers ends.
///   - Buffers and their allocation have one memory space. XLA for GPUs may move temporaries to a space of their own.
///   - A heap trace is about a temporary allocation. All temporary allocations of the known memories have a trace,
///     except tuples of pointers.
///
/// `isOfProgram`: the module stands in the same file. Plans without a module are written without heap traces.
Warnings lostParts(const BufferAssignment& plan, bool isOfProgram);

/// Returns warnings about arguments that the module and the plan describe differently: an allocation of an argument
/// holds a buffer of that argument. If the module says which arguments are donated, the allocations of these, and of
/// no other arguments, are results. REQUIRES: the instructions of the buffers are known
Warnings contradictionsOfArguments(const HloModule& module, const BufferAssignment& plan);

} // namespace tidemark::xla
