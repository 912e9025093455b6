#include "core/address_map/region_map.h"

#include "core/base/shared_ranges.h"
#include "core/view/step_series.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace tidemark {
namespace {

constexpr std::uint32_t kPollMapEvery = 1 << 12; // rows
constexpr std::size_t kWorkPerRow = 64; // segments that a row may meet on average

/// Returns the position of the region in which a row begins, or of the nearest region of its holder. Returns the number
/// of regions if its holder has none.
std::size_t regionOf(const std::vector<Rows::Region>& regions, std::uint32_t holder, std::int64_t address)
{
    const auto place = [](const Rows::Region& region) { return std::pair(region.holder, region.begin); };
    auto region = std::ranges::upper_bound(regions, std::pair(holder, address), {}, place);
    if (region != regions.begin() && std::prev(region)->holder == holder)
        --region;
    const bool isFound = region != regions.end() && region->holder == holder;
    return isFound ? static_cast<std::size_t>(region - regions.begin()) : regions.size();
}

} // namespace

std::size_t fullestOf(const View& view, const std::vector<Rows::Region>& regions)
{
    const Rows& rows = view.rows;
    std::map<std::pair<std::uint32_t, std::int64_t>, std::size_t> places; // by holder and begin
    const auto holderOf = [&](std::uint32_t holder) { return rows.holder ? holder : 0; };
    for (std::size_t i = 0; i < regions.size(); ++i)
        places.emplace(std::pair(holderOf(regions[i].holder), regions[i].begin), i);
    std::vector<std::int64_t> live(regions.size());
    for (const LiveRow& row : rows.live(view.peakStep)) {
        const std::uint32_t holder = rows.holder ? rows.holder[row.row] : 0;
        const auto after = places.upper_bound({holder, rows.offset[row.row]});
        if (after != places.begin() && std::prev(after)->first.first == holder)
            live[std::prev(after)->second] += rows.size[row.row];
    }
    std::size_t fullest = 0;
    const auto rank = [&](std::size_t i) { return std::pair(live[i], regions[i].end - regions[i].begin); };
    for (std::size_t i = 1; i < regions.size(); ++i)
        if (rank(i) > rank(fullest))
            fullest = i;
    return fullest;
}

std::vector<Rows::Region> regionsWithMap(const View& view)
{
    const Rows& rows = view.rows;
    if (!rows.regions.empty() || view.axis.kind != AxisKind::None || rows.count == 0 || !rows.fills(RowColumn::Offset))
        return rows.regions;
    std::vector<AddressRange> taken;
    for (std::size_t i = 0; i < rows.count; ++i)
        if (const RowId row = RowId::at(i); rows.size[row] > 0)
            taken.push_back({rows.offset[row], addressPast(rows.offset[row], rows.size[row])});
    std::vector<Rows::Region> regions;
    for (const auto& [begin, end] : unitedRanges(std::move(taken))) {
        regions.push_back({0, std::nullopt, begin, end, 1});
        if (rows.address)
            regions.back().address = *rows.address + static_cast<std::uint64_t>(begin);
    }
    return regions;
}

/// Goes through the births and deaths of rows once, with a map of the occupied addresses.
class RegionMap::Sweep
{
public:
    Sweep(RegionMap& map, std::size_t rows)
        : m_map(map)
        , m_work(kWorkPerRow * (rows + kWorkPerRow))
    { }

