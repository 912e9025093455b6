#include "core/shapes/array_shape.h"

#include "core/shapes/element_type.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

namespace tidemark {
namespace {

using proto::LayoutProto;
using proto::ShapeProto;

// Compilers write less than these limits.
constexpr std::size_t kMostDimensions = 16;
constexpr std::size_t kMostTiles = 8;
constexpr std::int64_t kMostBits = 1024;

// measureShape() reports damage in a shape, so the functions here ignore it.

std::vector<std::int64_t> readTile(std::string_view bytes)
{
    std::vector<std::int64_t> tile;
    Damage known;
    for (WireReader reader(bytes, known); reader.next();)
        if (reader.field() == proto::TileProto::kDimensionsFieldNumber)
            reader.forEachInt64([&](std::int64_t v) { tile.push_back(v); });
    return tile;
}

/// Adds to the layout, because protobuf merges a layout that is written in several fields.
void readLayout(std::string_view bytes, ArrayLayout& layout)
{
    Damage known;
    for (WireReader reader(bytes, known); reader.next();) {
        switch (reader.field()) {
        case LayoutProto::kMinorToMajorFieldNumber:
            reader.forEachInt64([&](std::int64_t v) { layout.minorToMajor.push_back(v); });
            break;
        case LayoutProto::kTilesFieldNumber:
            if (reader.isBytes())
                layout.tiles.push_back(readTile(reader.bytes()));
            break;
        case LayoutProto::kElementSizeInBitsFieldNumber:
            reader.store(layout.elementBits);
            break;
        case LayoutProto::kMemorySpaceFieldNumber:
            reader.store(layout.memorySpace);
            break;
        case LayoutProto::kTailPaddingAlignmentInElementsFieldNumber:
            reader.store(layout.tailPadding);
            break;
        case LayoutProto::kSplitConfigsFieldNumber:
            if (reader.isBytes())
                layout.splits.push_back(reader.bytes());
            break;
        default:
            break;
        }
    }
}

/// Cuts the last dimensions into tiles: replaces each by its number of tiles, and appends the dimensions of the tile.
/// Returns false when the tile does not fit.
bool cut(std::vector<std::int64_t>& dimensions, const std::vector<std::int64_t>& tile)
{
    while (dimensions.size() < tile.size())
        dimensions.insert(dimensions.begin(), 1);
    const std::size_t first = dimensions.size() - tile.size();
    for (std::size_t i = 0; i < tile.size(); ++i) {
        if (tile[i] <= 0 || dimensions[first + i] < 0)
            return false;
        dimensions[first + i] = dimensions[first + i] / tile[i] + (dimensions[first + i] % tile[i] != 0 ? 1 : 0);
    }
    dimensions.insert(dimensions.end(), tile.begin(), tile.end());
    return true;
}

/// Returns the dimensions, the major ones first; nullopt when the layout does not name each dimension once.
std::optional<std::vector<std::int64_t>> inOrder(const ArrayShape& array)
{
    std::vector<std::int64_t> result(array.dimensions.size());
    std::vector<bool> isNamed(result.size(), false);
    if (array.layout->minorToMajor.size() != result.size())
        return std::nullopt;
    for (std::size_t i = 0; i < result.size(); ++i) {
        const auto at = static_cast<std::size_t>(array.layout->minorToMajor[i]);
        if (at >= result.size() || isNamed[at])
            return std::nullopt;
        isNamed[at] = true;
        result[result.size() - 1 - i] = array.dimensions[at];
    }
    return result;
}

/// The product of the dimensions, or nullopt above kLargestArray.
std::optional<std::int64_t> productOf(const std::vector<std::int64_t>& dimensions)
{
    std::int64_t elements = 1;
    for (const std::int64_t dimension : dimensions)
        if (dimension < 0 || __builtin_mul_overflow(elements, dimension, &elements) || elements > kLargestArray)
            return std::nullopt;
    return elements;
}

} // namespace

ArrayShape readArrayShape(ShapeView shape)
{
    ArrayShape array;
    Damage known;
    for (WireReader reader(shape, known); reader.next();) {
        switch (reader.field()) {
        case ShapeProto::kElementTypeFieldNumber:
            reader.storeInt32(array.type);
            break;
        case ShapeProto::kDimensionsFieldNumber:
            reader.forEachInt64([&](std::int64_t v) { array.dimensions.push_back(v); });
            break;
        case ShapeProto::kIsDynamicDimensionFieldNumber:
            reader.forEachInt64([&](std::int64_t v) { array.dynamic.push_back(v != 0); });
            break;
        case ShapeProto::kLayoutFieldNumber:
            if (reader.isBytes())
                readLayout(reader.bytes(), array.layout ? *array.layout : array.layout.emplace());
            break;
        default:
            break;
        }
    }
    return array;
}

std::int64_t elementBits(const ArrayShape& array)
{
    if (array.layout && array.layout->elementBits > 0)
        return array.layout->elementBits;
    const ElementType* const type = elementTypeOf(array.type);
    return type ? type->bits : -1;
}

std::optional<std::int64_t> unpaddedBytes(const ArrayShape& array)
{
    ArrayMeasure measure;
    measure.type = array.type;
    measure.elements = productOf(array.dimensions);
    return unpaddedBytes(measure);
}

std::optional<std::int64_t> storedBytes(const ArrayShape& array)
{
    const ElementType* const type = elementTypeOf(array.type);
    if (!type || type->bits < 0 || !array.layout || !array.layout->splits.empty() || array.layout->tailPadding > 1)
        return std::nullopt;
    if (array.dimensions.size() > kMostDimensions || array.layout->tiles.size() > kMostTiles
        || array.layout->elementBits < 0 || array.layout->elementBits > kMostBits)
        return std::nullopt;
    auto dimensions = inOrder(array);
    if (!dimensions)
        return std::nullopt;
    for (const std::vector<std::int64_t>& tile : array.layout->tiles)
        if (tile.size() > kMostDimensions || !cut(*dimensions, tile))
            return std::nullopt;
    return packedBytes(productOf(*dimensions), elementBits(array));
}

} // namespace tidemark
