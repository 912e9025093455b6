#pragma once

#include "core/view/row_meanings.h"
#include "core/xla/meaning/attribution.h"

#include <memory>

namespace tidemark {

/// An attribution as the rows of a view show it. Holds both alive.
std::shared_ptr<const RowMeanings> rowMeanings(const std::shared_ptr<const Attribution>& attribution,
                                               const std::shared_ptr<const SpaceTimeline>& timeline);

} // namespace tidemark