    bool run(std::span<const MapBox> boxes, const Progress& progress)
    {
        std::vector<const MapBox*> deaths;
        deaths.reserve(boxes.size());
        m_isCrowded.assign(boxes.size(), false);
        for (const MapBox& box : boxes)
            deaths.push_back(&box);
        std::ranges::stable_sort(deaths, {}, &MapBox::past);
        auto death = deaths.begin();
        for (std::size_t i = 0; i < boxes.size();) {
            const std::uint32_t step = boxes[i].first;
            for (; (*death)->past <= step; ++death) // a death follows every birth, so this ends
                if (!m_isCrowded[static_cast<std::size_t>(*death - boxes.data())])
                    end(**death);
            for (; i < boxes.size() && boxes[i].first == step; ++i) {
                if (!begin(boxes[i]))
                    m_isCrowded[i] = true;
                if (i % kPollMapEvery != 0)
                    continue;
                progress.at(i, boxes.size(), Progress::Unit::Items, "Laying out addresses");
                if (progress.cancelled())
                    return false;
            }
            updateLevel(step);
        }
        for (; death != deaths.end(); ++death)
            if (!m_isCrowded[static_cast<std::size_t>(*death - boxes.data())])
                end(**death);
        return true;
    }

    std::vector<MapBox> takePieces() { return std::move(m_pieces); }
    const std::vector<bool>& isCrowded() const { return m_isCrowded; }

private:
    /// Addresses that the same rows occupy since a step.
    struct Segment {
        std::int64_t end = 0;
        std::uint32_t since = 0;
        std::uint32_t count = 0;
        std::array<RowId, kMostLanes> rows;
    };
    using Segments = SharedRanges<Segment>::Ranges; // of holder 0

    void close(const Segments::value_type& segment, std::uint32_t step)
    {
        const auto& [start, taken] = segment;
        if (taken.since >= step)
            return;
        // Divides first, so that no product of sizes can overflow.
        const std::int64_t size = taken.end - start.second;
        const std::int64_t each = size / taken.count;
        const std::int64_t rest = size % taken.count;
        std::int64_t at = start.second;
        for (std::uint32_t i = 0; i < taken.count; ++i) {
            const std::int64_t end = at + each + (i < rest ? 1 : 0);
            if (at < end)
                m_pieces.push_back({taken.rows[i], taken.since, step, at, end});
            at = end;
        }
    }

    bool begin(const MapBox& box)
    {
        const auto isFull = [this](const Segment& segment) {
            if (m_work == 0 || segment.count == kMostLanes)
                return true;
            --m_work;
            return false;
        };
        if (m_segments.meetsAny(0, box.begin, box.end, isFull))
            return false;
        const auto made = [&](std::int64_t from, std::int64_t to) {
            m_live += to - from;
            Segment segment{to, box.first, 1, {}};
            segment.rows[0] = box.row;
            return segment;
        };
        m_segments.cover(0, box.begin, box.end, made, [&](Segments::value_type& segment) {
            close(segment, box.first);
            segment.second.since = box.first;
            segment.second.rows[segment.second.count++] = box.row;
        });
        return true;
    }

    void end(const MapBox& box)
    {
        Segments& segments = m_segments.all();
        for (auto segment = segments.lower_bound({0, box.begin});
             segment != segments.end() && segment->first.second < box.end;) {
            Segment& taken = segment->second;
            close(*segment, box.past);
            taken.since = box.past;
            const auto left = std::remove(taken.rows.begin(), taken.rows.begin() + taken.count, box.row);
            taken.count = static_cast<std::uint32_t>(left - taken.rows.begin());
            if (taken.count == 0) {
                m_live -= taken.end - segment->first.second;
                segment = segments.erase(segment);
            } else {
                ++segment;
            }
        }
    }

    /// Updates the highest occupied address. Only steps with births count, because a death does not raise it.
    void updateLevel(std::uint32_t step)
    {
        m_map.m_mostLive = std::max(m_map.m_mostLive, m_live);
        if (m_segments.all().empty())
            return;
        const std::int64_t highest = m_segments.all().rbegin()->second.end;
        if (std::pair(highest, m_live) > std::pair(m_map.m_top, m_map.m_liveAtTop)) {
            m_map.m_top = highest;
            m_map.m_topStep = StepId(step);
            m_map.m_liveAtTop = m_live;
        }
    }

    RegionMap& m_map;
    std::size_t m_work; // work that is left
    SharedRanges<Segment> m_segments;
    std::int64_t m_live = 0; // bytes
    std::vector<MapBox> m_pieces;
    std::vector<bool> m_isCrowded; // whether each box has no room
};

