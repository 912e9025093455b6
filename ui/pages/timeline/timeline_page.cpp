#include "ui/pages/timeline/timeline_page.h"

#include "ui/charts/buffer_strips.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/overview_strip.h"
#include "ui/theme/colors.h"

#include <QPainter>
#include <QVBoxLayout>

namespace tidemark::ui {
TimelinePage::TimelinePage(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_chart(new MemoryChart(state, this))
    , m_overview(new OverviewStrip(state, this))
    , m_strips(new BufferStrips(state, this))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_chart, 1);
    layout->addWidget(m_overview);
    layout->addWidget(m_strips);
}

void TimelinePage::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    fit();
}

bool TimelinePage::setLow(bool low)
{
    if (low == m_isLow)
        return false;
    m_isLow = low;
    updateGeometry();
    fit();
    return true;
}

void TimelinePage::fit()
{
    const int left = height() - m_chart->minimumSizeHint().height();
    m_overview->setVisible(!m_isLow || left >= m_overview->sizeHint().height() + m_strips->heightWith(true));
    m_strips->setShowsPadding(!m_isLow || left >= m_strips->heightWith(true));
}

QSize TimelinePage::minimumSizeHint() const
{
    const int overview = m_isLow ? 0 : m_overview->sizeHint().height();
    return {m_chart->minimumSizeHint().width(),
            m_chart->minimumSizeHint().height() + overview + m_strips->heightWith(!m_isLow)};
}

void TimelinePage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), colorsFor(palette()).base);
}

} // namespace tidemark::ui
