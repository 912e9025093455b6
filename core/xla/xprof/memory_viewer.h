#pragma once

#include "core/xla/plan/plan.h"

#include <iosfwd>

namespace tidemark::xla {

/// Writes the answer of XProf 2.24.2's memory_viewer for one colour of a module, field for field and including its
/// faults, as proto3 JSON of PreprocessResult. It serves scripts that call XProf today. Our own numbers are in Figures
/// and SpaceTimeline. Rows of equal size and map entries, whose order XProf leaves to its hash, have a fixed order
/// here.
void writeMemoryViewer(std::ostream& out, const Plan& plan, std::int64_t color);

} // namespace tidemark::xla
