#include "core/address_map/box_index.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace tidemark {

BoxIndex::BoxIndex(std::vector<MapBox> boxes)
    : m_boxes(std::move(boxes))
{
    sort(m_boxes);
    const std::size_t count = m_boxes.size();
    m_blocks.resize((count + kBlock - 1) / kBlock);
    for (std::size_t i = 0; i < count; ++i)
        m_blocks[i / kBlock].add(m_boxes[i]);
    m_slab = kBlock * static_cast<std::size_t>(std::ceil(std::sqrt(std::max<std::size_t>(m_blocks.size(), 1))));
    m_positions.resize(count);
    std::iota(m_positions.begin(), m_positions.end(), 0U);
    for (std::size_t slab = 0; slab < count; slab += m_slab)
        std::ranges::sort(std::span(m_positions).subspan(slab, std::min(m_slab, count - slab)), {},
                          [&](std::uint32_t position) { return m_boxes[position].begin; });
    m_tiles.resize(m_blocks.size());
    for (std::size_t i = 0; i < count; ++i)
        m_tiles[i / kBlock].add(m_boxes[m_positions[i]]);
}

void BoxIndex::sort(std::vector<MapBox>& boxes)
{
    std::ranges::sort(boxes, [](const MapBox& a, const MapBox& b) {
        return std::tie(a.first, a.begin, a.row.value) < std::tie(b.first, b.begin, b.row.value);
    });
}

void BoxIndex::Bounds::add(const MapBox& box)
{
    first = std::min(first, box.first);
    past = std::max(past, box.past);
    begin = std::min(begin, box.begin);
    end = std::max(end, box.end);
}

const MapBox* BoxIndex::at(StepId step, std::int64_t address) const
{
    if (step.isNone() || address == INT64_MAX)
        return nullptr;
    return firstFrom(0, {{step.value, step.value + 1}, address, address + 1});
}

const MapBox* BoxIndex::firstBornIn(const MapWindow& window) const
{
    const auto born = std::ranges::lower_bound(m_boxes, window.steps.begin, {}, &MapBox::first);
    return firstFrom(static_cast<std::size_t>(born - m_boxes.begin()), window);
}

std::span<const std::uint32_t> BoxIndex::positionsOf(std::size_t tile) const
{
    return std::span(m_positions).subspan(tile * kBlock, std::min(kBlock, m_positions.size() - tile * kBlock));
}

const MapBox* BoxIndex::firstFrom(std::size_t position, const MapWindow& window) const
{
    const MapBox* found = nullptr;
    for (std::size_t tile = position / m_slab * (m_slab / kBlock); tile < m_tiles.size(); ++tile) {
        if (!meet(m_tiles[tile], window) || (found && m_tiles[tile].first > found->first))
            continue;
        for (const std::uint32_t at : positionsOf(tile))
            if (const MapBox& box = m_boxes[at]; at >= position && meet(box, window) && (!found || &box < found))
                found = &box;
    }
    return found;
}

const MapBox* BoxIndex::lastIn(const MapWindow& window) const
{
    const MapBox* last = nullptr;
    for (std::size_t tile = m_tiles.size(); tile-- > 0;) {
        if (!meet(m_tiles[tile], window) || (last && m_tiles[tile].past < last->past))
            continue;
        for (const std::uint32_t at : positionsOf(tile))
            if (const MapBox& box = m_boxes[at];
                meet(box, window) && (!last || std::pair(box.past, &box) > std::pair(last->past, last)))
                last = &box;
    }
    return last;
}

} // namespace tidemark