Result<std::shared_ptr<const RegionMap>> RegionMap::of(const std::shared_ptr<const View>& view,
                                                       const Rows::Region& region, const Progress& progress)
{
    std::shared_ptr<RegionMap> map(new RegionMap);
    map->m_view = view;
    map->m_region = region;
    map->m_top = region.begin;
    const Rows& rows = view->rows;
    const std::vector<Rows::Region> regions = regionsWithMap(*view);
    const auto hasPlace = [&](std::uint32_t holder) {
        return !rows.holder || std::ranges::binary_search(regions, holder, {}, &Rows::Region::holder);
    };
    std::vector<MapBox> boxes;
    std::vector<MapBox> bands;
    const auto addBand = [&](RowId row) {
        const std::int64_t end = addressPast(map->m_bandsHeight, rows.size[row]);
        bands.push_back(
            {row, rows.start[row].value, std::min(rows.end[row].value, view->axis.count), map->m_bandsHeight, end});
        map->m_bandsHeight = end;
    };
    for (std::size_t i = 0; i < rows.count; ++i) {
        const RowId row = RowId::at(i);
        const std::uint32_t past = std::min(rows.end[row].value, view->axis.count);
        if (rows.size[row] <= 0 || rows.isFree(row))
            continue;
        const std::uint32_t holder = rows.holder ? rows.holder[row] : region.holder;
        if (rows.start[row].value >= past) {
            map->m_lifeless += holder == region.holder;
            continue;
        }
        const std::int64_t begin = rows.offset[row];
        const std::int64_t end = addressPast(begin, rows.size[row] / region.banks);
        const MapBox box{row, rows.start[row].value, past, std::clamp(begin, region.begin, region.end),
                         std::clamp(end, region.begin, region.end)};
        if (!hasPlace(holder))
            addBand(row);
        else if (holder == region.holder && box.begin < box.end)
            boxes.push_back(box);
    }
    std::vector<MapBox> held;
    for (const Rows::Held& part : rows.held)
        if (const MapBox box{RowId(0), part.steps.begin, part.steps.end, std::max(part.begin, region.begin),
                             std::min(part.end, region.end)};
            part.holder == region.holder && box.begin < box.end)
            held.push_back(box);
    map->m_held = BoxIndex(std::move(held));
    if (progress.cancelled())
        return Progress::cancelledError();
    BoxIndex::sort(boxes);
    Sweep sweep(*map, boxes.size());
    if (!sweep.run(boxes, progress))
        return Progress::cancelledError();
    std::vector<MapBox> kept;
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (sweep.isCrowded()[i])
            addBand(boxes[i].row);
        else
            kept.push_back(boxes[i]);
    map->m_crowded = boxes.size() - kept.size();
    map->m_boxes = BoxIndex(std::move(kept));
    map->m_pieces = BoxIndex(sweep.takePieces());
    map->m_bands = BoxIndex(std::move(bands));
    map->m_boxOf.assign(rows.count, UINT32_MAX);
    for (std::size_t i = 0; i < map->m_boxes.boxes().size(); ++i)
        map->m_boxOf[map->m_boxes.boxes()[i].row.index()] = static_cast<std::uint32_t>(i);
    map->lookAtAddresses();
    return std::shared_ptr<const RegionMap>(map);
}

