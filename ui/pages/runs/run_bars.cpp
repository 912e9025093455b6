#include "ui/pages/runs/run_bars.h"

#include "ui/theme/text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

struct RunBarsText {
    Q_DECLARE_TR_FUNCTIONS(Runs)
};

constexpr std::size_t kOfAllocator = tt::kBarLayers.size(); // the kind after the layers

/// Bytes that the allocator counted above the layers and the tracker's total.
double unseenBytes(const tt::RunBar& bar)
{
    double sum = 0;
    for (const double layer : bar.layers)
        sum += std::max(0.0, layer);
    const double tracked = std::max(sum, static_cast<double>(bar.total.value_or(0)));
    return bar.total ? std::max(0.0, static_cast<double>(bar.needed) - tracked) : 0;
}

Bar barOf(const ListedRun& run, ByteUnit unit)
{
    Bar bar;
    for (std::size_t layer = 0; layer < tt::kBarLayers.size(); ++layer)
        if (run.bar.layers[layer] > 0)
            bar.parts.push_back({run.bar.layers[layer], layer});
    if (const double missing = static_cast<double>(run.bar.total.value_or(0)) - bar.top(); missing > 0)
        bar.parts.push_back({missing, std::nullopt});
    if (const double unseen = unseenBytes(run.bar); unseen > 0)
        bar.parts.push_back({unseen, kOfAllocator});
    bar.label = run.label;
    bar.limit = run.judged.knownDevice();
    if (!run.bar.total) {
        bar.above = run.isSeen ? RunBarsText::tr("no peak known") : RunBarsText::tr("not shown");
        bar.tone = Bar::Tone::Muted;
        return bar;
    }
    bar.above = text(bytesText(std::max(*run.bar.total, run.bar.needed), unit));
    if (bar.limit && !run.bar.fits(*bar.limit)) {
        bar.above.prepend(QStringLiteral("✕ "));
        bar.tone = Bar::Tone::Bad;
    }
    return bar;
}

/// The width of a bar is the time to the next run. The last bar gets the median of the others.
void setTimes(std::vector<Bar>& bars, const std::vector<ListedRun>& runs)
{
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (i == 0 || runs[i].day != runs[i - 1].day)
            bars[i].secondLabel = runs[i].day;
    if (runs.size() < 3)
        return;
    std::vector<double> times;
    for (std::size_t i = 0; i + 1 < runs.size(); ++i) {
        times.push_back(std::max(1.0, static_cast<double>(runs[i + 1].time.value_or(0) - runs[i].time.value_or(0))));
        bars[i].share = times.back();
    }
    const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
    std::ranges::nth_element(times, middle);
    bars.back().share = *middle;
}

QString describe(const ListedRun& run, ByteUnit unit)
{
    const auto said = [&](double bytes) { return text(bytesText(std::llround(bytes), unit)); };
    QStringList lines{run.name};
    if (!run.source.isEmpty())
        lines << capitalised(run.source);
    if (!run.bar.total) {
        lines << (run.isSeen ? RunBarsText::tr("No peak is known")
                             : RunBarsText::tr("Upstream's script does not show it"));
        return lines.join(u'\n');
    }
    const auto needed = static_cast<double>(run.bar.needed);
    const auto device = run.judged.knownDevice();
    lines << RunBarsText::tr("Peak: %1").arg(said(static_cast<double>(*run.bar.total)));
    if (run.bar.needed != *run.bar.total)
        lines << RunBarsText::tr("Allocator's peak: %1").arg(said(needed));
    if (!device)
        lines << RunBarsText::tr("The memory of the device is unknown");
    else if (run.bar.fits(*device))
        lines << RunBarsText::tr("Fits: %1 of %2 free").arg(said(*device - needed), said(*device));
    else
        lines << RunBarsText::tr("Over by %1: needs %2 of %3").arg(said(needed - *device), said(needed), said(*device));
    for (std::size_t layer = tt::kBarLayers.size(); layer-- > 0;)
        if (run.bar.layers[layer] != 0)
            lines << QStringLiteral("%1: %2").arg(text(tt::kBarLayers[layer].label), said(run.bar.layers[layer]));
    return lines.join(u'\n');
}

} // namespace

QColor barColour(std::size_t layer)
{
    return QColor::fromRgb(tt::kBarLayers[layer].colour);
}

BarPlot runBars(std::shared_ptr<const RunList> list, std::optional<std::size_t> selected, ByteUnit unit)
{
    BarPlot plot;
    plot.isContiguous = !list->question.trend.isEmpty();
    plot.title = plot.isContiguous ? RunBarsText::tr("Peak over time") : RunBarsText::tr("Peak by run");
    if (list->question.isAsUpstream)
        plot.title = RunBarsText::tr("Peak as upstream shows it");
    plot.limitName = RunBarsText::tr("Device memory");
    plot.selected = selected;
    plot.unit = unit;
    for (std::size_t layer = 0; layer < tt::kBarLayers.size(); ++layer)
        plot.kinds.push_back({text(tt::kBarLayers[layer].label), barColour(layer)});
    plot.kinds.push_back({RunBarsText::tr("Counted by the allocator only"), {}, {}, true});
    for (const ListedRun& run : list->runs)
        plot.bars.push_back(barOf(run, unit));
    if (plot.isContiguous)
        setTimes(plot.bars, list->runs);
    plot.describe = [list = std::move(list), unit](std::size_t run) { return describe(list->runs[run], unit); };
    return plot;
}

} // namespace tidemark::ui
