#pragma once

#include "core/xla/plan/shape.h"

namespace tidemark {

/// What XLA's ShapeUtil::ByteSizeOf gives for an array, which XProf shows: whole bytes per element, or the bits that
/// its layout names, E(4); 8 for opaque. nullopt for a tuple, a type without a size and more than 2^50 bytes.
std::optional<std::int64_t> xlaByteSize(const ArrayMeasure& measure);

} // namespace tidemark
