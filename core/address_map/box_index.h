#pragma once

#include "core/view/rows.h"
#include "core/view/step_series.h"

#include <span>
#include <vector>

namespace tidemark {

/// The rectangle of a row in steps × addresses: steps [first, past), addresses [begin, end).
struct MapBox {
    RowId row;
    std::uint32_t first = 0;
    std::uint32_t past = 0;
    std::int64_t begin = 0;
    std::int64_t end = 0;

    bool lives(StepId step) const { return first <= step.value && step.value < past; }
    bool holds(std::int64_t address) const { return begin <= address && address < end; }
    std::int64_t size() const { return end - begin; }
    friend bool operator==(const MapBox&, const MapBox&) = default;
};

/// A window of steps × addresses. Queries require that it is not empty.
struct MapWindow {
    StepRange steps;
    std::int64_t begin = 0;
    std::int64_t end = 0;

    std::int64_t size() const { return end - begin; }
    bool isEmpty() const { return steps.size() == 0 || begin >= end; }
    friend bool operator==(const MapWindow&, const MapWindow&) = default;
};

/// Boxes in the order of their first steps, with queries by steps and addresses. Immutable.
class BoxIndex
{
public:
    BoxIndex() = default;
    /// Takes boxes in any order. Cost: sorts them.
    explicit BoxIndex(std::vector<MapBox> boxes);

    /// Positions in boxes().
    static void sort(std::vector<MapBox>& boxes);
    std::span<const MapBox> boxes() const { return m_boxes; }
    bool isEmpty() const { return m_boxes.empty(); }
    /// Calls take(box) in order for each box that intersects the window. Cost: one look at each block of 64 boxes, and
    /// at all boxes of a block that may intersect.
    template <class Take>
    void forEach(const MapWindow& window, Take take) const
    {
        forEachBlock(window, [&](std::size_t block) {
            const std::size_t past = std::min((block + 1) * kBlock, m_boxes.size());
            for (const MapBox& box : boxes().subspan(block * kBlock, past - block * kBlock))
                if (meet(box, window))
                    take(box);
        });
    }
    /// An upper bound for the number of boxes in the window, at a 64th of the cost of counting them.
    std::size_t atMost(const MapWindow& window) const
    {
        std::size_t blocks = 0;
        forEachBlock(window, [&](std::size_t) { ++blocks; });
        return std::min(blocks * kBlock, m_boxes.size());
    }
    // at(), firstBornIn() and lastIn() look once at each block of 64 boxes, and at few others if the window is narrow
    // in one direction.

    /// The first box that holds an address at a step, or null.
    const MapBox* at(StepId step, std::int64_t address) const;
    /// The first box that begins at a step of the window and intersects its addresses, or null.
    const MapBox* firstBornIn(const MapWindow& window) const;
    /// Among the boxes that intersect the window the one that ends last, and among those the one that began last. Null
    /// when there is none.
    const MapBox* lastIn(const MapWindow& window) const;

private:
    static constexpr std::size_t kBlock = 64;

    /// The bounding rectangle of some boxes.
    struct Bounds {
        std::uint32_t first = UINT32_MAX;
        std::uint32_t past = 0;
        std::int64_t begin = INT64_MAX;
        std::int64_t end = INT64_MIN;

        void add(const MapBox& box);
    };

    /// A box, or the bounds of several boxes.
    template <class Box>
    static bool meet(const Box& box, const MapWindow& window)
    {
        return box.first < window.steps.end && box.past > window.steps.begin && box.begin < window.end
            && box.end > window.begin;
    }
    template <class Take>
    void forEachBlock(const MapWindow& window, Take take) const
    {
        for (std::size_t i = 0; i < m_blocks.size() && m_blocks[i].first < window.steps.end; ++i)
            if (meet(m_blocks[i], window))
                take(i);
    }
    std::span<const std::uint32_t> positionsOf(std::size_t tile) const;
    /// The first box from a position on that intersects the window, or null.
    const MapBox* firstFrom(std::size_t position, const MapWindow& window) const;

    std::vector<MapBox> m_boxes;
    std::vector<Bounds> m_blocks; // bounds of each block of 64 boxes, in their order
    // Tiles of 64 boxes whose addresses are close as well: the boxes of a slab of many blocks are first sorted by
    // address. (Sort-tile-recursive packing, as for R-trees.)
    std::vector<std::uint32_t> m_positions; // positions in m_boxes
    std::vector<Bounds> m_tiles;
    std::size_t m_slab = kBlock; // boxes in a slab
};

} // namespace tidemark
