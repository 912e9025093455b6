#pragma once

#include "core/view/rows.h"
#include "core/view/step_series.h"

#include <span>
#include <vector>

namespace tidemark {

/// What a row takes of steps × addresses: steps [first, past), addresses [begin, end).
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

/// A part of steps × addresses. Not empty where one is asked for.
struct MapWindow {
    StepRange steps;
    std::int64_t begin = 0;
    std::int64_t end = 0;

    std::int64_t size() const { return end - begin; }
    bool isEmpty() const { return steps.size() == 0 || begin >= end; }
    friend bool operator==(const MapWindow&, const MapWindow&) = default;
};

/// Boxes in the order of their first steps, to be found by steps and addresses. Immutable.
class BoxIndex
{
public:
    BoxIndex() = default;
    /// In any order. Cost: sorts them.
    explicit BoxIndex(std::vector<MapBox> boxes);

    /// Into the order of boxes().
    static void sort(std::vector<MapBox>& boxes);
    std::span<const MapBox> boxes() const { return m_boxes; }
    bool isEmpty() const { return m_boxes.empty(); }
    /// Calls take(box) for each that has a part in the window, in their order. Cost: a look at each 64 boxes, and at
    /// all of those 64 where there may be some.
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
    /// At least as many as there are in the window, for a 64th of what it costs to count them.
    std::size_t atMost(const MapWindow& window) const
    {
        std::size_t blocks = 0;
        forEachBlock(window, [&](std::size_t) { ++blocks; });
        return std::min(blocks * kBlock, m_boxes.size());
    }
    // Cost of these: a look at each 64 boxes, and of windows that are narrow in one direction, at few others.
    /// The first that holds an address at a step; null: there is none.
    const MapBox* at(StepId step, std::int64_t address) const;
    /// The first that begins at a step of the window and has a part of its addresses; null: there is none.
    const MapBox* firstBornIn(const MapWindow& window) const;
    /// That which ends last of those with a part in the window, of several the one that began last; null: there is
    /// none.
    const MapBox* lastIn(const MapWindow& window) const;

private:
    static constexpr std::size_t kBlock = 64;

    /// What all of some boxes together lie in.
    struct Bounds {
        std::uint32_t first = UINT32_MAX;
        std::uint32_t past = 0;
        std::int64_t begin = INT64_MAX;
        std::int64_t end = INT64_MIN;

        void add(const MapBox& box);
    };

    /// A box, or the bounds of several.
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
    /// The first with a part in the window of those from a position on; null: there is none.
    const MapBox* firstFrom(std::size_t position, const MapWindow& window) const;

    std::vector<MapBox> m_boxes;
    std::vector<Bounds> m_blocks; // of 64 boxes each, in their order
    // Tiles are 64 boxes each as well, which are near each other in addresses too: those of a slab, many blocks, are
    // put in the order of addresses first. (Sort-tile-recursive packing, as of R-trees.)
    std::vector<std::uint32_t> m_positions; // in m_boxes
    std::vector<Bounds> m_tiles;
    std::size_t m_slab = kBlock; // boxes
};

} // namespace tidemark
