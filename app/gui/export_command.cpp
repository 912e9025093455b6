#include "app/gui/export_command.h"

#include "core/base/text.h"
#include "core/oom/oom_document.h"
#include "core/open/find_plan.h"
#include "core/open/open_documents.h"
#include "core/view/workers_finding.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/icicle_picture.h"
#include "ui/pages/oom/oom_picture.h"
#include "ui/pages/workers/worker_bars.h"
#include "ui/session/paths.h"
#include "ui/shell/picture_export.h"
#include "ui/state/view_state.h"
#include "ui/theme/text.h"

#include <iostream>

namespace tidemark::gui {
namespace {

void warn(const Warnings& warnings)
{
    for (const Warning& warning : warnings.list())
        std::cerr << "warning: " << printableLines(warning.describe()) << '\n';
}

using Picture = std::shared_ptr<const ui::Picture>;

/// Whatever could not be read in full is told.
Result<Documents> open(const ExportRequest& request, const DocumentKinds& kinds)
{
    auto documents = openDocuments({request.path}, kinds);
    if (!documents)
        return documents.error();
    for (const auto& document : *documents)
        if (const auto error = refuseOverwriting(document->catalogue(), request.file))
            return *error;
    for (const auto& document : *documents)
        warn(document->catalogue().warnings);
    return documents;
}

/// By category and op path, as the page of the window begins.
Result<Picture> icicle(ui::ViewState& state, const ui::PictureOptions& options)
{
    const View& view = *state.view();
    if (view.rows.live(view.peakStep).empty())
        return Error{ErrorKind::NotFound,
                     view.path + ": " + view.programText + " has no " + view.rows.many + " to compose an icicle of.",
                     std::nullopt};
    if (view.meanings) {
        auto meanings = view.meanings({});
        if (!meanings)
            return meanings.error();
        state.setMeanings(std::move(*meanings));
    }
    std::vector<const Grouping*> levels;
    const std::vector<Grouping> groupings = groupingsOf(view, state.meanings());
    for (const Grouping& grouping : groupings)
        if (grouping.id == "category" || grouping.id == "op_path")
            levels.push_back(&grouping);
    if (levels.empty())
        levels.push_back(&groupings.front());
    return Picture(std::make_shared<ui::IciclePicture>(ui::icicleOf(state, levels), options));
}

/// Divides the area as asked. Error: the view cannot be divided so.
std::optional<Error> stack(ui::ViewState& state, const std::string& by)
{
    const View& view = *state.view();
    state.stackBy().setWay(by == kStackByCategory ? ui::StackBy::Way::Category : ui::StackBy::Way::Type);
    if (!state.isStackWanted())
        return Error{ErrorKind::NotFound,
                     view.path + ": " + view.programText + " cannot be stacked by " + by + ": its " + view.rows.many
                         + (view.rows.count == 0 ? " are not known." : " have none."),
                     std::nullopt};
    std::shared_ptr<const RowMeanings> meanings;
    if (by == kStackByCategory) {
        auto found = view.meanings({});
        if (!found)
            return found.error();
        meanings = std::move(*found);
        state.setMeanings(meanings);
    }
    auto made = ui::makeStack(state.view(), meanings);
    if (!made)
        return made.error();
    state.setStack(std::move(*made));
    return std::nullopt;
}

Result<Picture> chart(ui::ViewState& state, const ui::PictureOptions& options, const ExportRequest& request)
{
    if (!request.stack.empty())
        if (const auto error = stack(state, request.stack))
            return *error;
    ui::ChartContent content = ui::contentOf(state);
    if (!request.device.empty())
        content.capacity = ui::lineOf(state.view()->figures(findDevice(request.device)).capacity);
    return Picture(std::make_shared<ui::ChartPicture>(content, options));
}

/// The message of a document that is one.
Result<Picture> message(const Chosen& chosen, ui::ViewState& state, const ui::PictureOptions& options,
                        const DocumentKinds& kinds)
{
    const auto* const document = dynamic_cast<const oom::OomDocument*>(chosen.document.get());
    const View& view = *state.view();
    if (!document)
        return Error{ErrorKind::NotFound,
                     view.path + ": " + view.programText + " is no message about memory that ran out."
                         + (view.axis.kind != AxisKind::None ? " --view chart draws its memory." : ""),
                     std::nullopt};
    const oom::Report& report = document->report(chosen.selection.program);
    const auto plan = findPlan(report, {{}, view.path}, kinds);
    if (!plan)
        return plan.error();
    return Picture(std::make_shared<ui::OomPicture>(ui::oomContent(report, view, *plan, state.units()), options));
}

Result<Picture> viewOf(const ExportRequest& request, const Documents& documents, const DocumentKinds& kinds)
{
    Warnings unread;
    const auto chosen = resolveIn(documents, request.choice, unread);
    warn(unread);
    if (!chosen)
        return chosen.error();
    const auto view = chosen->document->view(chosen->selection, {});
    if (!view)
        return view.error();
    warn((*view)->problems);
    warn((*view)->remarks);
    ui::ViewState state;
    state.setView(*view);
    ui::PictureOptions options = ui::titled(**view, {ui::fromNative(request.path)});
    options.size = QSize(request.width, request.height);
    const bool isMessage = (*view)->kind == oom::OomDocument::kKind;
    const std::string wanted = !request.view.empty() ? request.view : isMessage ? kMessageView : kChartView;
    if (wanted == kMessageView)
        return message(*chosen, state, options, kinds);
    if (wanted == kIcicleView)
        return icicle(state, options);
    if ((*view)->axis.kind == AxisKind::None)
        return Error{ErrorKind::NotFound,
                     (*view)->path + ": there is no axis here, so there is no chart."
                         + (isMessage ? " --view message draws what there is." : ""),
                     std::nullopt};
    return chart(state, options, request);
}

Result<Picture> workersOf(const ExportRequest& request, const Documents& documents)
{
    WorkersQuestion question;
    question.choice = request.choice;
    const auto workers = attributeWorkers(documents, question);
    if (!workers)
        return workers.error();
    warn(workers->warnings);
    ui::PictureOptions options;
    options.size = QSize(request.width, request.height);
    options.title = ui::text(findingOf(*workers));
    options.subtitle = ui::shortName({ui::fromNative(request.path)});
    ui::WorkerBars bars;
    bars.table = std::make_shared<ui::WorkerTable>(std::make_shared<const Workers>(*workers), std::nullopt);
    for (std::size_t i = 0; i < workers->list.size(); ++i)
        bars.order.push_back(i);
    return Picture(std::make_shared<ui::WorkersPicture>(std::move(bars), options));
}

} // namespace

int fail(const std::string& message, int status)
{
    std::cerr << "tidemark: " << printableLines(message) << '\n';
    return status;
}

int exportPicture(const ExportRequest& request, const DocumentKinds& kinds)
{
    const auto documents = open(request, kinds);
    if (!documents)
        return fail(documents.error().message);
    const auto picture
        = request.view == kWorkersView ? workersOf(request, *documents) : viewOf(request, *documents, kinds);
    if (!picture)
        return fail(picture.error().message);
    if (const auto error = ui::writePicture(**picture, ui::fromNative(request.file)))
        return fail(error->message);
    return kOk;
}

} // namespace tidemark::gui
