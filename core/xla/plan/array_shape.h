#pragma once

#include "core/xla/plan/shape.h"

#include <limits>
#include <vector>

namespace tidemark {

/// How an array lies in memory, as ShapeProto says it. Anything may be in it.
struct ArrayLayout {
    std::vector<std::int64_t> minorToMajor;
    std::vector<std::vector<std::int64_t>> tiles; // each of what those before it made
    std::vector<std::string_view> splits; // serialized SplitConfigProtos
    std::int64_t elementBits = 0; // 0: as the type has
    std::int64_t memorySpace = 0;
    std::int64_t tailPadding = 0;
};

struct ArrayShape {
    /// A tile's dimension that takes in the next one, an array's of any size. Source: kCombineDimension of
    /// xla/layout.h, kUnboundedSize of xla/shape.h.
    static constexpr std::int64_t kSpecial = std::numeric_limits<std::int64_t>::min();

    std::int64_t type = 0; // its number in PrimitiveType
    std::vector<std::int64_t> dimensions;
    std::vector<bool> dynamic;
    std::optional<ArrayLayout> layout;
};

/// Of an array; damage is what measureShape() tells.
ArrayShape readArrayShape(ShapeView shape);

/// Bytes that an array takes in its layout: its dimensions, the minor ones rounded up to tiles. Source of the rule:
/// Tiled layout, openxla.org/xla/tiled_layout. nullopt where the layout has more than tiles, contradicts the shape,
/// gives more than 2^50 bytes or is longer than any compiler writes.
std::optional<std::int64_t> storedBytes(const ArrayShape& array);

} // namespace tidemark
