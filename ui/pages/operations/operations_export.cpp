#include "ui/pages/export_view.h"

#include "ui/charts/chart_picture.h"
#include "ui/pages/operations/shown_operations.h"

namespace tidemark::ui {
namespace {

constexpr const char* kPerBank = "per-bank";
constexpr const char* kAsUpstream = "as-upstream";

ExportView::Result operations(const ExportQuestion& question, const ExportSubject& subject)
{
    const auto document = std::dynamic_pointer_cast<const ttxla::XlaProfileDocument>(subject.chosen.document);
    if (!document)
        return Error{ErrorKind::NotFound, subject.view->path + ": this is no profile of tt-xla's operations.",
                     std::nullopt};
    const ttxla::ShownAs as{question.options.contains(kPerBank) ? ttxla::Banks::One : ttxla::Banks::All,
                            question.options.contains(kAsUpstream)};
    const ShownOperations shown(document, subject.chosen.selection, *subject.view, as);
    ViewState state;
    state.setView(shown.shown.view);
    ChartContent content = contentOf(state);
    if (const Device* const chosen = question.device.empty() ? nullptr : findDevice(question.device);
        chosen && as.banks == ttxla::Banks::All)
        content.capacity = lineOf(subject.view->figures(chosen).capacity);
    else if (chosen || shown.isSeenBelowCapacity())
        content.capacity = shown.capacity(); // for one bank: from the log
    content.showsRatio = true;
    return std::shared_ptr<const Picture>(std::make_shared<ChartPicture>(content, subject.options));
}

} // namespace

ExportView operationsExport()
{
    ExportView view;
    view.name = "operations";
    view.help = "a memory over a profile's operations, with fragmentation";
    view.options = {{kPerBank, "", "of one bank, not of all", nullptr},
                    {kAsUpstream, "", "as the profiler's own page shows it", nullptr}};
    view.isUsual = [](const ExportSubject&) { return false; };
    view.ofView = operations;
    view.documentKind = ttxla::XlaProfileDocument::kKind;
    return view;
}

} // namespace tidemark::ui
