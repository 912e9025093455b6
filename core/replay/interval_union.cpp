#include "core/replay/interval_union.h"

#include "core/base/id_map.h"

#include <algorithm>
#include <bit>

namespace tidemark {

IntervalUnion::IntervalUnion(const std::vector<AddressRange>& ranges)
{
    // Slots are re-used, so end points repeat: far fewer are sorted than there are ranges.
    IdMap seen;
    std::vector<std::int64_t> points;
    for (const AddressRange range : ranges)
        for (const std::int64_t point : {range.begin, range.end})
            if (seen.insert(point, 0))
                points.push_back(point);
    std::ranges::sort(points);
    IdMap rank(points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i)
        rank.insert(points[i], i);

    m_ranges.reserve(ranges.size());
    for (const AddressRange range : ranges)
        m_ranges.push_back({rank.find(range.begin), rank.find(range.end)});

    m_leafCount = std::bit_ceil(std::max<std::size_t>(points.size(), 2) - 1);
    m_cover.assign(2 * m_leafCount, 0);
    m_covered.assign(2 * m_leafCount, 0);
    m_length.assign(2 * m_leafCount, 0);
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        m_length[m_leafCount + i] = points[i + 1] - points[i];
    for (std::size_t node = m_leafCount - 1; node > 0; --node)
        m_length[node] = m_length[2 * node] + m_length[2 * node + 1];
}

void IntervalUnion::update(std::uint32_t index, int change)
{
    const Leaves leaves = m_ranges[index];
    if (leaves.begin >= leaves.end)
        return;
    std::size_t left = leaves.begin + m_leafCount;
    std::size_t right = leaves.end + m_leafCount;
    const auto apply = [&](std::size_t node) {
        m_cover[node] += change;
        refresh(node);
    };
    for (; left < right; left /= 2, right /= 2) {
        if (left % 2 == 1)
            apply(left++);
        if (right % 2 == 1)
            apply(--right);
    }
    std::size_t first = (leaves.begin + m_leafCount) / 2;
    std::size_t last = (leaves.end - 1 + m_leafCount) / 2;
    for (; first != last; first /= 2, last /= 2) {
        refresh(first);
        refresh(last);
    }
    for (; first > 0; first /= 2)
        refresh(first);
}

} // namespace tidemark
