#include "ui/charts/mark_lane.h"

#include "ui/charts/chart_metrics.h"
#include "ui/charts/chart_navigation.h"
#include "ui/charts/chart_scene.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr int kMarkLaneAround = 2; // pixels above and below

} // namespace

MarkLane::MarkLane(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_gutter(gutterFor({}, smallerFont(font())))
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_state, &ViewState::viewChanged, this, &MarkLane::showView);
    const auto redraw = qOverload<>(&QWidget::update);
    connect(&m_state->axis(), &AxisView::visibleChanged, this, redraw);
    connect(&m_state->axis(), &AxisView::cursorChanged, this, redraw);
    showView();
}

void MarkLane::showView()
{
    m_view = m_state->view();
    m_rows = m_view ? MarkRows(*m_view) : MarkRows();
    setAccessibleName(m_view ? tr("Parts of the %1").arg(cellsText(m_view->axis)) : QString());
    updateGeometry();
    update();
}

void MarkLane::setGutter(double gutter)
{
    m_gutter = gutter;
    update();
}

QSize MarkLane::sizeHint() const
{
    return {600, static_cast<int>(std::ceil(m_rows.height(smallerFont(font())))) + 2 * kMarkLaneAround};
}

StepScale MarkLane::scale() const
{
    return {m_gutter, std::max(1.0, width() - m_gutter - kRightMargin), m_state->axis().visible()};
}

QRectF MarkLane::area() const
{
    const StepScale steps = scale();
    return {steps.left, kMarkLaneAround, steps.width, height() - 2.0 * kMarkLaneAround};
}

const Mark* MarkLane::markAt(const QPointF& at) const
{
    const QRectF lane = area();
    if (m_rows.isEmpty() || !lane.contains(at))
        return nullptr;
    const int row = static_cast<int>((at.y() - lane.top()) / (lane.height() / m_rows.count()));
    return m_rows.at(stepAt(scale(), at.x()), std::min(row, m_rows.count() - 1));
}

void MarkLane::select(const Mark& mark)
{
    m_state->axis().setCursor(mark.begin);
    m_state->axis().setSelected(StepRange{mark.begin.value, mark.end.value});
}

void MarkLane::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    painter.fillRect(rect(), colors.base);
    if (!m_view)
        return;
    m_rows.paint(painter, area(), scale(), colors, smallerFont(font()));
    if (contains(scale().range, m_state->cursor()))
        painter.fillRect(QRectF(centreOf(scale(), m_state->cursor()) - 0.5, 0, 1, height()), colors.highlight);
    if (hasFocus()) {
        painter.setPen(colors.highlight);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

bool MarkLane::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const Mark* mark = markAt(help->pos()))
        QToolTip::showText(
            help->globalPos(),
            plainToolTip(text(mark->name) + u'\n' + rangeText(m_view->axis, {mark->begin.value, mark->end.value})),
            this);
    else
        QToolTip::hideText();
    return true;
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
        m_state->axis().zoomTo(mark->begin, mark->end);
}

void MarkLane::keyPressEvent(QKeyEvent* event)
{
    const bool isPlain = event->modifiers() == Qt::NoModifier;
    const Mark* const mark = isPlain && event->key() == Qt::Key_Right ? m_rows.next(m_state->cursor())
        : isPlain && event->key() == Qt::Key_Left                     ? m_rows.previous(m_state->cursor())
                                                                      : nullptr;
    if (!mark) {
        QWidget::keyPressEvent(event);
        return;
    }
    select(*mark);
    ChartNavigation(m_state).showCursor();
}

void MarkLane::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

} // namespace tidemark::ui
