#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// Dimensions in memory order, the most minor first, and the size of the array in that order.
struct DimensionOrder {
    std::vector<std::int64_t> minorToMajor;
    std::int64_t bytes = 0;
};

/// The order with another pair of minor dimensions in which the array is smallest. Absent when no order is smaller than
/// its own. Tiles divide only the two minor dimensions, so the order of the others does not matter. `bytesIn` returns a
/// size, or nothing when it is unknown. Cost: one call for every pair.
std::optional<DimensionOrder>
leastOrder(const DimensionOrder& own,
           const std::function<std::optional<std::int64_t>(const std::vector<std::int64_t>&)>& bytesIn);

/// The same for an array in tiles of one or two dimensions. Absent when its layout does not give its size.
std::optional<DimensionOrder>
leastTiledOrder(const DimensionOrder& own, const std::vector<std::vector<std::int64_t>>& tiles,
                const std::function<std::optional<std::int64_t>(const std::vector<std::int64_t>&)>& bytesIn);

/// "{1,0,2}"
std::string orderText(const std::vector<std::int64_t>& minorToMajor);

/// The tiles that a TPU compiler uses for 16-bit elements instead of tiles of 32-bit elements. Two rows are packed into
/// one, so a tile has at least two rows. Source: layouts of libtpu, such as f32[1,512]{1,0:T(1,128)} and
/// bf16[1,512]{1,0:T(2,128)(2,1)}.
void narrowTiles(std::vector<std::vector<std::int64_t>>& tiles);

} // namespace tidemark
