#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tidemark::oom {

/// Bytes of an array by its shape as XLA prints it, "bf16[128,4096,352]{2,1,0:T(16,128)(2,1)}".
struct ShapeBytes {
    std::int64_t unpadded = 0;
    std::int64_t padded = 0; // each dimension rounded up to its tiles
    bool hasTiles = false;
};

/// Nothing for tuples, types without a size or packed in a way that the text does not tell, and what is no shape.
/// Source of the rule: openxla.org/xla/tiled_layout, tiles on tiles included.
std::optional<ShapeBytes> bytesOfShape(std::string_view shape);

} // namespace tidemark::oom
