#pragma once

#include "core/shapes/array_shape.h"

#include <optional>
#include <string_view>

namespace tidemark::oom {

/// Parses the shape of an array as XLA prints it, "bf16[128,4096,352]{2,1,0:T(16,128)(2,1)}". A layout may be cut
/// before its closing brace. Returns nullopt for a tuple, for a type whose elements are not whole bytes unless the
/// layout states their size, and for any other text.
std::optional<ArrayShape> readShape(std::string_view shape);

/// The bytes of the array with the padding of its layout, if it has one. Returns nullopt if they cannot be computed,
/// see storedBytes().
std::optional<std::int64_t> paddedBytes(const ArrayShape& shape);

struct ShapeBytes {
    std::int64_t unpadded = 0;
    std::int64_t padded = 0;
    bool hasTiles = false;
};

/// Returns both sizes of a printed shape. Returns nullopt if one of them cannot be computed.
std::optional<ShapeBytes> bytesOfShape(std::string_view shape);

} // namespace tidemark::oom
