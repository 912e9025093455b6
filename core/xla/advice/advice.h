#pragma once

#include "core/xla/advice/evidence.h"

namespace tidemark {

/// What could make a program need less of a memory, by all rules that its file tells enough for: the largest saving
/// first, then one that puts all together that can be, its peak replayed with all of their changes. What saves less
/// than a thousandth of the peak is left out; none: nothing was found. Cost: a pass over rows and steps for every rule.
std::vector<Finding> advise(const Evidence& evidence);

/// Whether any rule can be tried.
bool canAdvise(const SpaceTimeline& timeline);

/// "Not tried, as the file does not tell the HLO: …." Empty: all rules can be tried.
std::string untriedRules(const SpaceTimeline& timeline);

} // namespace tidemark
