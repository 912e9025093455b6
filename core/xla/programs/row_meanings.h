#pragma once

#include "core/view/row_meanings.h"
#include "core/xla/meaning/attribution.h"

#include <memory>

namespace tidemark::xla {

/// Returns an attribution in the form that the rows of a view show. Keeps both arguments alive.
std::shared_ptr<const RowMeanings> rowMeanings(const std::shared_ptr<const Attribution>& attribution,
                                               const std::shared_ptr<const SpaceTimeline>& timeline);

} // namespace tidemark::xla
