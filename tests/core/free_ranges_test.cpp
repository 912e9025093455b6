// Tests of the free ranges between the rows of a step, compared with a check of every address.
#include "core/address_map/region_map.h"

#include <gtest/gtest.h>

#include <random>

namespace tidemark {
namespace {

/// Rows that are live at every step, and their addresses.
struct Placed {
    std::vector<std::int64_t> offsets;
    std::vector<std::int64_t> sizes;
    std::vector<std::uint32_t> holders;

    void add(std::int64_t offset, std::int64_t size, std::uint32_t holder = 0)
    {
        offsets.push_back(offset);
        sizes.push_back(size);
        holders.push_back(holder);
    }
    /// REQUIRES: this object outlives the rows
    Rows rows(std::vector<Rows::Region> regions, bool hasHolders = true) const
    {
        Rows rows;
        rows.count = offsets.size();
        if (rows.count > 0) {
            rows.offset = {offsets.data(), sizeof(std::int64_t)};
            rows.size = {sizes.data(), sizeof(std::int64_t)};
            if (hasHolders)
                rows.holder = {holders.data(), sizeof(std::uint32_t)};
        }
        rows.regions = std::move(regions);
        rows.live = [count = rows.count](StepId) {
            std::vector<LiveRow> live;
            for (std::size_t i = 0; i < count; ++i)
                live.push_back({RowId::at(i)});
            return live;
        };
        return rows;
    }
};

Rows::Region region(std::uint32_t holder, std::int64_t begin, std::int64_t end, std::int64_t banks = 1)
{
    return {holder, std::nullopt, begin, end, banks};
}

std::vector<FreeRange> free(const Rows& rows)
{
    return freeRanges(rows, rows.regions, StepId(0));
}

TEST(FreeRanges, AreTheAddressesWithoutARow)
{
    Placed placed;
    placed.add(10, 20, 3);
    placed.add(40, 10, 3);
    placed.add(0, 5, 7); // a row of a holder without addresses
    EXPECT_EQ(free(placed.rows({region(3, 0, 60), region(9, 0, 8)})),
              (std::vector<FreeRange>{{0, 0, 10}, {0, 30, 40}, {0, 50, 60}, {1, 0, 8}}));
    EXPECT_TRUE(free(placed.rows({})).empty());
}

TEST(FreeRanges, RowsThatReachBeyondTheirRegionAreClippedToIt)
{
    Placed placed;
    placed.add(-5, 10);
    placed.add(50, INT64_MAX);
    placed.add(90, 10);
    EXPECT_EQ(free(placed.rows({region(0, 0, 60)}, false)), (std::vector<FreeRange>{{0, 5, 50}}));
}

TEST(FreeRanges, ARowIsInItsRegionOfSeveral)
{
    Placed placed;
    placed.add(0, 10);
    placed.add(100, 5);
    placed.add(110, 10);
    for (const bool hasHolders : {false, true})
        EXPECT_EQ(free(placed.rows({region(0, 0, 10), region(0, 100, 120), region(0, 200, 201)}, hasHolders)),
                  (std::vector<FreeRange>{{1, 105, 110}, {2, 200, 201}}));
}

TEST(FreeRanges, ARowTakesAnEqualPartOfEachBank)
{
    Placed placed;
    placed.add(100, 120);
    const auto found = free(placed.rows({region(0, 100, 200, 12)}, false));
    EXPECT_EQ(found, (std::vector<FreeRange>{{0, 110, 200}}));
    EXPECT_EQ(found[0].size(), 90);
}

TEST(FreeRanges, TogetherWithLiveRowsCoverEachRegion)
{
    std::mt19937 random(7);
    const auto pick = [&](int most) { return std::uniform_int_distribution<int>(0, most)(random); };
    for (int round = 0; round < 200; ++round) {
        Placed placed;
        for (int i = pick(12); i > 0; --i)
            placed.add(pick(40), pick(15), static_cast<std::uint32_t>(pick(2)));
        const std::vector<Rows::Region> regions{region(0, 5, 30), region(2, 0, 45)};
        std::vector<FreeRange> slowly;
        for (std::size_t i = 0; i < regions.size(); ++i)
            for (std::int64_t at = regions[i].begin; at < regions[i].end; ++at) {
                bool isTaken = false;
                for (std::size_t row = 0; row < placed.offsets.size(); ++row) {
                    const std::int64_t begin = placed.offsets[row];
                    isTaken = isTaken
                        || (placed.holders[row] == regions[i].holder && begin <= at && at < begin + placed.sizes[row]);
                }
                if (isTaken)
                    continue;
                if (!slowly.empty() && slowly.back().region == i && slowly.back().end == at)
                    slowly.back().end = at + 1;
                else
                    slowly.push_back({i, at, at + 1});
            }
        EXPECT_EQ(free(placed.rows(regions)), slowly) << round;
    }
}

} // namespace
} // namespace tidemark
