#include "ui/charts/bars_widget.h"

#include "ui/theme/colors.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

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
    const auto last = static_cast<std::ptrdiff_t>(m_plot.bars.size()) - 1;
    if (last < 0) {
        QWidget::keyPressEvent(event);
        return;
    }
    auto bar = static_cast<std::ptrdiff_t>(m_plot.selected.value_or(0));
    switch (event->key()) {
    case Qt::Key_Left:
        --bar;
        break;
    case Qt::Key_Right:
        ++bar;
        break;
    case Qt::Key_Home:
        bar = 0;
        break;
    case Qt::Key_End:
        bar = last;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_plot.selected)
            emit opened(*m_plot.selected);
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    emit selected(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(bar, 0, last)));
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
