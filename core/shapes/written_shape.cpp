#include "core/shapes/written_shape.h"

#include "core/shapes/array_shape.h"
#include "core/shapes/element_type.h"
#include "core/text/text_cursor.h"
#include "core/wire/wire_writer.h"
#include "proto/hlo.pb.h"

#include <algorithm>

namespace tidemark {
namespace {

using proto::LayoutProto;
using proto::ShapeProto;

constexpr int kDeepestTuple = 64; // nesting of tuples

std::string packed(std::uint32_t field, const std::vector<std::int64_t>& numbers)
{
    std::string bytes;
    for (const std::int64_t number : numbers)
        bytes += varint(static_cast<std::uint64_t>(number));
    return numbers.empty() ? std::string() : bytesField(field, bytes);
}

/// Takes numbers separated by commas up to `end`, and `end` itself. "*" and "?" stand for dimensions without a number.
std::optional<std::vector<std::int64_t>> takeNumbers(TextCursor& cursor, std::string_view end)
{
    std::vector<std::int64_t> numbers;
    for (bool isFirst = true; !cursor.take(end); isFirst = false) {
        if (!isFirst && !cursor.take(","))
            return std::nullopt;
        const auto number = cursor.takeOneOf("*?") ? std::optional(ArrayShape::kSpecial) : takeCount(cursor);
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
    }
    return numbers;
}

/// "(0:8,16)"
std::optional<std::string> takeSplit(TextCursor& cursor)
{
    const auto dimension = takeCount(cursor);
    const auto indices = dimension && cursor.take(":") ? takeNumbers(cursor, ")") : std::nullopt;
    if (!indices)
        return std::nullopt;
    return numberField(proto::SplitConfigProto::kDimensionFieldNumber, static_cast<std::uint64_t>(*dimension))
        + packed(proto::SplitConfigProto::kSplitIndicesFieldNumber, *indices);
}

/// Takes one number in brackets after a letter: "E(4)". Returns true if the letter does not follow.
bool takeDetail(TextCursor& cursor, std::string_view letter, std::uint32_t field, std::string& layout)
{
    if (!cursor.take(letter))
        return true;
    const auto number = takeCount(cursor);
    if (!number || !cursor.take(")"))
        return false;
    layout += numberField(field, static_cast<std::uint64_t>(*number));
    return true;
}

/// Takes the part of a layout after the colon, in the order of xla::Layout::Print. Returns false for a different
/// format.
bool takeDetails(TextCursor& cursor, std::string& layout)
{
    if (cursor.take("T"))
        while (cursor.take("(")) {
            const auto tile = takeNumbers(cursor, ")");
            if (!tile)
                return false;
            layout
                += bytesField(LayoutProto::kTilesFieldNumber, packed(proto::TileProto::kDimensionsFieldNumber, *tile));
        }
    if (!takeDetail(cursor, "L(", LayoutProto::kTailPaddingAlignmentInElementsFieldNumber, layout)
        || !takeDetail(cursor, "E(", LayoutProto::kElementSizeInBitsFieldNumber, layout)
        || !takeDetail(cursor, "S(", LayoutProto::kMemorySpaceFieldNumber, layout))
        return false;
    if (cursor.take("SC"))
        while (cursor.take("(")) {
            const auto split = takeSplit(cursor);
            if (!split)
                return false;
            layout += bytesField(LayoutProto::kSplitConfigsFieldNumber, *split);
        }
    return cursor.take("}");
}

/// Takes a layout after its opening brace.
std::optional<std::string> takeLayout(TextCursor& cursor)
{
    const std::size_t end = cursor.rest().find_first_of(":}");
    if (end == std::string_view::npos)
        return std::nullopt;
    const bool hasDetails = cursor.rest()[end] == ':';
    const auto minorToMajor = takeNumbers(cursor, hasDetails ? ":" : "}");
    if (!minorToMajor)
        return std::nullopt;
    std::string layout = packed(LayoutProto::kMinorToMajorFieldNumber, *minorToMajor);
    if (hasDetails && !takeDetails(cursor, layout))
        return std::nullopt;
    return layout;
}

std::optional<std::string> takeArray(TextCursor& cursor)
{
    const std::string_view name = cursor.takeWhile(isAlphanumeric, 1);
    const auto type = std::ranges::find(kElementTypes, name, &ElementType::name);
    if (type == kElementTypes.begin() || type == kElementTypes.end() || !cursor.take("["))
        return std::nullopt;
    std::vector<std::int64_t> dimensions;
    std::vector<std::int64_t> dynamic;
    for (bool isFirst = true; !cursor.take("]"); isFirst = false) {
        if (!isFirst && !cursor.take(","))
            return std::nullopt;
        const bool isUnbounded = cursor.take("?");
        dynamic.push_back(isUnbounded || cursor.take("<=") ? 1 : 0);
        const auto dimension = isUnbounded ? std::optional(ArrayShape::kSpecial) : takeCount(cursor);
        if (!dimension)
            return std::nullopt;
        dimensions.push_back(*dimension);
    }
    std::string shape
        = numberField(ShapeProto::kElementTypeFieldNumber, static_cast<std::uint64_t>(type - kElementTypes.begin()));
    shape += packed(ShapeProto::kDimensionsFieldNumber, dimensions);
    if (cursor.take("{")) {
        const auto layout = takeLayout(cursor);
        if (!layout)
            return std::nullopt;
        shape += bytesField(ShapeProto::kLayoutFieldNumber, *layout);
    }
    if (std::ranges::find(dynamic, 1) != dynamic.end())
        shape += packed(ShapeProto::kIsDynamicDimensionFieldNumber, dynamic);
    return shape;
}

std::optional<std::string> takeShape(TextCursor& cursor, int depth)
{
    if (!cursor.take("("))
        return takeArray(cursor);
    if (depth == kDeepestTuple)
        return std::nullopt;
    std::string shape = numberField(ShapeProto::kElementTypeFieldNumber, kTuple);
    for (bool isFirst = true; !cursor.take(")"); isFirst = false) {
        if (!isFirst && !cursor.take(", "))
            return std::nullopt;
        if (cursor.take("/*index="))
            takeUntil(cursor, "*/");
        const auto element = takeShape(cursor, depth + 1);
        if (!element)
            return std::nullopt;
        shape += bytesField(ShapeProto::kTupleShapesFieldNumber, *element);
    }
    return shape;
}

} // namespace

std::optional<std::string> readShapeText(std::string_view text)
{
    TextCursor cursor(text);
    auto shape = takeShape(cursor, 0);
    if (!shape || !cursor.isAtEnd())
        return std::nullopt;
    return shape;
}

} // namespace tidemark
