#pragma once

#include "core/xla/plan/shape.h"

#include <unordered_map>
#include <vector>

namespace tidemark {

/// Finds elements of tuples with very many of them without walking over those before: one such tuple may be named by
/// every buffer of a plan. Only elements from kWide on are looked up, so nearly no module has any entry.
class WideTuples
{
public:
    static constexpr std::int64_t kWide = 64;

    /// Prepares subshape() for this path. Cost: one walk over each tuple that was not seen before.
    void prepare(ShapeView shape, std::span<const std::int64_t> index);

    /// As tidemark::subshape(), which it equals for every path, prepared or not.
    std::optional<ShapeView> subshape(ShapeView shape, std::span<const std::int64_t> index) const;

private:
    std::optional<ShapeView> element(ShapeView tuple, std::int64_t index) const;

    /// By the address of the tuple's bytes: where in them each element's field starts.
    std::unordered_map<const char*, std::vector<std::uint32_t>> m_elements;
};

} // namespace tidemark
