#include "core/view/free_ranges.h"

#include <algorithm>

namespace tidemark {
namespace {

/// Addresses that a row takes of a region.
struct Taken {
    std::uint32_t holder;
    std::int64_t begin;
    std::int64_t end;
    friend auto operator<=>(const Taken&, const Taken&) = default;
};

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
        const auto region = std::ranges::lower_bound(regions, holder, {}, &Rows::Region::holder);
        if (region == regions.end() || region->holder != holder)
            continue;
        const std::int64_t begin = rows.offset[live.row];
        const std::int64_t size = rows.size[live.row] / region->banks;
        const std::int64_t end = begin + std::min(size, INT64_MAX - std::max<std::int64_t>(begin, 0));
        const Taken inside{holder, std::clamp(begin, region->begin, region->end),
                           std::clamp(end, region->begin, region->end)};
        if (inside.begin < inside.end)
            taken.push_back(inside);
    }
    std::ranges::sort(taken);
    auto next = taken.begin();
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const Rows::Region& region = regions[i];
        std::int64_t done = region.begin; // up to here all is told
        for (; next != taken.end() && next->holder == region.holder; ++next) {
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
