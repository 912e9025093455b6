#include "core/view/packed_regions.h"

#include <map>
#include <utility>

namespace tidemark {

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

} // namespace tidemark
