// Shapes as XLA prints them.
#include "core/wire/wire_reader.h"
#include "core/xla/plan/element_type.h"
#include "core/xla/plan/shape.h"
#include "proto/hlo.pb.h"

#include <limits>
#include <vector>

namespace tidemark {
namespace {

using proto::LayoutProto;
using proto::ShapeProto;

constexpr std::int64_t kSpecial = std::numeric_limits<std::int64_t>::min();

// Damage in a shape is what measureShape() tells, so nothing here asks the sinks.

struct Layout {
    std::vector<std::int64_t> minorToMajor;
    std::vector<std::vector<std::int64_t>> tiles;
    std::vector<std::string_view> splits;
    std::int64_t elementBits = 0;
    std::int64_t memorySpace = 0;
    std::int64_t tailPadding = 0;
};

struct Array {
    std::int64_t type = 0;
    std::vector<std::int64_t> dimensions;
    std::vector<bool> dynamic;
    std::optional<Layout> layout;
};

std::vector<std::int64_t> readTile(std::string_view bytes)
{
    std::vector<std::int64_t> tile;
    Damage known;
    for (WireReader reader(bytes, known); reader.next();)
        if (reader.field() == proto::TileProto::kDimensionsFieldNumber)
            reader.forEachInt64([&](std::int64_t v) { tile.push_back(v); });
    return tile;
}

/// Adds to it, as protobuf does with a layout that is in several fields.
void readLayout(std::string_view bytes, Layout& layout)
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

Array readArray(ShapeView shape)
{
    Array array;
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

std::string joined(const std::vector<std::int64_t>& values)
{
    std::string text;
    for (const std::int64_t value : values) {
        if (!text.empty())
            text += ',';
        text += value == kSpecial ? "*" : std::to_string(value); // kCombineDimension of xla/layout.h
    }
    return text;
}

std::string splitText(std::string_view split)
{
    std::int64_t dimension = 0;
    std::vector<std::int64_t> indices;
    Damage known;
    for (WireReader reader(split, known); reader.next();) {
        if (reader.field() == proto::SplitConfigProto::kDimensionFieldNumber)
            reader.store(dimension);
        else if (reader.field() == proto::SplitConfigProto::kSplitIndicesFieldNumber)
            reader.forEachInt64([&](std::int64_t v) { indices.push_back(v); });
    }
    return "(" + std::to_string(dimension) + ":" + joined(indices) + ")";
}

/// The part behind the colon, in the order of xla::Layout::Print.
std::string layoutDetails(const Layout& layout)
{
    std::string text;
    if (!layout.tiles.empty())
        text += 'T';
    for (const auto& tile : layout.tiles)
        text += "(" + joined(tile) + ")";
    if (layout.tailPadding > 1)
        text += "L(" + std::to_string(layout.tailPadding) + ")";
    if (layout.elementBits != 0)
        text += "E(" + std::to_string(layout.elementBits) + ")";
    if (layout.memorySpace != 0)
        text += "S(" + std::to_string(layout.memorySpace) + ")";
    if (!layout.splits.empty())
        text += "SC";
    for (const std::string_view split : layout.splits)
        text += splitText(split);
    return text;
}

std::string arrayText(const Array& array)
{
    const ElementType* const known = elementTypeOf(array.type);
    std::string text = known ? std::string(known->name) : "type" + std::to_string(array.type);
    text += '[';
    for (std::size_t i = 0; i < array.dimensions.size(); ++i) {
        const bool dynamic = i < array.dynamic.size() && array.dynamic[i];
        const bool unbounded = array.dimensions[i] == kSpecial; // Shape::kUnboundedSize
        text += i > 0 ? "," : "";
        text += unbounded ? "?" : (dynamic ? "<=" : "") + std::to_string(array.dimensions[i]);
    }
    return text + ']';
}

std::string arrayLayoutText(const Array& array)
{
    if (!array.layout)
        return {};
    const std::string details = layoutDetails(*array.layout);
    if (array.dimensions.empty() && details.empty())
        return {};
    return "{" + joined(array.layout->minorToMajor) + (details.empty() ? "" : ":" + details) + "}";
}

void appendShape(ShapeView shape, bool withLayout, int depth, std::string& text)
{
    if (elementType(shape) != kTuple) {
        const Array array = readArray(shape);
        text += arrayText(array);
        if (withLayout)
            text += arrayLayoutText(array);
        return;
    }
    constexpr int kDeepest = 64; // nesting of tuples that is still printed
    if (depth == kDeepest) {
        text += "(…)";
        return;
    }
    text += '(';
    std::int64_t element = 0;
    Damage known;
    for (WireReader reader(shape, known); reader.next();) {
        if (reader.field() != ShapeProto::kTupleShapesFieldNumber || !reader.isBytes())
            continue;
        if (element > 0)
            text += ", ";
        if (element > 0 && element % 5 == 0)
            text += "/*index=" + std::to_string(element) + "*/";
        appendShape(reader.bytes(), withLayout, depth + 1, text);
        ++element;
    }
    text += ')';
}

} // namespace

std::string shapeText(ShapeView shape)
{
    std::string text;
    if (!shape.empty())
        appendShape(shape, true, 0, text);
    return text;
}

std::string shapeTextWithoutLayout(ShapeView shape)
{
    std::string text;
    if (!shape.empty())
        appendShape(shape, false, 0, text);
    return text;
}

std::string layoutText(ShapeView shape)
{
    return isTuple(shape) ? std::string() : arrayLayoutText(readArray(shape));
}

} // namespace tidemark
