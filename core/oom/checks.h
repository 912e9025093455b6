#pragma once

#include "core/oom/report.h"

namespace tidemark::oom {

/// The arithmetic of a message: sums against its totals within the rounding of its digits, padding and sizes against
/// the layouts it prints, chunks against each other. Both sides of each, and what is not said, is not checked.
std::vector<Check> checksOf(const Report& report);

} // namespace tidemark::oom
