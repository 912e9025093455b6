#include "tests/support/oracle.h"

#include <limits>
#include <map>
#include <utility>

namespace tidemark::test {
namespace {

__extension__ using UnsignedWide = unsigned __int128;

/// The names and bit widths of the element types, from the published table.
const std::map<int, std::pair<std::string, int>>& elementTypes()
{
    static const std::map<int, std::pair<std::string, int>> kTypes
        = {{1, {"pred", 8}},        {2, {"s8", 8}},          {3, {"s16", 16}},
           {4, {"s32", 32}},        {5, {"s64", 64}},        {6, {"u8", 8}},
           {7, {"u16", 16}},        {8, {"u32", 32}},        {9, {"u64", 64}},
           {10, {"f16", 16}},       {11, {"f32", 32}},       {12, {"f64", 64}},
           {15, {"c64", 64}},       {16, {"bf16", 16}},      {17, {"token", 0}},
           {18, {"c128", 128}},     {19, {"f8e5m2", 8}},     {20, {"f8e4m3fn", 8}},
           {21, {"s4", 4}},         {22, {"u4", 4}},         {23, {"f8e4m3b11fnuz", 8}},
           {24, {"f8e5m2fnuz", 8}}, {25, {"f8e4m3fnuz", 8}}, {26, {"s2", 2}},
           {27, {"u2", 2}},         {28, {"f8e4m3", 8}},     {29, {"f8e3m4", 8}},
           {30, {"s1", 1}},         {31, {"u1", 1}},         {32, {"f4e2m1fn", 4}},
           {33, {"f8e8m0fnu", 8}}};
    return kTypes;
}

template <class List>
std::string commas(const List& list)
{
    std::string text;
    for (const auto value : list) {
        if (!text.empty())
            text += ",";
        text += value == std::numeric_limits<std::int64_t>::min() ? "*" : std::to_string(value);
    }
    return text;
}

} // namespace

std::optional<std::int64_t> oracleUnpadded(const proto::ShapeProto& shape)
{
    const auto type = elementTypes().find(shape.element_type());
    if (type == elementTypes().end())
        return std::nullopt;
    constexpr UnsignedWide kMost = UnsignedWide{1} << 50; // elements, and bytes: no array has more
    UnsignedWide elements = 1;
    for (const std::int64_t dimension : shape.dimensions()) {
        if (dimension < 0)
            return std::nullopt;
        elements *= static_cast<UnsignedWide>(dimension);
        if (elements > kMost)
            return std::nullopt;
    }
    const UnsignedWide bytes = (elements * static_cast<unsigned>(type->second.second) + 7) / 8;
    return bytes > kMost ? std::nullopt : std::optional(static_cast<std::int64_t>(bytes));
}

std::string oracleShapeText(const proto::ShapeProto& shape)
{
    if (shape.element_type() == 13) {
        std::string text = "(";
        for (int i = 0; i < shape.tuple_shapes_size(); ++i) {
            text += i > 0 ? ", " : "";
            text += i > 0 && i % 5 == 0 ? "/*index=" + std::to_string(i) + "*/" : "";
            text += oracleShapeText(shape.tuple_shapes(i));
        }
        return text + ")";
    }
    const auto type = elementTypes().find(shape.element_type());
    std::string text = type == elementTypes().end()
        ? shape.element_type() == 14 ? "opaque" : "type" + std::to_string(shape.element_type())
        : type->second.first;
    text += "[";
    for (int i = 0; i < shape.dimensions_size(); ++i) {
        const bool isDynamic = i < shape.is_dynamic_dimension_size() && shape.is_dynamic_dimension(i);
        const bool isUnbounded = shape.dimensions(i) == std::numeric_limits<std::int64_t>::min();
        text += i > 0 ? "," : "";
        text += isUnbounded ? "?" : (isDynamic ? "<=" : "") + std::to_string(shape.dimensions(i));
    }
    text += "]";
    if (!shape.has_layout())
        return text;
    std::string details;
    for (const auto& tile : shape.layout().tiles())
        details += std::string(details.empty() ? "T" : "") + "(" + commas(tile.dimensions()) + ")";
    if (shape.layout().tail_padding_alignment_in_elements() > 1)
        details += "L(" + std::to_string(shape.layout().tail_padding_alignment_in_elements()) + ")";
    if (shape.layout().element_size_in_bits() != 0)
        details += "E(" + std::to_string(shape.layout().element_size_in_bits()) + ")";
    if (shape.layout().memory_space() != 0)
        details += "S(" + std::to_string(shape.layout().memory_space()) + ")";
    for (const auto& split : shape.layout().split_configs())
        details += std::string(&split == &shape.layout().split_configs(0) ? "SC" : "") + "("
            + std::to_string(split.dimension()) + ":" + commas(split.split_indices()) + ")";
    if (shape.dimensions_size() == 0 && details.empty())
        return text;
    return text + "{" + commas(shape.layout().minor_to_major()) + (details.empty() ? "" : ":" + details) + "}";
}

} // namespace tidemark::test
