#pragma once

#include "core/view/view.h"

#include <memory>

namespace tidemark {

/// A copy of a view whose regions lie one after another in one region, in the order of their addresses, so that one map
/// shows them all. Rows keep their ids, and offsets count in that region. Small ranges that the allocator does not hold
/// separate the regions, so that free memory of two is never one range. Null: the view has fewer than two regions, or
/// the allocator holds them all the time, or their banks differ. Cost: a pass over the rows.
std::shared_ptr<const View> withPackedRegions(const std::shared_ptr<const View>& view);

} // namespace tidemark
