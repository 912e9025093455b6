#pragma once

#include "core/view/view.h"
#include "core/xla/programs/figures.h"

namespace tidemark {

/// One memory space of a program as every page shows it: the axis is its heap trace, the rows are its chunks and
/// standing allocations. The view holds the timeline alive and copies nothing of it but one byte per row.
std::shared_ptr<const View> makeView(const std::shared_ptr<const SpaceTimeline>& timeline,
                                     const ProgramContext& context);

} // namespace tidemark
