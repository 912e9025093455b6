#pragma once

#include "core/xla/plan/plan.h"

#include <iosfwd>

namespace tidemark {

/// Writes what XProf 2.24.2's memory_viewer answers for one colour of a module, field for field and with its faults:
/// proto3 JSON of PreprocessResult. For scripts that call XProf today; our own numbers are in Figures and
/// SpaceTimeline. Rows of equal size and the order of maps, which XProf leaves to its hash, come in a fixed order.
void writeMemoryViewer(std::ostream& out, const Plan& plan, std::int64_t color);

} // namespace tidemark
