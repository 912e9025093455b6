#include "ui/pages/workers/workers_chart.h"

#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kLeastHeight = 110;

} // namespace

WorkersChart::WorkersChart(QWidget* parent)
    : BarsWidget(parent)
{
    setAccessibleName(tr("Peak by worker"));
}

QSize WorkersChart::minimumSizeHint() const
{
    return {BarsWidget::minimumSizeHint().width(), grown(kLeastHeight, font())};
}

void WorkersChart::setBars(WorkerBars bars)
{
    m_bars = std::move(bars);
    setSelected(m_bars.selected);
}

void WorkersChart::setSelected(std::optional<std::size_t> worker)
{
    m_bars.selected = worker;
    setAccessibleDescription(worker && m_bars.table ? describe(*worker) : QString());
    update();
}

QString WorkersChart::describe(std::size_t worker) const
{
    const WorkerTable& table = *m_bars.table;
    QStringList lines{text(table.workers->list[worker].name())};
    for (const WorkerField& field : table.fields) {
        const auto bytes = table.bytes(worker, field);
        if (bytes && (field.isPeak || (!field.category.empty() && *bytes > 0)))
            lines << QStringLiteral("%1: %2").arg(field.title, text(bytesText(*bytes, m_bars.unit)));
    }
    if (table.differs(worker))
        lines << tr("A different program");
    return lines.join(u'\n');
}

std::optional<std::size_t> WorkersChart::selectedPlace() const
{
    const auto found = m_bars.selected ? std::ranges::find(m_bars.order, *m_bars.selected) : m_bars.order.end();
    return found == m_bars.order.end() ? std::nullopt : std::optional<std::size_t>(found - m_bars.order.begin());
}

std::optional<std::size_t> WorkersChart::placeAt(const QPointF& position) const
{
    return m_bars.table ? WorkerBarsPlot(m_bars, rect(), font()).placeAt(position.x()) : std::nullopt;
}

void WorkersChart::paintBars(QPainter& painter, const Colors& colors)
{
    paintWorkerBars(painter, rect(), m_bars, colors, font());
}

} // namespace tidemark::ui
