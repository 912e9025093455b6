#include "ui/pages/runs/runs_chart.h"

#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {

RunsChart::RunsChart(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Peak by run"));
}

QSize RunsChart::minimumSizeHint() const
{
    return {200, grown(180, font())};
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
    if (!run.bar.total) {
        lines << (run.isSeen ? tr("No peak is known") : tr("Upstream's script does not show it"));
        return lines.join(u'\n');
    }
    const auto total = static_cast<double>(*run.bar.total);
    lines << tr("Peak: %1").arg(said(total));
    lines << (total <= run.judged.deviceMemory
                  ? tr("Fits: %1 of %2 are left")
                        .arg(said(run.judged.deviceMemory - total), said(run.judged.deviceMemory))
                  : tr("Does not fit: %1 more than the %2 of the device")
                        .arg(said(total - run.judged.deviceMemory), said(run.judged.deviceMemory)));
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

void RunsChart::mousePressEvent(QMouseEvent* event)
{
    const auto place = placeAt(event->position());
    if (event->button() == Qt::LeftButton && place)
        emit selected(*place);
}

void RunsChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto place = placeAt(event->position()))
        emit opened(*place);
}

void RunsChart::keyPressEvent(QKeyEvent* event)
{
    const auto count = m_bars.list ? static_cast<std::ptrdiff_t>(m_bars.list->runs.size()) : 0;
    auto place = static_cast<std::ptrdiff_t>(m_bars.selected.value_or(0));
    if (count == 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    switch (event->key()) {
    case Qt::Key_Left:
        --place;
        break;
    case Qt::Key_Right:
        ++place;
        break;
    case Qt::Key_Home:
        place = 0;
        break;
    case Qt::Key_End:
        place = count - 1;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_bars.selected)
            emit opened(*m_bars.selected);
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    emit selected(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(place, 0, count - 1)));
}

bool RunsChart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto place = placeAt(help->pos()))
            QToolTip::showText(help->globalPos(), plainToolTip(describe(*place)), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void RunsChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    paintRunBars(painter, rect(), m_bars, colors, font());
    if (hasFocus()) {
        painter.setPen(colors.highlight);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace tidemark::ui
