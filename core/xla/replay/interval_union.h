#pragma once

#include "core/base/address_ranges.h"

#include <cstdint>
#include <vector>

namespace tidemark::xla {

/// The size of the union of a changing set of address ranges. All ranges that will ever be added are known in advance.
///
/// DESCRIPTION: add and remove cost O(log n) for n different end points; total() is free.
/// IMPLEMENTATION: a segment tree over the elementary intervals between end points. Each node stores how many ranges
/// cover all of it and how many bytes below it are covered (Bentley's algorithm for Klee's measure problem). Nodes have
/// kFan children, because most ranges span one or two leaves and the cost is the way up. Only differences are
/// propagated.
class IntervalUnion
{
public:
    explicit IntervalUnion(const std::vector<AddressRange>& ranges);

    /// `index` is an index into the ranges of the constructor. Each range may be in the set once.
    void add(std::uint32_t index) { update(index, 1); }
    void remove(std::uint32_t index) { update(index, -1); }
    /// The bytes that at least one range of the set covers.
    std::int64_t total() const { return m_nodes.back().covered(); }

private:
    static constexpr std::uint32_t kFan = 8;

    struct Leaves {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };
    struct Node {
        std::int64_t length = 0;
        std::int64_t below = 0; // bytes that its children cover
        std::int32_t ranges = 0; // number of ranges that cover the whole node
        std::int64_t covered() const { return ranges > 0 ? length : below; }
    };

    void update(std::uint32_t index, std::int32_t change);

    std::vector<Leaves> m_ranges;
    std::vector<Node> m_nodes; // the leaves, then level by level up to the root
    std::vector<std::uint32_t> m_levels; // first node of each level
};

} // namespace tidemark::xla
