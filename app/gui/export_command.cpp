#include "app/gui/export_command.h"

#include "core/base/text.h"
#include "core/open/open_documents.h"
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

Result<std::shared_ptr<const View>> open(const ExportRequest& request, const DocumentKinds& kinds)
{
    const auto documents = openDocuments({request.path}, kinds);
    if (!documents)
        return documents.error();
    for (const auto& document : *documents)
        if (const auto error = refuseOverwriting(document->catalogue(), request.file))
            return *error;
    // Of several documents the first that holds what is asked for; the first one's error says what there is.
    std::optional<Error> error;
    for (const auto& document : *documents) {
        warn(document->catalogue().warnings);
        Warnings unread;
        const auto selection = resolve(*document, request.choice, unread);
        warn(unread);
        if (selection)
            return document->view(*selection, {});
        if (!error)
            error = selection.error();
    }
    return *error;
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
    ui::PictureOptions options;
    options.size = QSize(request.width, request.height);
    options.title = ui::text((*view)->programText);
    options.subtitle
        = ui::shortName({ui::fromNative(request.path)}) + QStringLiteral(" · ") + ui::text((*view)->memoryText);
    if (!request.device.empty()) {
        const Capacity capacity = (*view)->figures(findDevice(request.device)).capacity;
        if (capacity.bytes)
            content.capacity = ui::CapacityLine{*capacity.bytes, ui::text(capacity.device)};
    }
    if (const auto error = ui::writePicture(ui::ChartPicture(content, options), ui::fromNative(request.file)))
        return fail(error->message);
    return 0;
}

} // namespace tidemark::gui
