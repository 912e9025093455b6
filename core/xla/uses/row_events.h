#pragma once

#include "core/view/row_uses.h"
#include "core/xla/replay/space_timeline.h"
#include "core/xla/uses/buffer_uses.h"

namespace tidemark::xla {

/// The events in the life of each row of a timeline. `uses` belongs to the timeline's plan.
///
/// Steps are events of the heap trace, and each birth belongs to its instruction. An instruction reads at the step of
/// its last birth, when all its results exist. An instruction without a birth on this axis reads at the step of the
/// last birth before it in execution order. A use of a buffer with several lives belongs to the life that began last
/// before it. The compiler may free an operand just before it gives the memory to the instruction's result; the use is
/// then at the end of the life.
///
/// The definition of an argument precedes the axis, and the release of a row that is never freed follows it: both have
/// no step. REQUIRES: a plan without missing facts, whose allocations are one row each or have chunks. Errors:
/// Cancelled. Cost: linear in rows, uses and events, except for buffers with many lives.
Result<std::shared_ptr<const RowUses>> rowUses(const std::shared_ptr<const SpaceTimeline>& timeline,
                                               const BufferUses& uses, const Progress& progress = {});

} // namespace tidemark::xla
