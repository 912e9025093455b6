#include "app/gui/export_command.h"

#include "core/base/text.h"
#include "core/open/open_documents.h"
#include "ui/charts/chart_picture.h"
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
    ui::ChartContent content = ui::contentOf(state);
    ui::PictureOptions options = ui::titled(**view, {ui::fromNative(request.path)});
    options.size = QSize(request.width, request.height);
    if (!request.device.empty())
        content.capacity = ui::lineOf((*view)->figures(findDevice(request.device)).capacity);
    if (const auto error = ui::writePicture(ui::ChartPicture(content, options), ui::fromNative(request.file)))
        return fail(error->message);
    return kOk;
}

} // namespace tidemark::gui
