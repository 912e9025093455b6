#include "ui/charts/mark_lane.h"

#include "ui/charts/chart_navigation.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace tidemark::ui {
namespace {

constexpr int kMarkLaneAround = 2; // pixels above and below

} // namespace

MarkLane::MarkLane(ViewState* state, QWidget* parent)
    : AxisLane(state, kMarkLaneAround, kMarkLaneAround, parent)
{
    MarkLane::refresh();
}

void MarkLane::refresh()
{
    if (m_view != state()->view()) {
        m_view = state()->view();
        m_rows = m_view ? MarkRows(*m_view) : MarkRows();
        setAccessibleName(m_view ? tr("Parts of the %1").arg(cellsText(m_view->axis)) : QString());
        updateGeometry();
    }
    update();
}

const Mark* MarkLane::markAt(const QPointF& at) const
{
    const QRectF box = lane();
    if (m_rows.isEmpty() || !box.contains(at))
        return nullptr;
    const int row = static_cast<int>((at.y() - box.top()) / (box.height() / m_rows.count()));
    return m_rows.at(stepAt(scale(), at.x()), std::min(row, m_rows.count() - 1));
}

void MarkLane::select(const Mark& mark)
{
    const ViewState::Batch batch(*state());
    state()->axis().setCursor(mark.begin);
    state()->axis().setSelected(StepRange{mark.begin.value, mark.end.value});
}

void MarkLane::paintLane(QPainter& painter, const Colors& colors)
{
    m_rows.paint(painter, lane(), scale(), colors, smallFont());
    if (contains(scale().range, state()->cursor()))
        painter.fillRect(QRectF(centreOf(scale(), state()->cursor()) - 0.5, 0, 1, height()), colors.highlight);
}

QString MarkLane::tipAt(const QPointF& at) const
{
    const Mark* const mark = markAt(at);
    return mark ? text(mark->name) + u'\n' + rangeText(m_view->axis, {mark->begin.value, mark->end.value}) : QString();
}

void MarkLane::mousePressEvent(QMouseEvent* event)
{
    const Mark* const mark = event->button() == Qt::LeftButton ? markAt(event->position()) : nullptr;
    if (mark)
        select(*mark);
    else
        QWidget::mousePressEvent(event);
}

void MarkLane::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const Mark* const mark = markAt(event->position()))
        state()->axis().zoomTo(mark->begin, mark->end);
}

void MarkLane::keyPressEvent(QKeyEvent* event)
{
    const Mark* mark = nullptr;
    if (event->modifiers() == Qt::NoModifier && event->key() == Qt::Key_Right)
        mark = m_rows.next(state()->cursor());
    else if (event->modifiers() == Qt::NoModifier && event->key() == Qt::Key_Left)
        mark = m_rows.previous(state()->cursor());
    if (!mark) {
        QWidget::keyPressEvent(event);
        return;
    }
    const ViewState::Batch batch(*state());
    select(*mark);
    ChartNavigation(state()).showCursor();
}

} // namespace tidemark::ui
