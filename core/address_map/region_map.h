#pragma once

#include "core/address_map/box_index.h"
#include "core/base/address_ranges.h"
#include "core/base/progress.h"
#include "core/include/tidemark/result.h"
#include "core/view/rows.h"
#include "core/view/view.h"

#include <memory>

namespace tidemark {

/// The regions of a view whose rows have addresses: the regions that the view lists, or without an axis each range of
/// addresses that its rows cover without a gap. Empty: the view has no address map.
std::vector<Rows::Region> regionsWithMap(const View& view);

/// The position of the region that holds most at the peak, the larger and then the first among equals. REQUIRES: there
/// is one
std::size_t fullestOf(const View& view, const std::vector<Rows::Region>& regions);

/// A free range at a step with its full extent, the row that last had some of it before, and the row that has it first
/// after.
struct MapGap {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    RowId before; // may be none
    RowId after; // may be none
};

/// The state of a region at a step. In bytes of each bank.
struct RegionLevel {
    static constexpr std::int64_t kLeastGap = std::int64_t{64} << 10U; // smaller gaps are not counted, in bytes

    std::vector<MapBox> boxes; // sorted by address
    std::vector<AddressRange> gaps; // free memory that the allocator holds, sorted by address
    std::vector<AddressRange> notHeld; // parts that the allocator does not hold at the step, sorted; see Rows::held
    std::size_t rows = 0;
    std::int64_t live = 0;
    std::int64_t free = 0;
    std::size_t largeGaps = 0; // number of gaps of at least kLeastGap
    std::int64_t inGaps = 0; // bytes of those gaps
    std::int64_t largestGap = 0; // size of the largest gap, which may be smaller than kLeastGap
};

/// The addresses and live ranges of the rows of one region. Immutable.
///
/// Rows that share addresses at the same time get a lane each for as long, in the order of their births. Pieces never
/// overlap, and together they are the occupied memory. A row without an address is a band in a separate strip.
class RegionMap
{
public:
    static constexpr std::size_t kMostLanes = 8; // rows that would need more lanes become bands

    /// REQUIRES: one of regionsWithMap(). Errors: Cancelled. Cost: O(n log n) in the rows, for any overlaps.
    static Result<std::shared_ptr<const RegionMap>> of(const std::shared_ptr<const View>& view,
                                                       const Rows::Region& region, const Progress& progress = {});

    const View& view() const { return *m_view; }
    const Rows::Region& region() const { return m_region; }
    /// Whether the region's size results from the compiler's placement. If not, it is the size of an existing memory.
    bool isPlanned() const { return m_region.allocation.has_value(); }
    std::int64_t height() const { return m_region.end - m_region.begin; }
    std::uint32_t steps() const { return m_view->axis.count; }
    MapWindow all() const { return {{0, steps()}, m_region.begin, m_region.end}; }
    /// One box for each row, whole except for parts outside the region.
    const BoxIndex& boxes() const { return m_boxes; }
    /// The parts of the boxes that no other box shares.
    const BoxIndex& pieces() const { return m_pieces; }
    /// The box of a row, or null when the row has no address here.
    const MapBox* boxOf(RowId row) const;
    /// Bands of rows without an address in any region, stacked from address 0 to bandsHeight().
    const BoxIndex& bands() const { return m_bands; }
    std::int64_t bandsHeight() const { return m_bandsHeight; }
    /// Rows of this region that became bands because they contradict other rows.
    std::size_t crowded() const { return m_crowded; }
    /// Rows of this region that live at no step. They are neither boxes nor bands.
    std::size_t lifeless() const { return m_lifeless; }

    /// The largest live size of each bank at any step.
    std::int64_t mostLive() const { return m_mostLive; }
    /// Bytes of each bank that no box covers at any step.
    std::int64_t neverUsed() const { return m_neverUsed; }
    /// The window to show first: all steps, and all addresses, or, where little of the region is ever used, the part
    /// with most of the used memory, if at least an eighth of the region that is never used separates it from the rest.
    /// An existing memory of which an eighth is free at openingStep() is shown whole.
    const MapWindow& opening() const { return m_opening; }
    /// The step to point at first: the view's peak if the region has a row there, else the highest level's, else
    /// topStep(). Cost: that of levelAt().
    StepId openingStep() const;
    /// The highest address that is ever used, and among the steps that reach it the first with most live bytes.
    std::int64_t top() const { return m_top; }
    StepId topStep() const { return m_topStep; }
    /// The live bytes of each bank at that step.
    std::int64_t liveAtTop() const { return m_liveAtTop; }

    /// The parts of the region that the allocator holds, each from the step on at which it has them, without meaningful
    /// rows. Nothing if isAllHeld().
    const BoxIndex& held() const { return m_held; }
    /// Whether the allocator holds the whole region at every step.
    bool isAllHeld() const { return m_view->rows.held.empty(); }
    /// Whether the address is one of the region that the allocator does not hold at the step.
    bool isNotHeld(StepId step, std::int64_t address) const
    {
        const bool isInside = m_region.begin <= address && address < m_region.end;
        return isInside && !isAllHeld() && !m_held.at(step, address);
    }
    /// Cost: that of sorting the live boxes and the held parts.
    RegionLevel levelAt(StepId step) const;
    /// Returns none for an address that is in use, outside, or not held. Rows counted in crowded() use no address.
    /// Cost: one look at each block of 64 boxes, and at all boxes of a block with a live box.
    std::optional<MapGap> gapAt(StepId step, std::int64_t address) const;

private:
    RegionMap() = default;
    class Sweep;
    std::vector<AddressRange> rangesHeldAt(StepId step) const;
    void lookAtAddresses();

    std::shared_ptr<const View> m_view;
    Rows::Region m_region;
    BoxIndex m_boxes;
    BoxIndex m_pieces;
    BoxIndex m_bands;
    BoxIndex m_held;
    std::vector<std::uint32_t> m_boxOf; // for each row: index of its box; the number of boxes if it has none
    std::int64_t m_bandsHeight = 0;
    std::size_t m_crowded = 0;
    std::size_t m_lifeless = 0;
    std::int64_t m_mostLive = 0;
    std::int64_t m_neverUsed = 0;
    MapWindow m_opening;
    std::int64_t m_top = 0;
    StepId m_topStep{0};
    std::int64_t m_liveAtTop = 0;
};

/// A copy of a view whose regions lie one after another in one region, in the order of their addresses, so that one map
/// shows them all. Rows keep their ids, and offsets count in that region. Small ranges that the allocator does not hold
/// separate the regions, so that free memory of two is never one range. Null: the view has fewer than two regions, or
/// the allocator holds them all the time, or their banks differ. Cost: a pass over the rows.
std::shared_ptr<const View> withPackedRegions(const std::shared_ptr<const View>& view);

/// A maximal part of a region that no row occupies.
struct FreeRange {
    std::size_t region = 0; // position among the regions
    std::int64_t begin = 0; // address in each bank
    std::int64_t end = 0;
    std::int64_t size() const { return end - begin; } // in each bank
    friend bool operator==(const FreeRange&, const FreeRange&) = default;
};

/// The free ranges of `regions` at a step, by region and address. Together with the live rows that are not free
/// themselves they cover each region exactly. Rows that reach beyond their region count inside it. REQUIRES: regions
/// sorted by holder and address, without overlap. Cost: O(n log n) in the live rows.
std::vector<FreeRange> freeRanges(const Rows& rows, const std::vector<Rows::Region>& regions, StepId step);

} // namespace tidemark
