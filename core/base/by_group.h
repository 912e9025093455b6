#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

namespace tidemark {

/// Values grouped by numbers from 0 on. The values of a group are adjacent, in the order in which they were added.
template <class Value>
struct ByGroup {
    std::vector<std::uint32_t> first; // start of each group in `values`, then values.size()
    std::vector<Value> values;

    ByGroup() = default;
    /// `each` calls its argument with the group and the value of each value. It is called twice and must do the same
    /// both times.
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
