#include "ui/pages/export_view.h"

#include "core/view/attribution_rules.h"
#include "ui/charts/region_painter.h"
#include "ui/state/view_state.h"

namespace tidemark::ui {
namespace {

ExportView::Result drawMap(const ExportQuestion&, const ExportSubject& subject)
{
    const View& view = *subject.view;
    const auto regions = regionsWithMap(view);
    if (regions.empty())
        return Error{ErrorKind::NotFound,
                     view.path + ": " + view.programText + " has no addresses with live ranges, so there is no map.",
                     std::nullopt};
    ViewState state;
    state.setView(subject.view);
    const auto meanings = builtInMeanings(view);
    if (!meanings)
        return meanings.error();
    state.setMeanings(*meanings);
    if (view.uses) {
        auto uses = view.uses({});
        if (!uses)
            return uses.error();
        state.setUses(std::move(*uses));
    }
    const std::size_t at = largestOf(regions);
    auto map = RegionMap::of(subject.view, regions[at]);
    if (!map)
        return map.error();
    state.setRegionMap(*map);
    state.axis().setCursor(openingStepOf(**map));
    const RegionContent content = regionContentOf(state, (*map)->opening(), nullptr, contentOf(state));
    const QString name = regionName(regions[at], at, regions.size(), content.chart.unit);
    return regionPicture(content, regionLegendOf(state), regionTitle(name, content), subject.options);
}

} // namespace

ExportView addressMapExport()
{
    return {"map", "where each buffer lies, and when", [](const ExportSubject&) { return false; }, drawMap, nullptr};
}

} // namespace tidemark::ui
