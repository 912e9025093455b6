#pragma once

#include "core/xla/replay/space_timeline.h"

#include <string>

namespace tidemark::test {
using namespace xla;

/// Checks invariants that hold for any timeline of any input; returns "" or the first violation. Rows are summed at the
/// peaks and at up to `steps` steps, spread evenly.
std::string brokenInvariant(const SpaceTimeline& timeline, std::uint32_t steps = 1000000);

/// Replays and checks every used space of a plan, and one that is not used.
std::string brokenInvariant(const std::shared_ptr<const Plan>& plan, std::uint32_t steps = 1000000);

} // namespace tidemark::test
