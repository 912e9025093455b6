#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tidemark::oom {

/// An array's shape as XLA prints it, "bf16[128,4096,352]{2,1,0:T(16,128)(2,1)}".
struct PrintedShape {
    std::string_view type; // "bf16"
    std::int64_t bits = 0; // of an element
    std::vector<std::int64_t> dimensions;
    std::optional<std::vector<std::int64_t>> minorToMajor; // absent: no layout is printed
    std::vector<std::vector<std::int64_t>> tiles;
};

/// Nothing for tuples, types without a size or packed in a way that the text does not tell, and what is no shape.
/// `shape` must outlive it.
std::optional<PrintedShape> readShape(std::string_view shape);

/// Each dimension rounded up to its tiles. Nothing above 2^60. Source of the rule: openxla.org/xla/tiled_layout, tiles
/// on tiles included.
std::optional<std::int64_t> paddedBytes(const PrintedShape& shape);
std::optional<std::int64_t> unpaddedBytes(const PrintedShape& shape);

struct ShapeBytes {
    std::int64_t unpadded = 0;
    std::int64_t padded = 0;
    bool hasTiles = false;
};

/// All of it of a text; nothing where a part is missing.
std::optional<ShapeBytes> bytesOfShape(std::string_view shape);

} // namespace tidemark::oom
