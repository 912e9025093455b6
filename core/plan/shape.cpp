#include "core/plan/shape.h"

#include "core/wire/wire_reader.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

namespace tidemark {
namespace {

using proto::LayoutProto;
using proto::ShapeProto;

struct ElementType {
    std::string_view name;
    int bits; // -1: no size of its own
};

/// By number in xla_data.proto's PrimitiveType.
constexpr std::array<ElementType, 34> kElementTypes = {{
    {"invalid", -1},   {"pred", 8},       {"s8", 8},       {"s16", 16},      {"s32", 32},   {"s64", 64},
    {"u8", 8},         {"u16", 16},       {"u32", 32},     {"u64", 64},      {"f16", 16},   {"f32", 32},
    {"f64", 64},       {"tuple", -1},     {"opaque", -1},  {"c64", 64},      {"bf16", 16},  {"token", 0},
    {"c128", 128},     {"f8e5m2", 8},     {"f8e4m3fn", 8}, {"s4", 4},        {"u4", 4},     {"f8e4m3b11fnuz", 8},
    {"f8e5m2fnuz", 8}, {"f8e4m3fnuz", 8}, {"s2", 2},       {"u2", 2},        {"f8e4m3", 8}, {"f8e3m4", 8},
    {"s1", 1},         {"u1", 1},         {"f4e2m1fn", 4}, {"f8e8m0fnu", 8},
}};
constexpr std::int64_t kTuple = 13;
constexpr std::int64_t kOpaque = 14;
constexpr int kDeepest = 64; // nesting of tuples that is still printed
constexpr std::int64_t kLargest = std::int64_t{1} << 50;
constexpr std::int64_t kSpecial = std::numeric_limits<std::int64_t>::min();

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

Layout readLayout(std::string_view bytes)
{
    Layout layout;
    for (WireReader reader(bytes); reader.next();) {
        switch (reader.field()) {
        case LayoutProto::kMinorToMajorFieldNumber:
            reader.forEachInt64([&](std::int64_t v) { layout.minorToMajor.push_back(v); });
            break;
        case LayoutProto::kTilesFieldNumber: {
            auto& tile = layout.tiles.emplace_back();
            for (WireReader inner(reader.bytes()); inner.next();)
                if (inner.field() == proto::TileProto::kDimensionsFieldNumber)
                    inner.forEachInt64([&](std::int64_t v) { tile.push_back(v); });
            break;
        }
        case LayoutProto::kElementSizeInBitsFieldNumber:
            layout.elementBits = reader.int64();
            break;
        case LayoutProto::kMemorySpaceFieldNumber:
            layout.memorySpace = reader.int64();
            break;
        case LayoutProto::kTailPaddingAlignmentInElementsFieldNumber:
            layout.tailPadding = reader.int64();
            break;
        case LayoutProto::kSplitConfigsFieldNumber:
            layout.splits.push_back(reader.bytes());
            break;
        default:
            break;
        }
    }
    return layout;
}

Array readArray(ShapeView shape)
{
    Array array;
    for (WireReader reader(shape); reader.next();) {
        switch (reader.field()) {
        case ShapeProto::kElementTypeFieldNumber:
            array.type = reader.int64();
            break;
        case ShapeProto::kDimensionsFieldNumber:
            reader.forEachInt64([&](std::int64_t v) { array.dimensions.push_back(v); });
            break;
        case ShapeProto::kIsDynamicDimensionFieldNumber:
            reader.forEachInt64([&](std::int64_t v) { array.dynamic.push_back(v != 0); });
            break;
        case ShapeProto::kLayoutFieldNumber:
            array.layout = readLayout(reader.bytes());
            break;
        default:
            break;
        }
    }
    return array;
}

std::int64_t elementType(ShapeView shape)
{
    std::int64_t type = 0;
    for (WireReader reader(shape); reader.next();)
        if (reader.field() == ShapeProto::kElementTypeFieldNumber) {
            type = reader.int64();
            if (type == kTuple) // which has nothing else but elements, maybe many
                break;
        }
    return type;
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
    for (WireReader reader(split); reader.next();) {
        if (reader.field() == proto::SplitConfigProto::kDimensionFieldNumber)
            dimension = reader.int64();
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
    const bool known = array.type > 0 && array.type < static_cast<std::int64_t>(kElementTypes.size());
    std::string text = known ? std::string(kElementTypes[static_cast<std::size_t>(array.type)].name)
                             : "type" + std::to_string(array.type);
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
    if (depth == kDeepest) {
        text += "(…)";
        return;
    }
    text += '(';
    std::int64_t element = 0;
    for (WireReader reader(shape); reader.next();) {
        if (reader.field() != ShapeProto::kTupleShapesFieldNumber)
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

bool hasTiles(ShapeView shape, int depth)
{
    for (WireReader reader(shape); reader.next();) {
        if (reader.field() == ShapeProto::kTupleShapesFieldNumber && depth < kDeepest
            && hasTiles(reader.bytes(), depth + 1))
            return true;
        if (reader.field() == ShapeProto::kLayoutFieldNumber)
            for (WireReader layout(reader.bytes()); layout.next();)
                if (layout.field() == LayoutProto::kTilesFieldNumber)
                    return true;
    }
    return false;
}

struct Measure {
    std::int64_t type = 0;
    std::optional<std::int64_t> elements = 1; // absent above kLargest
};

Measure measure(ShapeView shape)
{
    Measure result;
    std::int64_t elements = 1;
    bool tooLarge = false;
    for (WireReader reader(shape); reader.next();) {
        if (reader.field() == ShapeProto::kElementTypeFieldNumber) {
            result.type = reader.int64();
            if (result.type == kTuple)
                return result;
        }
        if (reader.field() == ShapeProto::kDimensionsFieldNumber)
            reader.forEachInt64([&](std::int64_t v) {
                tooLarge |= v < 0 || __builtin_mul_overflow(elements, v, &elements) || elements > kLargest;
                if (tooLarge)
                    elements = 1;
            });
    }
    result.elements = tooLarge ? std::nullopt : std::optional(elements);
    return result;
}

/// Per element, as the layout says; 0 when it leaves that to the type.
std::int64_t layoutBits(ShapeView shape)
{
    std::int64_t bits = 0;
    for (WireReader reader(shape); reader.next();)
        if (reader.field() == ShapeProto::kLayoutFieldNumber)
            for (WireReader layout(reader.bytes()); layout.next();)
                if (layout.field() == LayoutProto::kElementSizeInBitsFieldNumber)
                    bits = layout.int64();
    return std::clamp<std::int64_t>(bits, 0, 1024);
}

/// -1 for a type without a size.
int bitsOf(std::int64_t type)
{
    return type > 0 && type < static_cast<std::int64_t>(kElementTypes.size())
        ? kElementTypes[static_cast<std::size_t>(type)].bits
        : -1;
}

std::optional<std::int64_t> bytesOf(std::optional<std::int64_t> elements, std::int64_t bits)
{
    if (!elements)
        return std::nullopt;
    const std::int64_t bytes = (*elements * bits + 7) / 8;
    return bytes > kLargest ? std::nullopt : std::optional(bytes);
}

} // namespace

std::optional<ShapeView> subshape(ShapeView shape, std::span<const std::int64_t> index)
{
    for (const std::int64_t wanted : index) {
        std::int64_t element = 0;
        std::optional<ShapeView> found;
        for (WireReader reader(shape); !found && reader.next();)
            if (reader.field() == ShapeProto::kTupleShapesFieldNumber && element++ == wanted)
                found = reader.bytes();
        if (!found)
            return std::nullopt;
        shape = *found;
    }
    return shape;
}

bool isTuple(ShapeView shape)
{
    return elementType(shape) == kTuple;
}

std::int64_t tupleSize(ShapeView shape)
{
    std::int64_t count = 0;
    for (WireReader reader(shape); reader.next();)
        count += reader.field() == ShapeProto::kTupleShapesFieldNumber ? 1 : 0;
    return count;
}

std::optional<std::int64_t> unpaddedBytes(ShapeView shape)
{
    const auto [type, elements] = measure(shape);
    const int bits = bitsOf(type);
    return bits < 0 ? std::nullopt : bytesOf(elements, bits);
}

std::optional<std::int64_t> xlaByteSize(ShapeView shape)
{
    const auto [type, elements] = measure(shape);
    if (type == kOpaque)
        return std::int64_t{8};
    const int bits = bitsOf(type);
    if (bits <= 0)
        return bits < 0 ? std::nullopt : std::optional(std::int64_t{0});
    const std::int64_t packed = layoutBits(shape);
    return bytesOf(elements, packed > 0 ? packed : std::max(bits, 8));
}

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

bool hasTiles(ShapeView shape)
{
    return hasTiles(shape, 0);
}

} // namespace tidemark
