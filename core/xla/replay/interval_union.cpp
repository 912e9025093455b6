#include "core/xla/replay/interval_union.h"

#include "core/base/id.h"
#include "core/base/id_map.h"
#include "core/base/id_vector.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

struct PointTag;
using PointId = Id<PointTag>; // an end point of a range, numbered in the order of first occurrence

} // namespace

IntervalUnion::IntervalUnion(const std::vector<AddressRange>& ranges)
{
    // Offsets are reused, so end points repeat: far fewer are sorted than there are ranges.
    IdMap<PointId> ids;
    IdVector<PointId, std::int64_t> points;
    const auto idOf = [&](std::int64_t point) {
        const PointId found = ids.findOrInsert(point, points.nextId());
        if (found == points.nextId())
            points.push_back(point);
        return found;
    };
    m_ranges.reserve(ranges.size());
    for (const AddressRange range : ranges) {
        const PointId begin = idOf(range.begin);
        m_ranges.push_back({begin.value, idOf(range.end).value}); // ids of points, replaced by ranks below
    }
    std::vector<PointId> order;
    order.reserve(points.size());
    for (const PointId id : points.ids())
        order.push_back(id);
    std::ranges::sort(order, {}, [&](PointId id) { return points[id]; });
    IdVector<PointId, std::uint32_t> rank(points.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        rank[order[i]] = i;
    for (Leaves& leaves : m_ranges)
        leaves = {rank[PointId(leaves.begin)], rank[PointId(leaves.end)]};

    std::size_t count = std::max<std::size_t>(points.size(), 2) - 1;
    m_nodes.reserve(count + count / (kFan - 1) + 16);
    m_nodes.resize(count);
    for (std::size_t i = 0; i + 1 < points.size(); ++i)
        m_nodes[i].length = points[order[i + 1]] - points[order[i]];
    m_levels.push_back(0);
    while (count > 1) {
        const std::size_t level = m_levels.back();
        const std::size_t parents = (count + kFan - 1) / kFan;
        m_levels.push_back(static_cast<std::uint32_t>(m_nodes.size()));
        m_nodes.resize(m_nodes.size() + parents);
        for (std::size_t i = 0; i < count; ++i)
            m_nodes[m_levels.back() + i / kFan].length += m_nodes[level + i].length;
        count = parents;
    }
}

void IntervalUnion::update(std::uint32_t index, std::int32_t change)
{
    auto [left, right] = m_ranges[index]; // nodes of the level that the range covers, but not their parents
    if (left >= right)
        return;
    std::uint32_t first = left; // the nodes of the level that contain the ends of the range
    std::uint32_t last = right - 1;
    std::int64_t leftChange = 0; // change of the covered bytes below the parents of first and last
    std::int64_t rightChange = 0;
    for (std::size_t level = 0;; ++level) {
        Node* const nodes = m_nodes.data() + m_levels[level];
        const auto pass = [&](std::uint32_t node, std::int64_t difference) {
            nodes[node].below += difference;
            return nodes[node].ranges > 0 ? 0 : difference;
        };
        const auto cover = [&](std::uint32_t node) {
            const std::int64_t before = nodes[node].covered();
            nodes[node].ranges += change;
            return nodes[node].covered() - before;
        };
        if (first == last) {
            leftChange = pass(first, leftChange + rightChange);
            rightChange = 0;
        } else {
            leftChange = pass(first, leftChange);
            rightChange = pass(last, rightChange);
        }
        const bool isTop = level + 1 == m_levels.size();
        for (; left < right && (left % kFan != 0 || isTop); ++left)
            leftChange += cover(left);
        for (; left < right && right % kFan != 0; --right)
            rightChange += cover(right - 1);
        if (isTop || (left >= right && leftChange == 0 && rightChange == 0))
            return;
        left = (left + kFan - 1) / kFan;
        right /= kFan;
        first /= kFan;
        last /= kFan;
    }
}

} // namespace tidemark::xla
