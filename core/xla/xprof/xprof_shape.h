#pragma once

#include "core/shapes/shape.h"

namespace tidemark::xla {

/// The size that XLA's ShapeUtil::ByteSizeOf gives for an array and that XProf shows: whole bytes per element, or the
/// bits that its layout names with E(4); 8 for opaque. nullopt for a tuple, a type without a size, and more than 2^50
/// bytes.
std::optional<std::int64_t> xlaByteSize(const ArrayMeasure& measure);

} // namespace tidemark::xla
