#pragma once

#include "core/view/rows.h"
#include "core/xla/meaning/hlo_graph.h"
#include "core/xla/uses/program_order.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <vector>

namespace tidemark::xla {

/// Arguments of one shape and size, in their order. Each output takes the first argument that is free for it.
/// IMPLEMENTATION: a tree of minima over the places at which arguments are read last, built by the first query. A query
/// costs O(log n), because a program may have thousands of such arguments and outputs.
class AlikeArguments
{
public:
    /// REQUIRES: nothing was taken yet
    void add(RowId row, ValueId value, std::optional<std::uint32_t> lastRead)
    {
        const std::uint64_t key = lastRead ? std::uint64_t{*lastRead} + 1 : 0;
        m_byValue.emplace(value, key, m_arguments.size());
        m_arguments.push_back({row, value, key});
    }

    /// Takes the first argument that nothing reads, or that is last read before `written`, or that is last read at
    /// `written` and is one of `inPlace`. Returns none when there is none. ProgramOrder::kNever is neither before nor
    /// after any place.
    RowId takeFree(std::uint32_t written, const std::set<ValueId>& inPlace)
    {
        const bool isKnown = written != ProgramOrder::kNever;
        const std::uint64_t key = std::uint64_t{written} + 1;
        std::size_t at = firstBelow(isKnown ? key : 1);
        for (const ValueId value : inPlace) {
            const auto found = m_byValue.lower_bound({value, key, 0});
            if (isKnown && found != m_byValue.end() && std::get<0>(*found) == value && std::get<1>(*found) == key)
                at = std::min(at, std::get<2>(*found));
        }
        return take(at);
    }
    RowId takeFirst() { return take(firstBelow(kTaken)); }

private:
    static constexpr std::uint64_t kTaken = std::numeric_limits<std::uint64_t>::max();

    struct Argument {
        RowId row;
        ValueId value;
        std::uint64_t key = 0; // 0: nothing reads it; otherwise the place of the last read + 1
    };

    std::size_t leaves() const { return std::bit_ceil(m_arguments.size()); }

    /// Returns the position of the first argument with a smaller key, or the number of arguments when there is none.
    std::size_t firstBelow(std::uint64_t limit)
    {
        if (m_least.empty())
            build();
        if (m_least[1] >= limit)
            return m_arguments.size();
        std::size_t node = 1;
        while (node < leaves())
            node = 2 * node + (m_least[2 * node] < limit ? 0 : 1);
        return node - leaves();
    }

    void build()
    {
        m_least.assign(2 * leaves(), kTaken);
        for (std::size_t i = 0; i < m_arguments.size(); ++i)
            m_least[leaves() + i] = m_arguments[i].key;
        for (std::size_t node = leaves(); --node > 0;)
            m_least[node] = std::min(m_least[2 * node], m_least[2 * node + 1]);
    }

    RowId take(std::size_t at)
    {
        if (at == m_arguments.size())
            return {};
        const auto& [row, value, key] = m_arguments[at];
        m_byValue.erase({value, key, at});
        m_least[leaves() + at] = kTaken;
        for (std::size_t node = (leaves() + at) / 2; node > 0; node /= 2)
            m_least[node] = std::min(m_least[2 * node], m_least[2 * node + 1]);
        return row;
    }

    std::vector<Argument> m_arguments;
    std::vector<std::uint64_t> m_least; // the root is at 1, the children of node i at 2 * i and 2 * i + 1
    std::set<std::tuple<ValueId, std::uint64_t, std::size_t>> m_byValue; // free ones: value, key, position
};

} // namespace tidemark::xla
