// Shapes as XLA prints them.
#include "core/base/text.h"
#include "core/shapes/array_shape.h"
#include "core/shapes/element_type.h"
#include "core/shapes/shape.h"
#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

namespace tidemark {
namespace {

using proto::ShapeProto;

std::string joined(const std::vector<std::int64_t>& values)
{
    return tidemark::joined(values, ",", [](std::int64_t value) {
        return value == ArrayShape::kSpecial ? "*" : std::to_string(value); // kCombineDimension of xla/layout.h
    });
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

/// Returns the part of a layout after the colon, in the order of xla::Layout::Print.
std::string layoutDetails(const ArrayLayout& layout)
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

std::string arrayText(const ArrayShape& array)
{
    const ElementType* const known = elementTypeOf(array.type);
    std::string text = known ? std::string(known->name) : "type" + std::to_string(array.type);
    text += '[';
    for (std::size_t i = 0; i < array.dimensions.size(); ++i) {
        const bool dynamic = i < array.dynamic.size() && array.dynamic[i];
        const bool unbounded = array.dimensions[i] == ArrayShape::kSpecial; // Shape::kUnboundedSize
        text += i > 0 ? "," : "";
        if (unbounded)
            text += "?";
        else
            text += (dynamic ? "<=" : "") + std::to_string(array.dimensions[i]);
    }
    return text + ']';
}

std::string arrayLayoutText(const ArrayShape& array)
{
    if (!array.layout)
        return {};
    const std::string details = layoutDetails(*array.layout);
    if (array.dimensions.empty() && details.empty())
        return {};
    return "{" + joined(array.layout->minorToMajor) + framed(":", details) + "}";
}

void appendShape(ShapeView shape, bool withLayout, int depth, std::string& text)
{
    if (elementType(shape) != kTuple) {
        const ArrayShape array = readArrayShape(shape);
        text += arrayText(array);
        if (withLayout)
            text += arrayLayoutText(array);
        return;
    }
    constexpr int kDeepest = 64; // deeper tuples are printed as "(…)"
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
    return isTuple(shape) ? std::string() : arrayLayoutText(readArrayShape(shape));
}

} // namespace tidemark
