#include "app/gui/export_command.h"

#include "app/print_warnings.h"
#include "core/files/inputs_kept.h"
#include "core/open/open_documents.h"
#include "core/view/choice.h"
#include "ui/charts/chart_picture.h"
#include "ui/session/paths.h"
#include "ui/shell/exporter.h"
#include "ui/shell/page_stack.h"

#include <algorithm>
#include <iostream>

namespace tidemark::gui {
namespace {

/// Opens the input and prints warnings of what could not be read in full.
Result<Documents> open(const ExportRequest& request, const DocumentKinds& kinds)
{
    inputsKept::addFolder(request.path);
    auto documents = openDocuments({request.path}, kinds);
    if (!documents)
        return documents.error();
    for (const auto& document : *documents)
        printWarnings(document->catalogue().warnings);
    return documents;
}

/// Returns the documents that have this picture. If none has it, returns all, so that drawing reports the error.
Documents drawable(const Documents& all, const ui::ExportView& wanted)
{
    Documents found;
    for (const auto& document : all)
        if (wanted.documentKind.empty() || document->catalogue().kind == wanted.documentKind)
            found.push_back(document);
    return found.empty() ? all : found;
}

/// Chooses the program as the command line does. Warns of data that could not be read in full.
Result<ui::ExportSubject> choose(const ui::ExportQuestion& question, const Documents& documents, Wanted wanted)
{
    const auto viewed = viewIn(documents, question.choice, wanted, question.warn);
    if (!viewed)
        return viewed.error();
    const View& view = *viewed->view;
    question.warn(view.problems);
    question.warn(view.remarks);
    ui::ExportSubject subject{*viewed, viewed->view, ui::titled(view, {question.path})};
    subject.options.size = question.size;
    return subject;
}

ui::ExportView::Result draw(const ui::ExportQuestion& question, const std::string& wanted)
{
    const std::vector<ui::ExportView> all = ui::allExports();
    auto view = std::ranges::find(all, wanted, &ui::ExportView::name);
    if (view != all.end() && view->ofAll)
        return view->ofAll(question);
    const auto subject = view == all.end() ? choose(question, question.documents, Wanted::Any)
                                           : choose(question, drawable(question.documents, *view), view->wanted);
    if (!subject)
        return subject.error();
    const auto usual
        = std::ranges::find_if(all, [&](const ui::ExportView& each) { return each.isUsual && each.isUsual(*subject); });
    if (view == all.end())
        view = usual == all.end() ? all.begin() : usual;
    if (view->ofAll)
        return view->ofAll(question);
    auto picture = view->ofView(question, *subject);
    if (!picture && picture.error().kind == ErrorKind::NotFound && usual != all.end() && usual != view)
        return Error{ErrorKind::NotFound, picture.error().message + " --view " + usual->name + " draws what there is.",
                     std::nullopt};
    return picture;
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
    ui::ExportQuestion question = request.question;
    question.documents = *documents;
    question.path = ui::fromNative(request.path);
    question.kinds = kinds;
    question.warn = printWarnings;
    question.options = request.options;
    const auto picture = draw(question, request.view);
    if (!picture)
        return fail(picture.error().message);
    if (const auto done = ui::writePicture(**picture, ui::fromNative(request.file)); !done)
        return fail(done.error().message);
    return kOk;
}

} // namespace tidemark::gui
