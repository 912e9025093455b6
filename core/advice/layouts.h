#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// Dimensions in the order of memory, the most minor first, and what an array takes so.
struct DimensionOrder {
    std::vector<std::int64_t> minorToMajor;
    std::int64_t bytes = 0;
};

/// The order with another pair of minor dimensions in which an array takes the least; nothing where none takes less
/// than its own. Tiles cut the two minor ones: the order of the others does not matter. `bytesIn` says what it takes,
/// nothing where that is not known. Cost: calls it for every pair.
std::optional<DimensionOrder>
leastOrder(const DimensionOrder& own,
           const std::function<std::optional<std::int64_t>(const std::vector<std::int64_t>&)>& bytesIn);

/// The same of an array in tiles of one or two dimensions; nothing where its layout does not give the size that it has.
std::optional<DimensionOrder>
leastTiledOrder(const DimensionOrder& own, const std::vector<std::vector<std::int64_t>>& tiles,
                const std::function<std::optional<std::int64_t>(const std::vector<std::int64_t>&)>& bytesIn);

/// "{1,0,2}"
std::string orderText(const std::vector<std::int64_t>& minorToMajor);

/// The tiles that a TPU compiler gives elements of 16 bits in place of those of 32: two rows lie in one, so that a tile
/// has at least two. Source: layouts of libtpu, as f32[1,512]{1,0:T(1,128)} beside bf16[1,512]{1,0:T(2,128)(2,1)}.
void narrowTiles(std::vector<std::vector<std::int64_t>>& tiles);

} // namespace tidemark
