#pragma once

#include "core/xla/plan/shape.h"

#include <unordered_map>
#include <vector>

namespace tidemark {

/// Measures of shapes, and elements of tuples, that cost a long walk: one such shape may be named by every buffer of a
/// plan. Only those are kept, so nearly no module has any entry. Shapes are told apart by where their bytes lie.
class LargeShapes
{
public:
    static constexpr std::size_t kLarge = 512; // bytes of a shape that are looked at again and again

    /// Walks over each tuple on the path, and over the shape, no more than once.
    void prepare(ShapeView shape, std::span<const std::int64_t> index);

    /// As tidemark::subshape(); in constant time for what was prepared.
    std::optional<ShapeView> subshape(ShapeView shape, std::span<const std::int64_t> index) const;
    /// As measureShape(); in constant time for what was prepared.
    ArrayMeasure measure(ShapeView shape) const;

private:
    std::optional<ShapeView> element(ShapeView tuple, std::int64_t index) const;

    std::unordered_map<const char*, std::vector<std::uint32_t>> m_elements; // offsets of their fields
    std::unordered_map<const char*, ArrayMeasure> m_measures;
};

} // namespace tidemark
