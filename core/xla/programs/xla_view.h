#pragma once

#include "core/view/view.h"
#include "core/xla/programs/figures.h"

namespace tidemark::xla {

/// Returns the view of one memory space of a program. Its axis is the heap trace of the space, and its rows are the
/// chunks and the allocations that are live all the time. It keeps the timeline alive and copies one byte per row.
std::shared_ptr<const View> makeView(const std::shared_ptr<const SpaceTimeline>& timeline,
                                     const ProgramContext& context);

} // namespace tidemark::xla
