#include "core/view/free_ranges.h"

#include <algorithm>
#include <utility>

namespace tidemark {
namespace {

/// The addresses of a region that a row occupies.
struct Taken {
    std::size_t region;
    std::int64_t begin;
    std::int64_t end;
    friend auto operator<=>(const Taken&, const Taken&) = default;
};

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

std::vector<FreeRange> freeRanges(const Rows& rows, const std::vector<Rows::Region>& regions, StepId step)
{
    std::vector<FreeRange> ranges;
    if (regions.empty())
        return ranges;
    std::vector<Taken> taken;
    for (const LiveRow& live : rows.live(step)) {
        if (rows.isFree(live.row))
            continue;
        const std::uint32_t holder = rows.holder ? rows.holder[live.row] : 0;
        const std::int64_t begin = rows.offset[live.row];
        const std::size_t at = regionOf(regions, holder, begin);
        if (at == regions.size())
            continue;
        const Rows::Region& region = regions[at];
        const std::int64_t end = addressPast(begin, rows.size[live.row] / region.banks);
        const Taken inside{at, std::clamp(begin, region.begin, region.end), std::clamp(end, region.begin, region.end)};
        if (inside.begin < inside.end)
            taken.push_back(inside);
    }
    std::ranges::sort(taken);
    auto next = taken.begin();
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const Rows::Region& region = regions[i];
        std::int64_t done = region.begin; // addresses below this are done
        for (; next != taken.end() && next->region == i; ++next) {
            if (next->begin > done)
                ranges.push_back({i, done, next->begin});
            done = std::max(done, next->end);
        }
        if (done < region.end)
            ranges.push_back({i, done, region.end});
    }
    return ranges;
}

} // namespace tidemark