/// Computes the addresses that no box ever occupies, and the range that the map shows at first.
void RegionMap::lookAtAddresses()
{
    constexpr std::int64_t kLittleOf = 8; // a size is little if it is below 1/8 of the height
    constexpr std::int64_t kRoomOf = 8; // the opening view adds 1/8 of the cluster's size above and below
    struct Cluster {
        std::int64_t begin = 0;
        std::int64_t end = 0;
        double bytes = 0; // sum over all boxes, which may exceed the memory
        std::int64_t size() const { return end - begin; }
    };
    std::vector<std::pair<std::int64_t, std::int64_t>> taken;
    taken.reserve(m_boxes.boxes().size());
    for (const MapBox& box : m_boxes.boxes())
        taken.emplace_back(box.begin, box.end);
    std::ranges::sort(taken);
    m_neverUsed = height();
    std::int64_t done = m_region.begin;
    std::vector<Cluster> clusters; // clusters with large never used ranges between them
    for (const auto& [begin, end] : taken) {
        if (clusters.empty() || begin - done >= height() / kLittleOf)
            clusters.push_back({begin, end, 0});
        m_neverUsed -= std::max<std::int64_t>(0, end - std::max(begin, done));
        done = std::max(done, end);
        clusters.back().end = done;
        clusters.back().bytes += static_cast<double>(end - begin);
    }
    m_opening = all();
    if (clusters.empty() || m_mostLive >= height() / kLittleOf)
        return;
    const Cluster& fullest = *std::ranges::max_element(clusters, {}, &Cluster::bytes);
    if (fullest.size() >= height() / kLittleOf)
        return;
    if (!isPlanned() && levelAt(openingStep()).free >= height() / kLittleOf)
        return;
    m_opening.begin = std::max(m_opening.begin, fullest.begin - fullest.size() / kRoomOf);
    m_opening.end = std::min(m_opening.end, fullest.end + fullest.size() / kRoomOf);
}

StepId RegionMap::openingStep() const
{
    if (m_view->axis.kind == AxisKind::None || levelAt(m_view->peakStep).rows > 0)
        return m_view->peakStep;
    const StepId highest(peakIn(m_view->level(), {0, steps()}));
    return levelAt(highest).rows > 0 ? highest : m_topStep;
}

const MapBox* RegionMap::boxOf(RowId row) const
{
    const std::uint32_t at = row.index() < m_boxOf.size() ? m_boxOf[row.index()] : UINT32_MAX;
    return at == UINT32_MAX ? nullptr : &m_boxes.boxes()[at];
}

/// The parts of the region that the allocator holds at a step.
std::vector<AddressRange> RegionMap::rangesHeldAt(StepId step) const
{
    if (isAllHeld())
        return {{m_region.begin, m_region.end}};
    std::vector<AddressRange> held;
    m_held.forEach({{step.value, step.value + 1}, m_region.begin, m_region.end}, [&](const MapBox& box) {
        held.push_back({box.begin, box.end});
    });
    std::ranges::sort(held, {}, &AddressRange::begin);
    return held;
}

RegionLevel RegionMap::levelAt(StepId step) const
{
    RegionLevel level;
    std::vector<RowId> rows;
    const MapWindow cell{{step.value, step.value + 1}, m_region.begin, m_region.end};
    m_pieces.forEach(cell, [&](const MapBox& box) { level.boxes.push_back(box); });
    m_boxes.forEach(cell, [&](const MapBox&) { ++level.rows; });
    std::ranges::sort(level.boxes, {}, &MapBox::begin);
    std::vector<AddressRange> used;
    for (const MapBox& box : level.boxes) {
        used.push_back({box.begin, box.end});
        level.live += box.size();
    }
    FreeRanges free(std::move(used));
    std::int64_t heldUntil = m_region.begin;
    for (const AddressRange& held : rangesHeldAt(step)) {
        if (heldUntil < held.begin)
            level.notHeld.push_back({heldUntil, held.begin});
        free.forEachIn(held, [&](const AddressRange& gap) {
            level.gaps.push_back(gap);
            level.free += gap.size();
            level.largestGap = std::max(level.largestGap, gap.size());
            if (gap.size() >= RegionLevel::kLeastGap) {
                ++level.largeGaps;
                level.inGaps += gap.size();
            }
        });
        heldUntil = held.end;
    }
    if (heldUntil < m_region.end)
        level.notHeld.push_back({heldUntil, m_region.end});
    return level;
}

