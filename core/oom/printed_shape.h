#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tidemark::oom {

/// An array's shape as XLA prints it, "bf16[128,4096,352]{2,1,0:T(16,128)(2,1)}".
struct PrintedShape {
    std::string_view type; // "bf16"
    std::int64_t bits = 0; // bits of an element
    std::vector<std::int64_t> dimensions;
    std::optional<std::vector<std::int64_t>> minorToMajor; // absent if no layout is printed
    std::vector<std::vector<std::int64_t>> tiles;
};

/// Parses a printed shape. Returns nullopt for a tuple, for a type without a size or with a packing that the text does
/// not state, and for any other text. `shape` must outlive the result.
std::optional<PrintedShape> readShape(std::string_view shape);

/// The bytes of the array with each dimension rounded up to its tiles. Returns nullopt above 2^60. Source of the rule:
/// openxla.org/xla/tiled_layout, including tiles of tiles.
std::optional<std::int64_t> paddedBytes(const PrintedShape& shape);
std::optional<std::int64_t> unpaddedBytes(const PrintedShape& shape);

struct ShapeBytes {
    std::int64_t unpadded = 0;
    std::int64_t padded = 0;
    bool hasTiles = false;
};

/// Returns both sizes of a printed shape. Returns nullopt if a part cannot be computed.
std::optional<ShapeBytes> bytesOfShape(std::string_view shape);

} // namespace tidemark::oom
