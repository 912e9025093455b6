#include "core/advice/layouts.h"

#include "core/base/text.h"

#include <algorithm>

namespace tidemark {

std::optional<DimensionOrder>
leastOrder(const DimensionOrder& own,
           const std::function<std::optional<std::int64_t>(const std::vector<std::int64_t>&)>& bytesIn)
{
    std::optional<DimensionOrder> least;
    for (const std::int64_t minor : own.minorToMajor)
        for (const std::int64_t second : own.minorToMajor) {
            if (second == minor)
                continue;
            std::vector<std::int64_t> order = own.minorToMajor;
            std::erase(order, minor);
            std::erase(order, second);
            order.insert(order.begin(), {minor, second});
            const std::int64_t bytes = bytesIn(order).value_or(own.bytes);
            if (bytes < (least ? least->bytes : own.bytes))
                least = {std::move(order), bytes};
        }
    return least;
}

std::optional<DimensionOrder>
leastTiledOrder(const DimensionOrder& own, const std::vector<std::vector<std::int64_t>>& tiles,
                const std::function<std::optional<std::int64_t>(const std::vector<std::int64_t>&)>& bytesIn)
{
    if (tiles.empty() || tiles.front().size() > 2 || bytesIn(own.minorToMajor) != own.bytes)
        return std::nullopt;
    return leastOrder(own, bytesIn);
}

std::string orderText(const std::vector<std::int64_t>& minorToMajor)
{
    return "{" + joined(minorToMajor, ",") + "}";
}

void narrowTiles(std::vector<std::vector<std::int64_t>>& tiles)
{
    if (tiles.size() != 1)
        return;
    std::vector<std::int64_t>& tile = tiles.front();
    constexpr std::int64_t kLine = 128;
    if (tile.size() == 1)
        tile[0] = std::max(tile[0], 2 * kLine);
    else if (tile.size() == 2)
        tile[0] = std::max<std::int64_t>(tile[0], 2);
}

} // namespace tidemark
