#include "ui/pages/export_view.h"

#include "core/view/workers_headline.h"
#include "ui/pages/workers/worker_bars.h"
#include "ui/session/paths.h"
#include "ui/theme/text.h"

#include <numeric>

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
    std::vector<std::size_t> order(found->list.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto table = std::make_shared<const WorkerTable>(std::make_shared<const Workers>(*found), WorkerCapacities());
    return barPicture(workerBars(table, std::move(order), ByteUnit::Auto), options);
}

} // namespace

ExportView workersExport()
{
    return {"workers", "all of them side by side", [](const ExportSubject&) { return false; }, nullptr, workers};
}

} // namespace tidemark::ui
