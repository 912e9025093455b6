#include "ui/pages/export_view.h"

#include "core/link/message_limit.h"
#include "core/view/attribution_rules.h"
#include "ui/charts/chart_picture.h"
#include "ui/state/view_state.h"

namespace tidemark::ui {
namespace {

constexpr const char* kGroupBy = "group-by";

/// The word for a way on the command line; the others are their own words.
std::string wordOf(const std::string& way)
{
    if (way == Facet::kByKind)
        return "type";
    return way == "op_path" ? "op" : way;
}

/// Divides the area by the groups of a way, or by the usual one for an empty word. Error: the view cannot be grouped
/// this way.
std::optional<Error> group(ViewState& state, const std::string& word)
{
    const View& view = *state.view();
    std::string possible;
    std::optional<std::string> way;
    for (const GroupWay& each : state.groups() ? groupWays(view) : std::vector<GroupWay>()) {
        if (each.id == Facet::kByIdle)
            continue; // its groups change with the cursor
        possible += (possible.empty() ? " Possible: " : ", ") + wordOf(each.id);
        if (wordOf(each.id) == word || (word.empty() && !way))
            way = each.id;
    }
    if (!way)
        return Error{ErrorKind::NotFound,
                     view.path + ": " + view.programText + " cannot be grouped by " + word + "."
                         + (possible.empty() ? possible : possible + "."),
                     std::nullopt};
    auto made = makeGroups(state.view(), state.meanings(), *way);
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
    const std::string word = by == question.options.end() ? std::string() : by->second;
    if (state.groups() || !word.empty())
        if (const auto error = group(state, word))
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
    view.options = {{kGroupBy, "WAY", "divide the area by category, type, role, op, source, shape or opcode", nullptr}};
    view.wanted = Wanted::WithAxis;
    return view;
}

} // namespace tidemark::ui
