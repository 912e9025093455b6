#pragma once

#include "core/view/row_meanings.h"
#include "core/view/view.h"
#include "core/xla/meaning/attribution.h"
#include "core/xla/programs/figures.h"

namespace tidemark::xla {

/// Returns the view of one memory space of a program. Its axis is the heap trace of the space, and its rows are the
/// chunks and the allocations that are live all the time. It keeps the timeline alive and copies one byte per row.
std::shared_ptr<const View> makeView(const std::shared_ptr<const SpaceTimeline>& timeline,
                                     const ProgramContext& context);

/// Returns an attribution in the form that the rows of a view show. Keeps both arguments alive.
std::shared_ptr<const RowMeanings> rowMeanings(const std::shared_ptr<const Attribution>& attribution,
                                               const std::shared_ptr<const SpaceTimeline>& timeline);

} // namespace tidemark::xla
