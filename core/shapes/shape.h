#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tidemark {

/// A serialized ShapeProto that is read in place, because most shapes of a module are never needed.
using ShapeView = std::string_view;

/// Follows `index` through nested tuples. Returns nullopt when the path leaves the shape. An empty index gives the
/// shape itself.
std::optional<ShapeView> subshape(ShapeView shape, std::span<const std::int64_t> index);

/// The largest number of elements or bytes that counts as known. No device has as much.
constexpr std::int64_t kLargestArray = std::int64_t{1} << 50;

/// The number of an element type in PrimitiveType, or 0 when there is none.
std::int64_t elementType(ShapeView shape);
bool isTuple(ShapeView shape);

/// The sizes of a shape, and whether the whole shape (down to the last tile of a tuple's elements) is valid protobuf
/// with a nesting depth that programs have. If it is not, nothing read from the shape is reliable.
struct ArrayMeasure {
    std::int64_t type = 0; // its number in PrimitiveType
    std::optional<std::int64_t> elements = 1; // absent above 2^50
    std::int64_t tupleSize = 0; // direct elements of a tuple
    std::int64_t layoutBits = 0; // bits per element in the layout; 0 if the type decides
    bool isDamaged = false;
};
/// Cost: one walk over the shape.
ArrayMeasure measureShape(ShapeView shape);

/// The size in bytes without padding: the product of the dimensions × bits of the element type / 8, rounded up. A
/// layout may store elements in more bits than their type has; the difference is padding. nullopt for a tuple, for an
/// unknown element type, and for a product above 2^50 bytes.
std::optional<std::int64_t> unpaddedBytes(const ArrayMeasure& measure);

/// The size in whole bytes of that many elements of so many bits without gaps, or nullopt above 2^50.
std::optional<std::int64_t> packedBytes(std::optional<std::int64_t> elements, std::int64_t bits);

/// Writes a shape as XLA prints it: "bf16[8,128]{1,0:T(8,128)(2,1)S(1)}". Empty for an empty view.
std::string shapeText(ShapeView shape);

/// The two halves of that text: "bf16[8,128]" and "{1,0:T(8,128)(2,1)S(1)}". The layout is empty for tuples and where
/// XLA prints none.
std::string shapeTextWithoutLayout(ShapeView shape);
std::string layoutText(ShapeView shape);

/// Returns whether any array in the shape has a tiled layout. Only TPU compilers write those.
bool hasTiles(ShapeView shape);

} // namespace tidemark
