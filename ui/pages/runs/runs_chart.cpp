#include "ui/pages/runs/runs_chart.h"

#include "ui/theme/text.h"

#include <cmath>

namespace tidemark::ui {

RunsChart::RunsChart(QWidget* parent)
    : BarsWidget(parent)
{
    setAccessibleName(tr("Peak by run"));
}

void RunsChart::setBars(RunBars bars)
{
    m_bars = std::move(bars);
    const bool isKnown = m_bars.list && m_bars.selected && *m_bars.selected < m_bars.list->runs.size();
    setAccessibleDescription(isKnown ? describe(*m_bars.selected) : QString());
    update();
}

QString RunsChart::describe(std::size_t place) const
{
    const ListedRun& run = m_bars.list->runs[place];
    const auto said = [&](double bytes) { return text(bytesText(std::llround(bytes), m_bars.unit)); };
    QStringList lines{run.name};
    if (!run.source.isEmpty())
        lines << capitalised(run.source);
    if (!run.bar.total) {
        lines << (run.isSeen ? tr("No peak is known") : tr("Upstream's script does not show it"));
        return lines.join(u'\n');
    }
    const auto needed = static_cast<double>(run.bar.needed);
    const auto device = run.judged.knownDevice();
    lines << tr("Peak: %1").arg(said(static_cast<double>(*run.bar.total)));
    if (run.bar.needed != *run.bar.total)
        lines << tr("Allocator's peak: %1").arg(said(needed));
    if (!device)
        lines << tr("The memory of the device is unknown");
    else if (run.bar.fits(*device))
        lines << tr("Fits: %1 of %2 free").arg(said(*device - needed), said(*device));
    else
        lines << tr("Over by %1: needs %2 of %3").arg(said(needed - *device), said(needed), said(*device));
    for (std::size_t layer = tt::kBarLayers.size(); layer-- > 0;)
        if (run.bar.layers[layer] != 0)
            lines << QStringLiteral("%1: %2").arg(text(tt::kBarLayers[layer].label), said(run.bar.layers[layer]));
    return lines.join(u'\n');
}

std::optional<std::size_t> RunsChart::placeAt(const QPointF& position) const
{
    if (!m_bars.list || m_bars.list->runs.empty())
        return std::nullopt;
    return RunBarsPlot(m_bars, rect(), font()).placeAt(position.x());
}

void RunsChart::paintBars(QPainter& painter, const Colors& colors)
{
    paintRunBars(painter, rect(), m_bars, colors, font());
}

} // namespace tidemark::ui
