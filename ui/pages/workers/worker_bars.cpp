#include "ui/pages/workers/worker_bars.h"

#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QStringList>

namespace tidemark::ui {
namespace {

struct WorkerBarsText {
    Q_DECLARE_TR_FUNCTIONS(Workers)
};

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
        return WorkerBarsText::tr("unreadable");
    const std::int64_t change = own.level && common.level ? own.level->peakBytes - common.level->peakBytes : 0;
    if (change != 0)
        return (change > 0 ? QStringLiteral("+") : QString()) + text(bytesText(change, unit));
    return difference.arguments.empty() ? WorkerBarsText::tr("another program") : WorkerBarsText::tr("other shapes");
}

} // namespace

BarPlot workerBars(std::shared_ptr<const WorkerTable> table, std::vector<std::size_t> order, ByteUnit unit)
{
    BarPlot plot;
    plot.title = WorkerBarsText::tr("Peak by worker");
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

} // namespace tidemark::ui
