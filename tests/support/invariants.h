#pragma once

#include "core/xla/replay/space_timeline.h"

#include <string>

namespace tidemark::test {

/// What must hold of any timeline, whatever the input; "" or the first thing that does not. Rows are added up at no
/// more than `steps` steps, spread evenly, and at the peaks.
std::string brokenInvariant(const SpaceTimeline& timeline, std::uint32_t steps = 1000000);

/// Replays every used space of a plan, and one that is not used.
std::string brokenInvariant(const std::shared_ptr<const Plan>& plan, std::uint32_t steps = 1000000);

} // namespace tidemark::test
