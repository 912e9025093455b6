#pragma once

#include "core/shapes/shape.h"

#include <limits>
#include <vector>

namespace tidemark {

/// The layout of an array in memory, as ShapeProto describes it. Any value may occur in it.
struct ArrayLayout {
    std::vector<std::int64_t> minorToMajor;
    std::vector<std::vector<std::int64_t>> tiles; // each divides the result of the previous one
    std::vector<std::string_view> splits; // serialized SplitConfigProtos
    std::int64_t elementBits = 0; // 0: that of the element type
    std::int64_t memorySpace = 0;
    std::int64_t tailPadding = 0;
};

struct ArrayShape {
    /// In a tile: the dimension is combined with the next one. In an array: the size of the dimension is unbounded.
    /// Source: kCombineDimension of xla/layout.h, kUnboundedSize of xla/shape.h.
    static constexpr std::int64_t kSpecial = std::numeric_limits<std::int64_t>::min();

    std::int64_t type = 0; // its number in PrimitiveType
    std::vector<std::int64_t> dimensions;
    std::vector<bool> dynamic;
    std::optional<ArrayLayout> layout;
};

/// Reads the shape of an array, not of a tuple. It ignores damage, which measureShape() reports.
ArrayShape readArrayShape(ShapeView shape);

/// The bits of an element: those that the layout states, else those of the element type. Negative for a type without a
/// size.
std::int64_t elementBits(const ArrayShape& array);

/// The rule of unpaddedBytes(ArrayMeasure). The layout does not matter.
std::optional<std::int64_t> unpaddedBytes(const ArrayShape& array);

/// The bytes that an array takes in its layout: the product of its dimensions, with the minor ones rounded up to tiles.
/// Source of the rule: Tiled layout, openxla.org/xla/tiled_layout. nullopt where the layout has more than tiles,
/// contradicts the shape, gives more than 2^50 bytes, or is longer than compilers write.
std::optional<std::int64_t> storedBytes(const ArrayShape& array);

} // namespace tidemark
