#include "ui/pages/export_view.h"

#include "core/view/attribution_rules.h"
#include "ui/charts/icicle.h"
#include "ui/pages/composition/composition_page.h"
#include "ui/state/view_state.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

ExportView::Result icicle(const ExportQuestion&, const ExportSubject& subject)
{
    const View& view = *subject.view;
    if (view.rows.live(view.peakStep).empty())
        return Error{ErrorKind::NotFound,
                     view.path + ": " + view.programText + " has no " + view.rows.many + " to compose an icicle of.",
                     std::nullopt};
    ViewState state;
    state.setView(subject.view);
    const auto meanings = builtInMeanings(view);
    if (!meanings)
        return meanings.error();
    state.setMeanings(*meanings);
    const std::vector<Grouping> groupings = groupingsOf(view, state.meanings());
    std::vector<const Grouping*> levels;
    for (const std::string& id :
         shownLevels(view, groupings, {CompositionPage::kUsualLevels.begin(), CompositionPage::kUsualLevels.end()}))
        levels.push_back(&*std::ranges::find(groupings, id, &Grouping::id));
    return iciclePicture(icicleOf(state, levels), subject.options);
}

} // namespace

ExportView compositionExport()
{
    return {"icicle", "the peak by category and op path", [](const ExportSubject&) { return false; }, icicle, nullptr};
}

} // namespace tidemark::ui
