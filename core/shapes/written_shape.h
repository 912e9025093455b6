#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// Parses a shape as XLA prints it, "(bf16[8,128]{1,0:T(8,128)(2,1)S(1)}, u32[]{:S(2)})", into a serialized ShapeProto.
/// It is the inverse of shapeText(). Returns nullopt for other text, and for tuples nested deeper than 64. Cost:
/// linear.
std::optional<std::string> readShapeText(std::string_view text);

} // namespace tidemark
