#pragma once

#include "core/shapes/shape.h"

#include <unordered_map>
#include <vector>

namespace tidemark::xla {

/// Keeps measures of shapes, and elements of tuples, that need a long walk, because every buffer of a plan may name one
/// such shape. Only those are kept, so most modules have no entry. Shapes are identified by the position of their
/// bytes.
class LargeShapes
{
public:
    static constexpr std::size_t kLarge = 512; // size in bytes from which the elements of a shape are indexed

    /// Walks at most once over each tuple on the path and over the shape.
    void prepare(ShapeView shape, std::span<const std::int64_t> index);

    /// See tidemark::subshape(). Takes constant time for prepared shapes.
    std::optional<ShapeView> subshape(ShapeView shape, std::span<const std::int64_t> index) const;
    /// See measureShape(). Takes constant time for prepared shapes.
    ArrayMeasure measure(ShapeView shape) const;

private:
    std::optional<ShapeView> element(ShapeView tuple, std::int64_t index) const;

    std::unordered_map<const char*, std::vector<std::uint32_t>> m_elements; // offsets of the fields of each shape
    std::unordered_map<const char*, ArrayMeasure> m_measures;
};

} // namespace tidemark::xla
