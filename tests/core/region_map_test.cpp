// Tests of the addresses and lifetimes of rows, compared with a check of every address at every step.
#include "core/address_map/region_map.h"

#include "core/address_map/region_raster.h"
#include "core/view/row_uses.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace tidemark {
namespace {

constexpr std::uint32_t kMapSteps = 24;
constexpr std::int64_t kMapHeight = 40;

struct MapRow {
    std::uint32_t start;
    std::uint32_t end;
    std::int64_t offset;
    std::int64_t size;
    std::uint32_t holder = 1;
    std::uint8_t kind = 0;
};

struct MapCase {
    std::shared_ptr<const View> view;
    std::vector<MapRow> rows;

    explicit MapCase(std::vector<MapRow> made, std::int64_t height = kMapHeight, std::int64_t banks = 1,
                     std::uint32_t steps = kMapSteps)
        : rows(std::move(made))
    {
        auto owned = std::make_shared<View>();
        owned->axis.count = steps;
        Rows& table = owned->rows;
        table.count = rows.size();
        table.kinds = {{"temporary", "Temporary", Hue::Temporary}, {"free", "Free", Hue::Constant}};
        if (!rows.empty()) {
            table.start = {&rows.front().start, sizeof(MapRow)};
            table.end = {&rows.front().end, sizeof(MapRow)};
            table.offset = {&rows.front().offset, sizeof(MapRow)};
            table.size = {&rows.front().size, sizeof(MapRow)};
            table.holder = {&rows.front().holder, sizeof(MapRow)};
            table.kind = {&rows.front().kind, sizeof(MapRow)};
        }
        table.regions = {{1, 7, 0, height, banks}};
        table.live = [this](StepId step) {
            std::vector<LiveRow> live;
            for (std::size_t i = 0; i < rows.size(); ++i)
                if (rows[i].start <= step.value && step.value < rows[i].end)
                    live.push_back({RowId::at(i)});
            return live;
        };
        view = owned;
    }
    MapCase(const MapCase&) = delete;

