#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tidemark {

/// A serialized ShapeProto, read in place: most shapes of a module are never looked at.
using ShapeView = std::string_view;

/// Follows `index` through nested tuples. nullopt when the path leaves the shape. An empty index is the shape itself.
std::optional<ShapeView> subshape(ShapeView shape, std::span<const std::int64_t> index);

/// More than any device has: elements or bytes above this count as unknown.
constexpr std::int64_t kLargestArray = std::int64_t{1} << 50;

/// Its number in PrimitiveType; 0 when there is none.
std::int64_t elementType(ShapeView shape);
bool isTuple(ShapeView shape);

/// What sizes are made of, and whether anything in the shape, down to the last tile of a tuple's elements, is no valid
/// protobuf or nested deeper than any program's: then nothing that is read from it can be relied on.
struct ArrayMeasure {
    std::int64_t type = 0; // its number in PrimitiveType
    std::optional<std::int64_t> elements = 1; // absent above 2^50
    std::int64_t tupleSize = 0; // direct elements of a tuple
    std::int64_t layoutBits = 0; // per element, as the layout says; 0 when it leaves that to the type
    bool isDamaged = false;
};
/// Cost: one walk over the shape.
ArrayMeasure measureShape(ShapeView shape);

/// Bytes without any padding: product of the dimensions × bits of the element type / 8, rounded up. nullopt for a
/// tuple, an element type this program does not know and a product above 2^50 bytes.
std::optional<std::int64_t> unpaddedBytes(const ArrayMeasure& measure);

/// That many elements of so many bits without gaps, in whole bytes; nullopt above 2^50.
std::optional<std::int64_t> packedBytes(std::optional<std::int64_t> elements, std::int64_t bits);

/// As XLA prints it: "bf16[8,128]{1,0:T(8,128)(2,1)S(1)}"; "" for an empty view.
std::string shapeText(ShapeView shape);

/// Its two halves: "bf16[8,128]" and "{1,0:T(8,128)(2,1)S(1)}" (empty for tuples and where XLA prints none).
std::string shapeTextWithoutLayout(ShapeView shape);
std::string layoutText(ShapeView shape);

/// True if any array in the shape has a tiled layout, which only TPU compilers write.
bool hasTiles(ShapeView shape);

} // namespace tidemark