std::optional<MapGap> RegionMap::gapAt(StepId step, std::int64_t address) const
{
    if (address < m_region.begin || address >= m_region.end || step.value >= steps())
        return std::nullopt;
    const std::vector<AddressRange> held = rangesHeldAt(step);
    const auto part = std::ranges::find_if(
        held, [&](const AddressRange& range) { return range.begin <= address && address < range.end; });
    if (part == held.end())
        return std::nullopt;
    MapGap gap{part->begin, part->end, {}, {}};
    bool isTaken = false;
    m_boxes.forEach({{step.value, step.value + 1}, m_region.begin, m_region.end}, [&](const MapBox& box) {
        isTaken = isTaken || box.holds(address);
        if (box.end <= address)
            gap.begin = std::max(gap.begin, box.end);
        else if (box.begin > address)
            gap.end = std::min(gap.end, box.begin);
    });
    if (isTaken)
        return std::nullopt;
    if (const MapBox* before = step.value > 0 ? m_boxes.lastIn({{0, step.value}, gap.begin, gap.end}) : nullptr)
        gap.before = before->row;
    if (const MapBox* after = m_boxes.firstBornIn({{step.value + 1, steps()}, gap.begin, gap.end}))
        gap.after = after->row;
    return gap;
}

std::shared_ptr<const View> withPackedRegions(const std::shared_ptr<const View>& view)
{
    constexpr std::int64_t kBetween = 1; // byte, so that free ranges of two regions do not become one
    constexpr std::uint32_t kNoRegion = 1;
    const Rows& rows = view->rows;
    if (rows.regions.size() < 2 || rows.held.empty() || !rows.holder)
        return nullptr;
    std::map<std::uint32_t, std::int64_t> shifts; // by holder: from offsets in the region to packed ones
    std::int64_t end = 0;
    for (const Rows::Region& region : rows.regions) {
        if (region.banks != 1 || !shifts.emplace(region.holder, end - region.begin).second)
            return nullptr;
        end += region.end - region.begin + kBetween;
    }
    struct Owned {
        std::shared_ptr<const View> view;
        std::vector<std::int64_t> offsets;
        std::vector<std::uint32_t> holders;
    };
    const auto owned = std::make_shared<Owned>();
    owned->view = view;
    owned->offsets.resize(rows.count);
    owned->holders.assign(rows.count, kNoRegion);
    for (std::size_t i = 0; i < rows.count; ++i)
        if (const auto shift = shifts.find(rows.holder[RowId::at(i)]); shift != shifts.end()) {
            owned->offsets[i] = rows.offset[RowId::at(i)] + shift->second;
            owned->holders[i] = 0;
        }
    auto packed = std::make_shared<View>(*view);
    packed->owner = owned;
    packed->rows.offset = {owned->offsets.data(), sizeof(std::int64_t)};
    packed->rows.holder = {owned->holders.data(), sizeof(std::uint32_t)};
    packed->rows.regions = {{0, std::nullopt, 0, end - kBetween}};
    for (Rows::Held& held : packed->rows.held) {
        const std::int64_t shift = shifts.at(held.holder);
        held = {0, held.begin + shift, held.end + shift, held.steps};
    }
    return packed;
}

std::vector<FreeRange> freeRanges(const Rows& rows, const std::vector<Rows::Region>& regions, StepId step)
{
    std::vector<FreeRange> ranges;
    std::vector<std::vector<AddressRange>> used(regions.size());
    for (const LiveRow& live : rows.live(step)) {
        if (rows.isFree(live.row))
            continue;
        const std::int64_t begin = rows.offset[live.row];
        const std::size_t at = regionOf(regions, rows.holder ? rows.holder[live.row] : 0, begin);
        if (at == regions.size())
            continue;
        if (const std::int64_t size = rows.size[live.row] / regions[at].banks; size > 0)
            used[at].push_back({begin, addressPast(begin, size)});
    }
    for (std::size_t i = 0; i < regions.size(); ++i)
        FreeRanges(std::move(used[i])).forEachIn({regions[i].begin, regions[i].end}, [&](const AddressRange& range) {
            ranges.push_back({i, range.begin, range.end});
        });
    return ranges;
}

} // namespace tidemark
