#pragma once

#include "core/plan/buffer_assignment.h"

#include <cstdint>
#include <vector>

namespace tidemark {

/// Size of the union of a changing set of address ranges. All ranges that will ever be added are known beforehand.
///
/// DESCRIPTION: add and remove cost O(log n) for n different end points; total() is free.
/// IMPLEMENTATION: a segment tree over the elementary intervals between end points, each node with the number of ranges
/// that cover all of it and the bytes below it that are covered (Bentley's algorithm for Klee's measure problem).
class IntervalUnion
{
public:
    explicit IntervalUnion(const std::vector<AddressRange>& ranges);

    /// `index` into the ranges of the constructor; each may be in the set once.
    void add(std::uint32_t index) { update(index, 1); }
    void remove(std::uint32_t index) { update(index, -1); }
    /// Bytes covered by at least one range of the set.
    std::int64_t total() const { return m_covered[1]; }

private:
    struct Leaves {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };

    void update(std::uint32_t index, int change);
    void refresh(std::size_t node)
    {
        m_covered[node] = m_cover[node] > 0 ? m_length[node]
            : node >= m_leafCount           ? 0
                                            : m_covered[2 * node] + m_covered[2 * node + 1];
    }

    std::vector<Leaves> m_ranges;
    std::size_t m_leafCount = 1; // a power of two
    std::vector<std::int32_t> m_cover;
    std::vector<std::int64_t> m_covered;
    std::vector<std::int64_t> m_length;
};

} // namespace tidemark
