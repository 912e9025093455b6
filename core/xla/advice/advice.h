#pragma once

#include "core/xla/advice/evidence.h"

namespace tidemark::xla {

/// Returns the changes that could make a program need less of a memory, by all rules for which the file has enough
/// facts. The largest saving comes first. One more finding combines all changes that can be combined, with the peak
/// replayed. Savings of less than a thousandth of the peak are left out. Empty when nothing was found. Cost: a pass
/// over rows and steps for every rule.
std::vector<Finding> advise(const Evidence& evidence);

/// Returns whether any rule can be applied.
bool canAdvise(const SpaceTimeline& timeline);

/// Says what is missing for other rules and names the first of them: "Not tried, because the file lacks the HLO: …, …
/// and 9 more." Empty when all can be applied.
std::string untriedRules(const SpaceTimeline& timeline);

} // namespace tidemark::xla
