#include "ui/pages/workers/workers_export.h"

#include "core/view/workers_headline.h"
#include "ui/pages/workers/worker_bars.h"
#include "ui/session/paths.h"
#include "ui/theme/text.h"

namespace tidemark::ui {
namespace {

ExportView::Result workers(const ExportQuestion& question)
{
    WorkersQuestion asked;
    asked.choice = question.choice;
    const auto found = attributeWorkers(question.documents, asked);
    if (!found)
        return found.error();
    question.warn(found->allWarnings());
    PictureOptions options;
    options.size = question.size;
    options.title = text(headlineOf(*found));
    options.subtitle = shortName({question.path});
    WorkerBars bars;
    bars.table = std::make_shared<WorkerTable>(std::make_shared<const Workers>(*found), WorkerCapacities());
    for (std::size_t i = 0; i < found->list.size(); ++i)
        bars.order.push_back(i);
    return workersPicture(std::move(bars), options);
}

} // namespace

ExportView workersExport()
{
    return {"workers", "all of them side by side", [](const ExportSubject&) { return false; }, nullptr, workers};
}

} // namespace tidemark::ui