    std::shared_ptr<const RegionMap> map() const { return *RegionMap::of(view, view->rows.regions.front()); }
};

MapBox box(std::uint32_t row, std::uint32_t first, std::uint32_t past, std::int64_t begin, std::int64_t end)
{
    return {RowId(row), first, past, begin, end};
}

std::vector<MapBox> listed(const BoxIndex& index)
{
    return {index.boxes().begin(), index.boxes().end()};
}

/// Returns rows at random addresses. Few of them overlap, or many with `crowd`.
std::vector<MapRow> randomRows(std::mt19937& random, bool crowd)
{
    std::vector<MapRow> rows;
    const auto below = [&](std::uint64_t limit) { return static_cast<std::int64_t>(random() % limit); };
    for (std::int64_t left = below(crowd ? 60 : 14); left > 0; --left) {
        const auto start = static_cast<std::uint32_t>(below(kMapSteps));
        const auto life = static_cast<std::uint32_t>(below(crowd ? 12 : 8));
        rows.push_back({start, start + life, below(kMapHeight) - 2, below(12), random() % 9 == 0 ? 2U : 1U});
    }
    return rows;
}

/// Returns the rows that cover each address at each step.
using Owners = std::vector<std::vector<RowId>>;
std::size_t cellOf(std::uint32_t step, std::int64_t address)
{
    return step * static_cast<std::size_t>(kMapHeight) + static_cast<std::size_t>(address);
}
Owners ownersOf(const BoxIndex& boxes)
{
    Owners owners(kMapSteps * static_cast<std::size_t>(kMapHeight));
    for (const MapBox& each : boxes.boxes())
        for (std::uint32_t step = each.first; step < each.past; ++step)
            for (std::int64_t address = each.begin; address < each.end; ++address)
                owners[cellOf(step, address)].push_back(each.row);
    return owners;
}

TEST(RegionMap, RowsThatShareAddressesHaveLanesForThatTime)
{
    const MapCase made({{0, 10, 0, 20}, {8, 16, 0, 20}, {2, 4, 30, 10}});
    const auto map = made.map();
    EXPECT_EQ(listed(map->boxes()), (std::vector{box(0, 0, 10, 0, 20), box(2, 2, 4, 30, 40), box(1, 8, 16, 0, 20)}));
    EXPECT_EQ(listed(map->pieces()),
              (std::vector{box(0, 0, 8, 0, 20), box(2, 2, 4, 30, 40), box(0, 8, 10, 0, 10), box(1, 8, 10, 10, 20),
                           box(1, 10, 16, 0, 20)}));
    EXPECT_EQ(*map->boxOf(RowId(1)), box(1, 8, 16, 0, 20));
    EXPECT_EQ(map->pieces().at(StepId(9), 12)->row, RowId(1));
    EXPECT_EQ(map->pieces().at(StepId(9), 20), nullptr);
    EXPECT_EQ(map->mostLive(), 30);
    EXPECT_EQ(map->top(), 40);
    EXPECT_EQ(map->topStep(), StepId(2));
    EXPECT_EQ(map->liveAtTop(), 30);
}

TEST(RegionMap, TheTopStepIsTheOneWithMostLiveBytes)
{
    const MapCase made({{0, 3, 30, 10}, {5, 9, 38, 2}, {5, 9, 0, 30}, {6, 8, 30, 4}, {10, 12, 0, 39}});
    const auto map = made.map();
    EXPECT_EQ(map->top(), 40);
    EXPECT_EQ(map->topStep(), StepId(6)) << "at 0 little else lives, at 10 it is not reached";
    EXPECT_EQ(map->liveAtTop(), 36);
    EXPECT_EQ(map->mostLive(), 39);
}

TEST(RegionMap, CountsUnusedMemoryAndRowsLiveAtNoStep)
{
    const MapCase made(
        {{0, 3, 0, 10}, {5, 9, 5, 10}, {5, 9, 30, 4}, {6, 6, 20, 8}, {9, 7, 20, 8}, {6, 6, 20, 0}, {6, 6, 0, 8, 2}});
    const auto map = made.map();
    EXPECT_EQ(map->neverUsed(), kMapHeight - 19);
    EXPECT_EQ(map->lifeless(), 2U) << "neither what takes nothing nor what another holds";
    EXPECT_EQ(map->boxes().boxes().size(), 3U);
    EXPECT_TRUE(map->bands().isEmpty());
    EXPECT_EQ(MapCase({}, 1000).map()->neverUsed(), 1000);
}

TEST(RegionMap, OpensAtTheOccupiedPartOfASparseRegion)
{
    const MapWindow all{{0, kMapSteps}, 0, 1000};
    EXPECT_EQ(MapCase({}, 1000).map()->opening(), all);
    EXPECT_EQ(MapCase({{0, 9, 0, 125}}, 1000).map()->opening(), all) << "an eighth is seen well";
    EXPECT_EQ(MapCase({{0, 9, 40, 80}}, 1000).map()->opening(), (MapWindow{all.steps, 30, 130}));
    EXPECT_EQ(MapCase({{0, 9, 990, 10}, {2, 9, 0, 16}}, 1000).map()->opening(), (MapWindow{all.steps, 0, 18}));
    EXPECT_EQ(MapCase({{0, 1, 0, 10}, {1, 2, 120, 10}, {2, 3, 240, 10}}, 1000).map()->opening(), all)
        << "no long stretch parts them";
}

TEST(RegionMap, RowsWithoutAnAddressAreBands)
{
    const MapCase made({{0, kMapSteps, 0, 100, 5}, {3, 9, 0, 10}, {0, kMapSteps, 0, 7, 6}, {1, 2, 0, 0}});
    const auto map = made.map();
    EXPECT_EQ(listed(map->bands()), (std::vector{box(0, 0, kMapSteps, 0, 100), box(2, 0, kMapSteps, 100, 107)}));
    EXPECT_EQ(map->bandsHeight(), 107);
    EXPECT_EQ(map->boxOf(RowId(0)), nullptr);
    EXPECT_EQ(map->crowded(), 0U);
}

TEST(RegionMap, AGapKnowsTheRowsBeforeAndAfterIt)
{
    const MapCase made({{0, 3, 0, 10}, {4, 5, 5, 5}, {9, 12, 2, 3}, {7, 24, 10, 5}, {10, 12, 0, 2}});
    const auto map = made.map();
    const auto gap = map->gapAt(StepId(7), 3);
    ASSERT_TRUE(gap);
    EXPECT_EQ(gap->begin, 0);
    EXPECT_EQ(gap->end, 10);
    EXPECT_EQ(gap->before, RowId(1));
    EXPECT_EQ(gap->after, RowId(2));
    EXPECT_FALSE(map->gapAt(StepId(7), 12));
    EXPECT_FALSE(map->gapAt(StepId(7), kMapHeight));
    const auto above = map->gapAt(StepId(7), 20);
    ASSERT_TRUE(above);
    EXPECT_EQ(above->begin, 15);
    EXPECT_TRUE(above->before.isNone());
    EXPECT_TRUE(above->after.isNone());
}

TEST(RegionMap, MemoryThatTheAllocatorDoesNotHoldIsNotFree)
{
    const MapCase testCase({{0, kMapSteps, 4, 4}, {0, kMapSteps, 20, 10}});
    auto view = std::make_shared<View>(*testCase.view);
    // From step 5 on, addresses 0 to 10 and 20 to 30 are held; before, all are.
    view->rows.held
        = {{1, 0, kMapHeight, {0, 5}}, {1, 20, 30, {5, kMapSteps}}, {1, 0, 10, {5, kMapSteps}}, {2, 0, 99, {0, 9}}};
    const auto map = RegionMap::of(view, view->rows.regions.front());
    ASSERT_TRUE(map);
    EXPECT_EQ((*map)->levelAt(StepId(0)).free, kMapHeight - 14);
    EXPECT_TRUE((*map)->levelAt(StepId(0)).notHeld.empty());
    const RegionLevel level = (*map)->levelAt(StepId(5));
    EXPECT_EQ(level.live, 14);
    EXPECT_EQ(level.free, 6);
    EXPECT_EQ(level.largestGap, 4);
    EXPECT_EQ(level.gaps, (std::vector<AddressRange>{{0, 4}, {8, 10}}));
    EXPECT_EQ(level.notHeld, (std::vector<AddressRange>{{10, 20}, {30, kMapHeight}}));
    ASSERT_TRUE((*map)->gapAt(StepId(5), 9));
    EXPECT_EQ((*map)->gapAt(StepId(5), 9)->end, 10);
    EXPECT_FALSE((*map)->gapAt(StepId(5), 15));
    EXPECT_TRUE((*map)->gapAt(StepId(4), 15));
    EXPECT_TRUE((*map)->isNotHeld(StepId(5), 15));
    EXPECT_FALSE((*map)->isNotHeld(StepId(4), 15));
    EXPECT_FALSE((*map)->isNotHeld(StepId(5), 9)) << "it is free";
    EXPECT_FALSE((*map)->isNotHeld(StepId(5), kMapHeight)) << "it is outside";
}

TEST(RegionMap, RegionsOneAfterAnotherAreOneRegion)
{
    constexpr std::int64_t kBetween = 1;
    // The last row lies in no region.
    const MapCase testCase({{0, kMapSteps, 4, 4, 1}, {0, kMapSteps, 120, 10, 2}, {0, kMapSteps, 0, 7, 9}});
    auto view = std::make_shared<View>(*testCase.view);
    view->rows.regions = {{1, std::nullopt, 0, 40}, {2, std::nullopt, 100, 130}};
    EXPECT_FALSE(withPackedRegions(view)) << "the allocator holds all";
    view->rows.held = {{1, 0, 40, {0, kMapSteps}}, {2, 100, 130, {3, kMapSteps}}};
    const auto packed = withPackedRegions(view);
    ASSERT_TRUE(packed);
    ASSERT_EQ(packed->rows.regions.size(), 1U);
    EXPECT_EQ(packed->rows.regions[0].end, 70 + kBetween);
    const auto map = RegionMap::of(packed, packed->rows.regions[0]);
    ASSERT_TRUE(map);
    EXPECT_EQ(listed((*map)->boxes()),
              (std::vector{box(0, 0, kMapSteps, 4, 8), box(1, 0, kMapSteps, 60 + kBetween, 70 + kBetween)}));
    EXPECT_EQ((*map)->bands().boxes().size(), 1U);
    const RegionLevel level = (*map)->levelAt(StepId(3));
    EXPECT_EQ(level.live, 14);
    EXPECT_EQ(level.free, 56);
    EXPECT_EQ(level.gaps, (std::vector<AddressRange>{{0, 4}, {8, 40}, {40 + kBetween, 60 + kBetween}}))
        << "free memory of two regions is never one range";
    EXPECT_EQ((*map)->levelAt(StepId(2)).notHeld, (std::vector<AddressRange>{{40, 70 + kBetween}}));
}

TEST(RegionMap, ARowTakesAnEqualPartOfEachBank)
{
    const MapCase made({{0, 4, 10, 120}}, kMapHeight, 12);
    EXPECT_EQ(listed(made.map()->boxes()), (std::vector{box(0, 0, 4, 10, 20)}));
}

TEST(RegionMap, StretchesOfAddressesAreRegionsWithoutAnAxis)
{
    MapCase made({{0, 1, 0, 10, 0}, {0, 1, 10, 5, 0, 1}, {0, 1, 100, 20, 0}}, 1, 1, 1);
    auto view = std::make_shared<View>(*made.view);
    view->rows.regions.clear();
    EXPECT_TRUE(regionsWithMap(*view).empty());
    view->axis.kind = AxisKind::None;
    view->rows.holder = {};
    view->rows.columns = {RowColumn::Offset};
    const auto regions = regionsWithMap(*view);
    ASSERT_EQ(regions.size(), 2U);
    EXPECT_EQ(regions[0].end, 15);
    EXPECT_EQ(regions[1].begin, 100);
    const auto map = *RegionMap::of(view, regions[0]);
    EXPECT_EQ(listed(map->boxes()), (std::vector{box(0, 0, 1, 0, 10)}));
    EXPECT_EQ(map->levelAt(StepId(0)).free, 5) << "a chunk that is free is no box";
    EXPECT_EQ(regions[1].origin(), 0);
    view->rows.address = 0x7f0000000000;
    const auto known = regionsWithMap(*view);
    EXPECT_EQ(known[1].address, 0x7f0000000064U);
    EXPECT_EQ(known[1].origin(), 100) << "identified by its start";
}

TEST(RegionMap, PiecesCoverTheOccupiedAreaWithoutOverlap)
{
    std::mt19937 random(31);
    for (int i = 0; i < 400; ++i) {
        const MapCase made(randomRows(random, i % 2 == 0));
        const auto map = made.map();
        const Owners boxes = ownersOf(map->boxes());
        const Owners pieces = ownersOf(map->pieces());
        for (std::size_t cell = 0; cell < boxes.size(); ++cell) {
            ASSERT_EQ(pieces[cell].size(), boxes[cell].empty() ? 0U : 1U);
            ASSERT_LE(boxes[cell].size(), RegionMap::kMostLanes);
            ASSERT_TRUE(boxes[cell].empty() || std::ranges::find(boxes[cell], pieces[cell][0]) != boxes[cell].end());
        }
        std::int64_t never = 0;
        for (std::int64_t address = 0; address < kMapHeight; ++address) {
            const auto holds = [&](const MapBox& each) { return each.holds(address); };
            never += std::ranges::none_of(map->boxes().boxes(), holds) ? 1 : 0;
        }
        ASSERT_EQ(map->neverUsed(), never);
        std::int64_t most = 0;
        std::int64_t top = 0;
        StepId topStep{0};
        std::int64_t liveAtTop = 0;
        for (std::uint32_t step = 0; step < kMapSteps; ++step) {
            const RegionLevel level = map->levelAt(StepId(step));
            std::int64_t live = 0;
            std::int64_t highest = 0;
            for (std::int64_t address = 0; address < kMapHeight; ++address) {
                const auto& here = boxes[cellOf(step, address)];
                live += here.empty() ? 0 : 1;
                highest = here.empty() ? highest : address + 1;
                const auto gap = map->gapAt(StepId(step), address);
                ASSERT_EQ(gap.has_value(), here.empty());
                ASSERT_TRUE(!gap || (gap->begin <= address && address < gap->end));
                const MapBox* const at = map->pieces().at(StepId(step), address);
                ASSERT_EQ(at ? at->row : RowId(), here.empty() ? RowId() : pieces[cellOf(step, address)][0]);
            }
            ASSERT_EQ(level.live, live);
            ASSERT_EQ(level.free, kMapHeight - live);
            most = std::max(most, live);
            if (highest > top || (highest == top && live > liveAtTop)) {
                top = highest;
                topStep = StepId(step);
                liveAtTop = live;
            }
            if (map->crowded() == 0) {
                std::int64_t free = 0;
                for (const FreeRange& range : freeRanges(made.view->rows, made.view->rows.regions, StepId(step)))
                    free += range.size();
                ASSERT_EQ(free, level.free);
            }
        }
        ASSERT_EQ(map->mostLive(), most);
        ASSERT_EQ(map->top(), top);
        ASSERT_EQ(map->topStep(), topStep);
        ASSERT_EQ(map->liveAtTop(), liveAtTop);
    }
}

TEST(RegionMap, ManyRowsAtOneAddressAreBandsAndFast)
{
    std::vector<MapRow> rows;
    constexpr std::uint32_t kMany = 40'000;
    for (std::uint32_t i = 0; i < kMany; ++i) // small rows that stay, and as many rows over all of them
        rows.push_back({i, 3 * kMany, i, 1});
    for (std::uint32_t i = 0; i < kMany; ++i)
        rows.push_back({kMany + i, 3 * kMany, 0, kMany});
    const MapCase made(std::move(rows), kMany, 1, 3 * kMany);
    const auto map = made.map();
    EXPECT_GT(map->crowded(), 0U);
    EXPECT_EQ(map->boxes().boxes().size() + map->bands().boxes().size(), std::size_t{2} * kMany);
    EXPECT_LT(map->pieces().boxes().size(), std::size_t{80} * kMany);
}

TEST(RegionMap, ManyRowsWithoutALaneAreFast)
{
    // It would take hours if each row examined all the small ones again before the full address.
    std::vector<MapRow> rows;
    constexpr std::uint32_t kMany = 200'000;
    for (std::uint32_t i = 0; i < kMany; ++i)
        rows.push_back({0, 1, i, 1});
    for (std::size_t i = 1; i < RegionMap::kMostLanes; ++i)
        rows.push_back({0, 1, kMany - 1, 1});
    for (std::uint32_t i = 0; i < kMany; ++i)
        rows.push_back({0, 1, 0, kMany});
    const MapCase made(std::move(rows), kMany, 1, 1);
    const auto map = made.map();
    EXPECT_GE(map->crowded(), std::size_t{kMany} / 2);
    EXPECT_EQ(map->boxes().boxes().size() + map->bands().boxes().size(),
              std::size_t{2} * kMany + RegionMap::kMostLanes - 1);
}

TEST(RegionMap, StopsWhenCancelled)
{
    const MapCase made({{0, 10, 0, 20}});
    const auto map = RegionMap::of(made.view, made.view->rows.regions.front(), Progress{[] { return true; }, {}});
    ASSERT_FALSE(map);
    EXPECT_EQ(map.error().kind, ErrorKind::Cancelled);
}

/// Returns the share of each pixel that a piece covers.
double covered(const MapBox& piece, const MapWindow& window, int width, int height, int x, int y)
{
    const double perColumn = static_cast<double>(window.steps.size()) / width;
    const double perLine = static_cast<double>(window.size()) / height;
    const double left = window.steps.begin + x * perColumn;
    const double top = static_cast<double>(window.end) - y * perLine;
    const double wide = std::min<double>(piece.past, left + perColumn) - std::max<double>(piece.first, left);
    const double high
        = std::min(static_cast<double>(piece.end), top) - std::max(static_cast<double>(piece.begin), top - perLine);
    return std::max(0.0, wide) * std::max(0.0, high) / perColumn / perLine;
}

TEST(RegionRaster, EqualsANaiveSearchAtEveryPixel)
{
    std::mt19937 random(32);
    std::uniform_int_distribution<std::uint32_t> any;
    const auto between
        = [&](std::uint32_t least, std::uint32_t most) { return least + any(random) % (most - least + 1); };
    for (int i = 0; i < 300; ++i) {
        const MapCase made(randomRows(random, i % 3 == 0));
        const auto map = made.map();
        const std::uint32_t first = between(0, kMapSteps - 1);
        const auto low = static_cast<std::int64_t>(between(0, kMapHeight - 1));
        const MapWindow window{{first, between(first + 1, kMapSteps)},
                               low,
                               static_cast<std::int64_t>(between(static_cast<std::uint32_t>(low) + 1, kMapHeight))};
        const auto width = static_cast<int>(between(1, 50));
        const auto height = static_cast<int>(between(1, 60));
        const RegionRaster raster = *rasterOf(map->pieces(), window, width, height);
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                double sum = 0;
                double most = 0;
                double own = 0;
                const RowId seen = raster.row[raster.at(x, y)];
                for (const MapBox& piece : map->pieces().boxes()) {
                    const double share = covered(piece, window, width, height, x, y);
                    sum += share;
                    most = std::max(most, share);
                    own = piece.row == seen ? std::max(own, share) : own;
                }
                ASSERT_NEAR(raster.share[raster.at(x, y)], sum, 1e-5);
                ASSERT_NEAR(own, most, 1e-5);
                ASSERT_TRUE(sum <= 1e-9 || raster.share[raster.at(x, y)] > 0);
            }
    }
}

