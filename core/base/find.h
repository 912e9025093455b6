#pragma once

#include <algorithm>
#include <functional>
#include <ranges>
#include <utility>

namespace tidemark {

/// The first element whose projection is `value`; null if there is none.
template <std::ranges::borrowed_range List, class Value, class Projection = std::identity>
auto* findFirst(List&& list, const Value& value, Projection projection = {})
{
    const auto found = std::ranges::find(list, value, projection);
    return found == std::ranges::end(list) ? nullptr : &*found;
}

/// The first element that fulfils a condition; null if there is none.
template <std::ranges::borrowed_range List, class Condition>
auto* findFirstIf(List&& list, Condition condition)
{
    const auto found = std::ranges::find_if(list, std::move(condition));
    return found == std::ranges::end(list) ? nullptr : &*found;
}

/// The value of a key in a map; null if there is none.
template <class Map, class Key>
auto* findValue(Map& map, const Key& key)
{
    const auto found = map.find(key);
    return found == map.end() ? nullptr : &found->second;
}

} // namespace tidemark
