#include "core/view/box_index.h"

#include <algorithm>
#include <tuple>

namespace tidemark {

BoxIndex::BoxIndex(std::vector<MapBox> boxes)
    : m_boxes(std::move(boxes))
{
    std::ranges::sort(m_boxes, [](const MapBox& a, const MapBox& b) {
        return std::tie(a.first, a.begin, a.row.value) < std::tie(b.first, b.begin, b.row.value);
    });
    m_blocks.resize((m_boxes.size() + kBlock - 1) / kBlock);
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const MapBox& box = m_boxes[i];
        Bounds& block = m_blocks[i / kBlock];
        block.first = std::min(block.first, box.first);
        block.past = std::max(block.past, box.past);
        block.begin = std::min(block.begin, box.begin);
        block.end = std::max(block.end, box.end);
    }
}

const MapBox* BoxIndex::at(StepId step, std::int64_t address) const
{
    if (step.isNone() || address == INT64_MAX)
        return nullptr;
    return firstIn({{step.value, step.value + 1}, address, address + 1});
}

const MapBox* BoxIndex::firstIn(const MapWindow& window) const
{
    for (std::size_t i = 0; i < m_blocks.size() && m_blocks[i].first < window.steps.end; ++i)
        if (meet(m_blocks[i], window))
            for (const MapBox& box : boxesOf(i))
                if (meet(box, window))
                    return &box;
    return nullptr;
}

const MapBox* BoxIndex::lastIn(const MapWindow& window) const
{
    const MapBox* last = nullptr;
    for (std::size_t i = m_blocks.size(); i-- > 0;) {
        if (!meet(m_blocks[i], window) || (last && m_blocks[i].past <= last->past))
            continue;
        const std::span<const MapBox> boxes = boxesOf(i);
        for (std::size_t box = boxes.size(); box-- > 0;)
            if (meet(boxes[box], window) && (!last || boxes[box].past > last->past))
                last = &boxes[box];
    }
    return last;
}

} // namespace tidemark
