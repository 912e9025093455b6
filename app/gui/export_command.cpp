#include "app/gui/export_command.h"

#include "core/base/text.h"
#include "core/open/open_documents.h"
#include "ui/charts/chart_picture.h"
#include "ui/charts/icicle_picture.h"
#include "ui/session/paths.h"
#include "ui/shell/picture_export.h"
#include "ui/state/view_state.h"

#include <iostream>

namespace tidemark::gui {
namespace {

void warn(const Warnings& warnings)
{
    for (const Warning& warning : warnings.list())
        std::cerr << "warning: " << printableLines(warning.describe()) << '\n';
}

Result<std::shared_ptr<const View>> open(const ExportRequest& request, const DocumentKinds& kinds)
{
    const auto documents = openDocuments({request.path}, kinds);
    if (!documents)
        return documents.error();
    for (const auto& document : *documents)
        if (const auto error = refuseOverwriting(document->catalogue(), request.file))
            return *error;
    for (const auto& document : *documents)
        warn(document->catalogue().warnings);
    Warnings unread;
    const auto chosen = resolveIn(*documents, request.choice, unread);
    warn(unread);
    if (!chosen)
        return chosen.error();
    return chosen->document->view(chosen->selection, {});
}

/// By category and op path, as the page of the window begins.
Result<std::shared_ptr<const ui::Picture>> icicle(ui::ViewState& state, const ui::PictureOptions& options)
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
    return std::shared_ptr<const ui::Picture>(
        std::make_shared<ui::IciclePicture>(ui::icicleOf(state, levels), options));
}

std::shared_ptr<const ui::Picture> chart(const ui::ViewState& state, const ui::PictureOptions& options,
                                         const std::string& device)
{
    ui::ChartContent content = ui::contentOf(state);
    if (!device.empty())
        content.capacity = ui::lineOf(state.view()->figures(findDevice(device)).capacity);
    return std::make_shared<ui::ChartPicture>(content, options);
}

} // namespace

int fail(const std::string& message, int status)
{
    std::cerr << "tidemark: " << printableLines(message) << '\n';
    return status;
}

int exportPicture(const ExportRequest& request, const DocumentKinds& kinds)
{
    const auto view = open(request, kinds);
    if (!view)
        return fail(view.error().message);
    warn((*view)->problems);
    warn((*view)->remarks);

    ui::ViewState state;
    state.setView(*view);
    ui::PictureOptions options = ui::titled(**view, {ui::fromNative(request.path)});
    options.size = QSize(request.width, request.height);
    const Result<std::shared_ptr<const ui::Picture>> picture
        = request.view == "icicle" ? icicle(state, options) : chart(state, options, request.device);
    if (!picture)
        return fail(picture.error().message);
    if (const auto error = ui::writePicture(**picture, ui::fromNative(request.file)))
        return fail(error->message);
    return kOk;
}

} // namespace tidemark::gui
