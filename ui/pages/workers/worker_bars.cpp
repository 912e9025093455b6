#include "ui/pages/workers/worker_bars.h"

#include "core/view/workers_headline.h"
#include "ui/pages/export_view.h"
#include "ui/session/paths.h"
#include "ui/state/grouped.h"
#include "ui/theme/text.h"

#include <QStringList>

#include <numeric>

namespace tidemark::ui {
namespace {

QString describe(const WorkerTable& table, std::size_t worker, ByteUnit unit)
{
    QStringList lines{text(table.workers->list[worker].name())};
    for (const WorkerField& field : table.fields) {
        const auto bytes = table.bytes(worker, field);
        if (bytes && (field.isPeak || (!field.category.empty() && *bytes > 0)))
            lines << QStringLiteral("%1: %2").arg(field.title, text(bytesText(*bytes, unit)));
    }
    if (table.differs(worker))
        lines << capitalised(text(table.differences[worker]->text));
    return lines.join(u'\n');
}

/// The main difference in a few words: "+1.68 GiB", "other shapes".
QString differenceText(const WorkerTable& table, std::size_t worker, ByteUnit unit)
{
    const DifferingWorker& difference = *table.differences[worker];
    const Worker& own = table.workers->list[worker];
    const Worker& common = table.workers->list[difference.common];
    if (!own.digest)
        return WorkersText::tr("unreadable");
    std::int64_t change = 0;
    if (own.level && common.level)
        change = own.level->peakBytes - common.level->peakBytes;
    if (change != 0)
        return plusOf(change) + text(bytesText(change, unit));
    return difference.arguments.empty() ? WorkersText::tr("another program") : WorkersText::tr("other shapes");
}

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

BarPlot workerBars(std::shared_ptr<const WorkerTable> table, std::vector<std::size_t> order, ByteUnit unit)
{
    BarPlot plot;
    plot.title = WorkersText::tr("Peak by worker");
    plot.unit = unit;
    std::vector<const WorkerField*> categories; // the first at the bottom
    for (const WorkerField& field : table->fields)
        if (!field.category.empty()) {
            categories.push_back(&field);
            plot.kinds.push_back({field.title, {}, field.category});
        }
    for (const std::size_t worker : order) {
        Bar& bar = plot.bars.emplace_back();
        bar.label = text(table->workers->list[worker].name());
        for (std::size_t i = 0; i < categories.size(); ++i)
            if (const auto bytes = table->bytes(worker, *categories[i]).value_or(0); bytes > 0)
                bar.parts.push_back({static_cast<double>(bytes), i});
        if (!table->differs(worker))
            continue;
        bar.tone = Bar::Tone::Bad;
        bar.above = differenceText(*table, worker, unit);
    }
    plot.describe = [table = std::move(table), order = std::move(order), unit](std::size_t place) {
        return describe(*table, order[place], unit);
    };
    return plot;
}

ExportView workersExport()
{
    return {.name = "workers", .help = "all of them side by side", .ofAll = workers};
}

} // namespace tidemark::ui
