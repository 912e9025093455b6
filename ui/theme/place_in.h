#pragma once

#include <algorithm>
#include <functional>
#include <optional>

namespace tidemark::ui {

/// The index of the first element for which `is` holds; none if there is none.
template <class Range, class Is>
std::optional<std::size_t> placeWhere(const Range& range, Is is)
{
    const auto found = std::ranges::find_if(range, is);
    if (found == std::ranges::end(range))
        return std::nullopt;
    return static_cast<std::size_t>(found - std::ranges::begin(range));
}

/// The index of the first element that equals the value; none if there is none.
template <class Range, class Value, class Of = std::identity>
std::optional<std::size_t> placeIn(const Range& range, const Value& value, Of of = {})
{
    return placeWhere(range, [&](const auto& each) { return std::invoke(of, each) == value; });
}

} // namespace tidemark::ui
