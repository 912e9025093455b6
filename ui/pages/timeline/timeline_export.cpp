#include "ui/pages/timeline/timeline_export.h"

#include "core/link/message_limit.h"
#include "core/view/attribution_rules.h"
#include "ui/charts/chart_picture.h"
#include "ui/state/view_state.h"

namespace tidemark::ui {
namespace {

constexpr const char* kStack = "stack";
constexpr const char* kByType = "type";
constexpr const char* kByCategory = "category";

std::string refuseStack(const std::string& by)
{
    return by == kByType || by == kByCategory ? "" : "needs type or category";
}

/// Stacks the chart by the groups `by`. Error: the view cannot be stacked this way.
std::optional<Error> stack(ViewState& state, const std::string& by)
{
    const View& view = *state.view();
    state.colorBy().setStacked(true);
    if (!state.isStackWanted() || (by == kByCategory && !state.isByCategory()))
        return Error{ErrorKind::NotFound,
                     view.path + ": " + view.programText + " cannot be stacked by " + by + ": its " + view.rows.many
                         + (view.rows.count == 0 ? " are not known." : " have none."),
                     std::nullopt};
    auto made = makeStack(state.view(), state.isByCategory() ? state.meanings() : nullptr);
    if (!made)
        return made.error();
    state.setStack(std::move(*made));
    return std::nullopt;
}

ExportView::Result chart(const ExportQuestion& question, const ExportSubject& subject)
{
    if (subject.view->axis.kind == AxisKind::None)
        return Error{ErrorKind::NotFound, subject.view->path + ": there is no axis here, so there is no chart.",
                     std::nullopt};
    ViewState state;
    state.setView(subject.view);
    const auto by = question.options.find(kStack);
    if (by != question.options.end() && by->second == kByType)
        state.colorBy().setWay(ColorBy::Way::Type);
    const auto meanings = builtInMeanings(*subject.view);
    if (!meanings)
        return meanings.error();
    if (*meanings)
        state.setMeanings(*meanings);
    if (by != question.options.end())
        if (const auto error = stack(state, by->second))
            return *error;
    ChartContent content = contentOf(state);
    const bool isChosen = !question.device.empty();
    const Device* const device = isChosen ? findDevice(question.device) : nullptr;
    const Figures figures = withMessageLimit(subject.view->figures(device), *subject.view, question.documents);
    if (isChosen || figures.isNearCapacity())
        content.capacity = lineOf(figures.capacity);
    const auto options = explained(subject.options, *subject.view, figures);
    if (!options)
        return options.error();
    return std::shared_ptr<const Picture>(std::make_shared<ChartPicture>(content, *options));
}

} // namespace

ExportView timelineExport()
{
    ExportView view;
    view.name = "chart";
    view.isUsual = [](const ExportSubject& subject) { return subject.view->axis.kind != AxisKind::None; };
    view.ofView = chart;
    view.options = {{kStack, "BY", "divide the area below the curve: type or category", refuseStack}};
    view.wanted = Wanted::WithAxis;
    return view;
}

} // namespace tidemark::ui
