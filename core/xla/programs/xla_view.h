#pragma once

#include "core/view/view.h"
#include "core/xla/programs/figures.h"

namespace tidemark {

/// Returns the view of one memory space of a program. Its axis is the heap trace of the space, and its rows are the
/// chunks and the standing allocations. It keeps the timeline alive and copies only one byte per row of it.
std::shared_ptr<const View> makeView(const std::shared_ptr<const SpaceTimeline>& timeline,
                                     const ProgramContext& context);

} // namespace tidemark
