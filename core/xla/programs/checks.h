#pragma once

#include "core/view/check.h"
#include "core/xla/replay/space_timeline.h"

#include <string>
#include <vector>

namespace tidemark::xla {

/// Returns all checks of one space, in a fixed order. Notes are included only where they apply.
std::vector<Check> checkSpace(const SpaceTimeline& timeline);

} // namespace tidemark::xla
