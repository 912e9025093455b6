#pragma once

#include "core/view/row_uses.h"
#include "core/xla/replay/space_timeline.h"
#include "core/xla/uses/buffer_uses.h"

namespace tidemark {

/// What happens to the rows of a timeline; `uses` are those of its plan.
///
/// Steps are events of the heap trace, of which each birth is its instruction's. An instruction that reads does so at
/// the step of its last birth, when all that it gives is there; one without a birth on this axis at that of the last
/// birth before it in the program's order. A use of a buffer with several lives belongs to the one that began last
/// before it. The compiler may free what an instruction reads just before it gives the memory to what the instruction
/// defines: the use is then at the end of the life.
///
/// An argument is defined before the axis, what is not freed ends behind it: steps of none. REQUIRES: a plan without
/// gaps, whose allocations are a row each or have chunks. Error of kind Cancelled.
/// Cost: linear in rows, uses and events, but for buffers with many lives.
Result<std::shared_ptr<const RowUses>> rowUses(const std::shared_ptr<const SpaceTimeline>& timeline,
                                               const BufferUses& uses, const Progress& progress = {});

} // namespace tidemark
