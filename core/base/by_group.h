#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace tidemark {

/// Values that belong to groups from 0 on: those of a group side by side, in the order in which they came.
template <class Value>
struct ByGroup {
    std::vector<std::uint32_t> first; // by group, into values, and one behind the last
    std::vector<Value> values;

    ByGroup() = default;
    /// `each` calls what it is given with each value's group and value. It is called twice, and does the same both
    /// times.
    template <class Each>
    ByGroup(std::size_t groups, const Each& each)
        : first(groups + 1)
    {
        each([this](std::size_t group, const Value&) { ++first[group + 1]; });
        std::partial_sum(first.begin(), first.end(), first.begin());
        values.resize(first.back());
        std::vector<std::uint32_t> next = first;
        each([&](std::size_t group, const Value& value) { values[next[group]++] = value; });
    }

    std::span<const Value> of(std::size_t group) const
    {
        return std::span(values).subspan(first[group], first[group + 1] - first[group]);
    }
    std::span<Value> of(std::size_t group)
    {
        return std::span(values).subspan(first[group], first[group + 1] - first[group]);
    }
};

} // namespace tidemark
