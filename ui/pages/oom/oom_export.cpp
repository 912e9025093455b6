#include "ui/pages/export_view.h"

#include "core/link/message_plan.h"
#include "core/oom/oom_document.h"
#include "ui/charts/chart_picture.h"
#include "ui/pages/oom/oom_picture.h"

namespace tidemark::ui {
namespace {

const oom::OomDocument* messagesOf(const ExportSubject& subject)
{
    return dynamic_cast<const oom::OomDocument*>(subject.chosen.document.get());
}

ExportView::Result message(const ExportQuestion& question, const ExportSubject& subject)
{
    const View& view = *subject.view;
    const oom::OomDocument* document = messagesOf(subject);
    if (!document)
        return Error{ErrorKind::NotFound,
                     view.path + ": " + view.programText + " is no message about memory that ran out.", std::nullopt};
    const oom::Report& report = document->report(subject.chosen.selection.program);
    const auto plan = findMessagePlan(report, question.documents);
    if (!plan)
        return plan.error();
    const auto options = explained(subject.options, view, view.figures(findDevice(question.device)));
    if (!options)
        return options.error();
    return oomPicture(oomContent(report, view, *plan, Units()), *options);
}

} // namespace

ExportView oomExport()
{
    ExportView view;
    view.name = "message";
    view.help = "an out-of-memory message with its figures";
    view.isUsual = [](const ExportSubject& subject) { return messagesOf(subject) != nullptr; };
    view.ofView = message;
    view.documentKind = oom::OomDocument::kKind;
    return view;
}

} // namespace tidemark::ui
