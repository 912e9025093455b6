#pragma once

#include "core/xla/plan/plan.h"

#include <iosfwd>

namespace tidemark::xla {

/// Writes the answer of XProf 2.24.2's memory_viewer for one colour of a module, field for field and including its
/// faults, as proto3 JSON of PreprocessResult. It serves scripts that call XProf today. Our own numbers are in Figures
/// and SpaceTimeline. Rows of equal size and map entries, whose order XProf leaves to its hash, have a fixed order
/// here.
void writeMemoryViewer(std::ostream& out, const Plan& plan, std::int64_t color);

/// The size that XLA's ShapeUtil::ByteSizeOf gives for an array and that XProf shows: whole bytes per element, or the
/// bits that its layout names with E(4); 8 for opaque. nullopt for a tuple, a type without a size, and more than 2^50
/// bytes.
std::optional<std::int64_t> xlaByteSize(const ArrayMeasure& measure);

} // namespace tidemark::xla
