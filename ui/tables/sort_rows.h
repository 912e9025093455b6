#pragma once

#include <Qt>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace tidemark::ui {

/// Sorts rows by a key of each. `keyOf` returns none for an empty cell. Empty cells come last in both directions, and
/// rows with equal keys keep their order.
template <class Row, class KeyOf>
void sortRows(std::vector<Row>& rows, Qt::SortOrder order, KeyOf keyOf)
{
    using Key = typename std::invoke_result_t<KeyOf, const Row&>::value_type;
    std::vector<std::pair<Key, std::uint32_t>> keys;
    keys.reserve(rows.size());
    std::vector<Row> empty;
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (auto key = keyOf(rows[i]))
            keys.emplace_back(std::move(*key), static_cast<std::uint32_t>(i));
        else
            empty.push_back(rows[i]);
    if (order == Qt::AscendingOrder)
        std::ranges::sort(keys);
    else
        std::ranges::sort(keys, [](const auto& a, const auto& b) {
            return b.first < a.first || (a.first == b.first && a.second < b.second);
        });
    const std::vector<Row> before = std::exchange(rows, {});
    rows.reserve(before.size());
    for (const auto& key : keys)
        rows.push_back(before[key.second]);
    rows.insert(rows.end(), empty.begin(), empty.end());
}

} // namespace tidemark::ui
