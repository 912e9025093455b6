#include "ui/charts/bars_widget.h"

#include "ui/charts/row_surface.h"
#include "ui/theme/colors.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

namespace tidemark::ui {

BarsWidget::BarsWidget(QWidget* parent)
    : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
}

void BarsWidget::setPlot(BarPlot plot)
{
    m_plot = std::move(plot);
    setAccessibleName(m_plot.title);
    setSelected(m_plot.selected);
}

void BarsWidget::setSelected(std::optional<std::size_t> bar)
{
    m_plot.selected = bar;
    setAccessibleDescription(bar && *bar < m_plot.bars.size() ? m_plot.describe(*bar) : QString());
    update();
}

QSize BarsWidget::minimumSizeHint() const
{
    return {200, grown(180, font())};
}

void BarsWidget::mousePressEvent(QMouseEvent* event)
{
    const auto bar = barAt(event->position());
    if (event->button() == Qt::LeftButton && bar)
        emit selected(*bar);
}

void BarsWidget::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const auto bar = barAt(event->position()))
        emit opened(*bar);
}

void BarsWidget::keyPressEvent(QKeyEvent* event)
{
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (const auto bar = placeAfter(event->key(), m_plot.selected.value_or(0), m_plot.bars.size()))
        emit selected(*bar);
    else if (isEnter && m_plot.selected)
        emit opened(*m_plot.selected);
    else
        QWidget::keyPressEvent(event);
}

bool BarsWidget::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const auto bar = barAt(help->pos());
        QToolTip::showText(help->globalPos(), bar ? plainToolTip(m_plot.describe(*bar)) : QString(), this);
        return true;
    }
    return QWidget::event(event);
}

void BarsWidget::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    painter.fillRect(rect(), colors.base);
    if (!m_plot.bars.empty()) {
        const BarLayout where = places();
        m_frame.setFrame(where.frame(colors, font()));
        m_frame.render(painter, size());
        paintBars(painter, m_plot, where, colors, font());
    }
    if (hasFocus()) {
        painter.setPen(colors.highlight);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

} // namespace tidemark::ui
