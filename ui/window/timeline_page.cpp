#include "ui/window/timeline_page.h"

#include "ui/charts/buffer_strips.h"
#include "ui/charts/memory_chart.h"
#include "ui/charts/overview_strip.h"
#include "ui/theme/colors.h"

#include <QPainter>
#include <QVBoxLayout>

namespace tidemark::ui {
namespace {

constexpr int kOverviewFrom = 380; // lower than that the chart itself needs the room

}

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
    m_overview->setVisible(window()->height() >= 700 || height() >= kOverviewFrom);
}

void TimelinePage::paintEvent(QPaintEvent*)
{
    QPainter(this).fillRect(rect(), colorsFor(palette()).base);
}

} // namespace tidemark::ui
