#include "core/oom/printed_shape.h"

#include "core/shapes/written_shape.h"

#include <algorithm>
#include <string>

namespace tidemark::oom {
namespace {

constexpr std::int64_t kByte = 8; // bits

} // namespace

std::optional<ArrayShape> readShape(std::string_view shape)
{
    auto bytes = readShapeText(shape);
    if (!bytes && shape.find('{') != std::string_view::npos)
        bytes = readShapeText(std::string(shape) + '}');
    if (!bytes)
        return std::nullopt;
    ArrayShape array = readArrayShape(*bytes);
    const std::int64_t bits = elementBits(array);
    const bool isStated = array.layout && array.layout->elementBits > 0;
    if (bits <= 0 || (bits % kByte != 0 && !isStated) || (array.layout && !array.layout->splits.empty()))
        return std::nullopt;
    return array;
}

std::optional<std::int64_t> paddedBytes(const ArrayShape& shape)
{
    return shape.layout ? storedBytes(shape) : unpaddedBytes(shape);
}

std::optional<ShapeBytes> bytesOfShape(std::string_view shape)
{
    const auto array = readShape(shape);
    const auto unpadded = array ? unpaddedBytes(*array) : std::nullopt;
    const auto padded = unpadded ? paddedBytes(*array) : std::nullopt;
    if (!padded)
        return std::nullopt;
    return ShapeBytes{std::min(*unpadded, *padded), *padded, array->layout && !array->layout->tiles.empty()};
}

} // namespace tidemark::oom
