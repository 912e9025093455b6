#include "ui/pages/workers/workers_chart.h"

#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace tidemark::ui {

WorkersChart::WorkersChart(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Peak by worker"));
}

QSize WorkersChart::minimumSizeHint() const
{
    return {200, grown(180, font())};
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
        lines << tr("Another program than most");
    return lines.join(u'\n');
}

std::optional<std::size_t> WorkersChart::workerAt(const QPointF& position) const
{
    if (!m_bars.table)
        return std::nullopt;
    const auto place = WorkerBarsPlot(m_bars, rect(), font()).placeAt(position.x());
    return place ? std::optional(m_bars.order[*place]) : std::nullopt;
}

void WorkersChart::mousePressEvent(QMouseEvent* event)
{
    const auto worker = workerAt(event->position());
    if (event->button() == Qt::LeftButton && worker)
        emit selected(*worker);
}

void WorkersChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto worker = workerAt(event->position()))
        emit opened(*worker);
}

void WorkersChart::keyPressEvent(QKeyEvent* event)
{
    const auto found = m_bars.selected ? std::ranges::find(m_bars.order, *m_bars.selected) : m_bars.order.end();
    const auto last = static_cast<std::ptrdiff_t>(m_bars.order.size()) - 1;
    if (last < 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    std::ptrdiff_t place = found == m_bars.order.end() ? 0 : found - m_bars.order.begin();
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
        place = last;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (found != m_bars.order.end())
            emit opened(*found);
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    emit selected(m_bars.order[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(place, 0, last))]);
}

bool WorkersChart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto worker = workerAt(help->pos()))
            QToolTip::showText(help->globalPos(), plainToolTip(describe(*worker)), this);
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

void WorkersChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    paintWorkerBars(painter, rect(), m_bars, colors, font());
    if (hasFocus()) {
        painter.setPen(colors.highlight);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace tidemark::ui
