#include "ui/pages/timeline/timeline_export.h"

#include "core/link/message_limit.h"
#include "core/view/attribution_rules.h"
#include "ui/charts/chart_picture.h"
#include "ui/state/view_state.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr const char* kGroupBy = "group-by";

/// Divides the area by the groups of a way. Error: the view cannot be grouped this way.
std::optional<Error> group(ViewState& state, const std::string& by)
{
    const View& view = *state.view();
    const auto ways = groupWays(view);
    const auto way = std::ranges::find(ways, by, &GroupWay::id);
    if (!state.groups() || way == ways.end() || by == Facet::kByIdle
        || (state.awaitsMeanings() && by != Facet::kByKind)) {
        std::string possible;
        for (const GroupWay& each : ways)
            if (state.groups() && each.id != Facet::kByIdle)
                possible += (possible.empty() ? " Possible: " : ", ") + each.id;
        return Error{ErrorKind::NotFound,
                     view.path + ": " + view.programText + " cannot be grouped by " + by + "."
                         + (possible.empty() ? possible : possible + "."),
                     std::nullopt};
    }
    auto made = makeGroups(state.view(), state.meanings(), by);
    if (!made)
        return made.error();
    state.setGroups(std::move(*made));
    return std::nullopt;
}

ExportView::Result chart(const ExportQuestion& question, const ExportSubject& subject)
{
    if (subject.view->axis.kind == AxisKind::None)
        return Error{ErrorKind::NotFound, subject.view->path + ": there is no axis here, so there is no chart.",
                     std::nullopt};
    ViewState state;
    state.setView(subject.view);
    const auto meanings = builtInMeanings(*subject.view);
    if (!meanings)
        return meanings.error();
    if (*meanings)
        state.setMeanings(*meanings);
    const auto by = question.options.find(kGroupBy);
    if (by != question.options.end() || state.groups())
        if (const auto error = group(state, by != question.options.end() ? by->second : state.groupWay()))
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
    view.options
        = {{kGroupBy, "WAY", "groups of the area: category, kind, role, op_path, source, shape, opcode …", nullptr}};
    view.wanted = Wanted::WithAxis;
    return view;
}

} // namespace tidemark::ui
