#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tidemark {

/// The serialized ShapeProto of a shape as XLA prints it, "(bf16[8,128]{1,0:T(8,128)(2,1)S(1)}, u32[]{:S(2)})": what
/// shapeText() gives back. nullopt for anything else, and for tuples in more than 64 others. Cost: linear.
std::optional<std::string> readShapeText(std::string_view text);

} // namespace tidemark
