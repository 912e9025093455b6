#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/view/box_index.h"
#include "core/view/view.h"

namespace tidemark {

/// The regions of a view whose rows have addresses: those that it tells, and of a view without an axis each stretch of
/// addresses that its rows take without a break. None: there is no map of it.
std::vector<Rows::Region> regionsWithMap(const View& view);

/// The position of the first of the largest. REQUIRES: there are some
std::size_t largestOf(const std::vector<Rows::Region>& regions);

/// What is free at a step, as far as it goes up and down, and who had some of it last before and has it first after.
struct MapGap {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    RowId before; // none: nobody
    RowId after; // none: nobody
};

/// What there is of a region at a step. In bytes of each bank.
struct RegionLevel {
    static constexpr std::int64_t kLeastGap = std::int64_t{64} << 10U; // that counts as one

    std::vector<MapBox> boxes; // by address
    std::size_t rows = 0;
    std::int64_t live = 0;
    std::int64_t free = 0;
    std::size_t gaps = 0; // of at least kLeastGap
    std::int64_t inGaps = 0; // bytes of those
    std::int64_t largestGap = 0; // of any size
};

/// Where the rows of one region lie, and when. Immutable.
///
/// Where rows share addresses at the same time, each has a lane of them for as long, in the order in which they came:
/// pieces never overlap, and together they are what is occupied. A row that has no place has a band instead, in a strip
/// of its own.
class RegionMap
{
public:
    static constexpr std::size_t kMostLanes = 8; // rows that come to fuller addresses have bands

    /// REQUIRES: one of regionsWithMap(). Error of kind Cancelled. Cost: O(n log n) of the rows, however they overlap.
    static Result<std::shared_ptr<const RegionMap>> of(const std::shared_ptr<const View>& view,
                                                       const Rows::Region& region, const Progress& progress = {});

    const View& view() const { return *m_view; }
    const Rows::Region& region() const { return m_region; }
    /// Its size comes of where a compiler put rows; else it is memory that there is anyway.
    bool isPlanned() const { return m_region.allocation.has_value(); }
    std::int64_t height() const { return m_region.end - m_region.begin; }
    std::uint32_t steps() const { return m_view->axis.count; }
    MapWindow all() const { return {{0, steps()}, m_region.begin, m_region.end}; }
    /// One for each row, whole but for what lies outside the region.
    const BoxIndex& boxes() const { return m_boxes; }
    /// What of the boxes each has alone.
    const BoxIndex& pieces() const { return m_pieces; }
    /// Of a row; null: it has no place here.
    const MapBox* boxOf(RowId row) const;
    /// Bands of what has no place in any region, one upon the other from address 0 to bandsHeight().
    const BoxIndex& bands() const { return m_bands; }
    std::int64_t bandsHeight() const { return m_bandsHeight; }
    /// Rows of this region that have bands for want of room: they contradict the others.
    std::size_t crowded() const { return m_crowded; }
    /// Rows of this region that live at no step: neither boxes nor bands.
    std::size_t lifeless() const { return m_lifeless; }

    /// Of each bank, at any step.
    std::int64_t mostLive() const { return m_mostLive; }
    /// Bytes of each bank that no box has at any step.
    std::int64_t neverTaken() const { return m_neverTaken; }
    /// All steps, and of addresses as many as are worth to be seen first: all, or where little is ever taken the part
    /// with most of it, which is parted from the rest by an eighth of the region where nothing ever lies.
    const MapWindow& opening() const { return m_opening; }
    /// The highest address that is ever taken, and of the steps at which it is the first with most live.
    std::int64_t top() const { return m_top; }
    StepId topStep() const { return m_topStep; }
    /// What is live then, of each bank.
    std::int64_t liveAtTop() const { return m_liveAtTop; }

    RegionLevel levelAt(StepId step) const;
    /// None where something lies, or outside; what crowded() counts lies nowhere. Cost: a look at each 64 boxes, and at
    /// all of those 64 of which one lives then.
    std::optional<MapGap> gapAt(StepId step, std::int64_t address) const;

private:
    RegionMap() = default;
    class Sweep;
    void lookAtAddresses();

    std::shared_ptr<const View> m_view;
    Rows::Region m_region;
    BoxIndex m_boxes;
    BoxIndex m_pieces;
    BoxIndex m_bands;
    std::vector<std::uint32_t> m_boxOf; // by row, into boxes; behind all: none
    std::int64_t m_bandsHeight = 0;
    std::size_t m_crowded = 0;
    std::size_t m_lifeless = 0;
    std::int64_t m_mostLive = 0;
    std::int64_t m_neverTaken = 0;
    MapWindow m_opening;
    std::int64_t m_top = 0;
    StepId m_topStep{0};
    std::int64_t m_liveAtTop = 0;
};

} // namespace tidemark
