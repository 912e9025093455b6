#include "ui/pages/address_map/address_map_export.h"

#include "ui/charts/region_picture.h"
#include "ui/state/view_state.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

ExportView::Result drawMap(const ExportQuestion&, const ExportSubject& subject)
{
    const View& view = *subject.view;
    const auto regions = regionsWithMap(view);
    const auto largest
        = std::ranges::max_element(regions, {}, [](const Rows::Region& region) { return region.end - region.begin; });
    if (largest == regions.end())
        return Error{ErrorKind::NotFound, view.path + ": " + view.programText + " has no offsets, so there is no map.",
                     std::nullopt};
    ViewState state;
    state.setView(subject.view);
    if (view.meanings) {
        auto meanings = view.meanings({});
        if (!meanings)
            return meanings.error();
        state.setMeanings(std::move(*meanings));
    }
    if (view.uses) {
        auto uses = view.uses({});
        if (!uses)
            return uses.error();
        state.setUses(std::move(*uses));
    }
    auto map = RegionMap::of(subject.view, *largest);
    if (!map)
        return map.error();
    state.region().setMap(*map);
    return regionPicture(regionContentOf(state, (*map)->all(), nullptr, contentOf(state)), subject.options);
}

} // namespace

ExportView addressMapExport()
{
    return {"map", "where each buffer lies, and when", [](const ExportSubject&) { return false; }, drawMap, nullptr};
}

} // namespace tidemark::ui