TEST(RegionRaster, ABoxThinnerThanAPixelIsDrawn)
{
    const MapCase made({{500'000, 500'001, 12'345, 1}}, 1'000'000'000'000, 1, 1'000'000);
    const RegionRaster raster = *rasterOf(made.map()->pieces(), made.map()->all(), 800, 400);
    const auto x = static_cast<std::size_t>(400);
    const std::size_t pixel = std::size_t{399} * 800 + x;
    EXPECT_EQ(raster.row[pixel], RowId(0));
    EXPECT_GT(raster.share[pixel], 0);
    EXPECT_EQ(std::ranges::count(raster.row, RowId(0)), 1);
}

TEST(RowTenants, ABufferThatReusesARowInPlaceOwnsItFromThatStepOn)
{
    const MapCase made({{2, 12, 0, 20}, {0, 24, 0, 8}});
    RowUses uses;
    const auto shared = [](std::uint32_t step) { return RowEvent{StepId(step), step, RowEventKind::Shared}; };
    uses.events = {{StepId(2), 2, RowEventKind::Defined},
                   shared(5),
                   {StepId(6), 6, RowEventKind::Used},
                   shared(8),
                   {StepId(8), 99, RowEventKind::Shared},
                   shared(12), // at the end of the row: belongs to the next one
                   {StepId(12), RowEvent::kNobody, RowEventKind::Freed},
                   {StepId(), RowEvent::kNobody, RowEventKind::Defined},
                   {StepId(), 7, RowEventKind::Shared}}; // past the axis
    uses.first = {0, 7, 9};
    const auto tenants = tenantsOf(made.view->rows, uses, RowId(0));
    EXPECT_EQ(tenants, (std::vector<RowTenant>{{2, 5, nullptr}, {5, 8, &uses.events[1]}, {8, 12, &uses.events[4]}}));
    EXPECT_EQ(tenantsOf(made.view->rows, uses, RowId(1)), (std::vector<RowTenant>{{0, 24, nullptr}}));
}

TEST(RowTenants, ABufferReplacedAtItsFirstStepNeverOwnsTheRow)
{
    const MapCase made({{2, 12, 0, 20}});
    RowUses uses;
    uses.events = {{StepId(2), 1, RowEventKind::Shared}};
    uses.first = {0, 1};
    EXPECT_EQ(tenantsOf(made.view->rows, uses, RowId(0)), (std::vector<RowTenant>{{2, 12, &uses.events[0]}}));
}

TEST(BoxIndex, FindsTheSameBoxAsALinearSearch)
{
    std::mt19937 random(77);
    const auto below = [&](std::uint32_t limit) { return static_cast<std::uint32_t>(random() % limit); };
    std::vector<MapBox> boxes;
    for (std::uint32_t row = 0; row < 700; ++row) {
        const std::uint32_t first = below(300);
        const std::uint32_t begin = below(5000);
        boxes.push_back(box(row, first, first + 1 + below(20), begin, begin + 1 + below(40)));
    }
    const BoxIndex index(boxes);
    int found = 0;
    int held = 0;
    for (int i = 0; i < 3000; ++i) {
        const std::uint32_t first = below(320);
        const std::uint32_t begin = below(5000);
        const MapWindow window{{first, first + 1 + below(60)}, begin, begin + 1 + below(100)};
        const MapBox* firstBornIn = nullptr;
        const MapBox* lastIn = nullptr;
        index.forEach(window, [&](const MapBox& each) {
            if (!firstBornIn && each.first >= first)
                firstBornIn = &each;
            lastIn = !lastIn || each.past >= lastIn->past ? &each : lastIn;
        });
        ASSERT_EQ(index.firstBornIn(window), firstBornIn);
        ASSERT_EQ(index.lastIn(window), lastIn);
        const MapBox* at = nullptr;
        index.forEach({{first, first + 1}, begin, begin + 1}, [&](const MapBox& each) { at = at ? at : &each; });
        ASSERT_EQ(index.at(StepId(first), begin), at);
        held += at ? 1 : 0;
        found += firstBornIn ? 1 : 0;
    }
    EXPECT_GT(found, 500);
    EXPECT_GT(held, 100);
}

} // namespace
} // namespace tidemark
