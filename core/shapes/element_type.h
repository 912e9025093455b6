#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace tidemark {

struct ElementType {
    std::string_view name;
    int bits; // -1 for types without a size, such as tuples
};

/// Indexed by the number in PrimitiveType of xla_data.proto.
inline constexpr std::array<ElementType, 34> kElementTypes = {{
    {"invalid", -1},   {"pred", 8},       {"s8", 8},       {"s16", 16},      {"s32", 32},   {"s64", 64},
    {"u8", 8},         {"u16", 16},       {"u32", 32},     {"u64", 64},      {"f16", 16},   {"f32", 32},
    {"f64", 64},       {"tuple", -1},     {"opaque", -1},  {"c64", 64},      {"bf16", 16},  {"token", 0},
    {"c128", 128},     {"f8e5m2", 8},     {"f8e4m3fn", 8}, {"s4", 4},        {"u4", 4},     {"f8e4m3b11fnuz", 8},
    {"f8e5m2fnuz", 8}, {"f8e4m3fnuz", 8}, {"s2", 2},       {"u2", 2},        {"f8e4m3", 8}, {"f8e3m4", 8},
    {"s1", 1},         {"u1", 1},         {"f4e2m1fn", 4}, {"f8e8m0fnu", 8},
}};
inline constexpr std::int64_t kFloat32 = 11;
inline constexpr std::int64_t kTuple = 13;
inline constexpr std::int64_t kOpaque = 14;
inline constexpr std::int64_t kBfloat16 = 16;

/// Null for a number outside the table.
inline const ElementType* elementTypeOf(std::int64_t number)
{
    return number > 0 && number < static_cast<std::int64_t>(kElementTypes.size())
        ? &kElementTypes[static_cast<std::size_t>(number)]
        : nullptr;
}

} // namespace tidemark
