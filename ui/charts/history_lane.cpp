#include "ui/charts/history_lane.h"

#include "ui/charts/chart_metrics.h"
#include "ui/charts/chart_navigation.h"
#include "ui/charts/chart_scene.h"
#include "ui/state/row_history.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/theme/tool_tip.h"
#include "ui/widgets/fonts.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kHeight = 1.5; // in label heights
constexpr double kReach = 10; // pixels to either side: a hit area of 20 pixels
constexpr double kLife = 3; // pixels, height
constexpr double kTick = 1.5; // pixels, width
constexpr double kHandOver = 3.5; // pixels from the middle of the diamond to its corners

} // namespace

HistoryLane::HistoryLane(ViewState* state, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_gutter(gutterFor({}, smallerFont(font())))
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    connect(m_state, &ViewState::viewChanged, this, &HistoryLane::refresh);
    connect(m_state, &ViewState::usesChanged, this, &HistoryLane::refresh);
    connect(&m_state->focus(), &Focus::pointedChanged, this, &HistoryLane::refresh);
    const auto redraw = qOverload<>(&QWidget::update);
    connect(m_state, &ViewState::groupsChanged, this, redraw);
    connect(&m_state->axis(), &AxisView::visibleChanged, this, redraw);
    connect(m_state, &ViewState::liveChanged, this, &HistoryLane::refresh);
    refresh();
}

void HistoryLane::setGutter(double gutter)
{
    m_gutter = gutter;
    update();
}

QSize HistoryLane::sizeHint() const
{
    return {600, static_cast<int>(std::ceil(kHeight * QFontMetricsF(smallerFont(font())).height()))};
}

std::optional<RowId> HistoryLane::row() const
{
    return m_state->uses() ? m_state->shownRow() : std::nullopt;
}

StepScale HistoryLane::scale() const
{
    return {m_gutter, std::max(1.0, width() - m_gutter - kRightMargin), m_state->axis().visible()};
}

void HistoryLane::refresh()
{
    setAccessibleName(tr("History of the %1").arg(rowWord(m_state->view().get())));
    setAccessibleDescription(row() ? historyText(*m_state, *row()) : QString());
    update();
}

const RowEvent* HistoryLane::eventAt(double x) const
{
    return nearestTo(x, kReach);
}

const RowEvent* HistoryLane::nearestTo(double x, double reach) const
{
    if (!row())
        return nullptr;
    const StepScale steps = scale();
    const RowEvent* nearest = nullptr;
    double least = reach;
    for (const RowEvent& event : m_state->uses()->of(*row())) {
        if (!event.step || !contains(steps.range, event.step))
            continue;
        const double distance = std::abs(centreOf(steps, event.step) - x);
        if (distance <= least && (!nearest || distance < least)) {
            least = distance;
            nearest = &event;
        }
    }
    return nearest;
}

void HistoryLane::paintLife(QPainter& painter, RowId row) const
{
    const Colors colors = colorsFor(palette());
    const StepScale steps = scale();
    const View& view = *m_state->view();
    const double left = std::max(steps.left, xOf(steps, view.rows.start[row].value));
    const double right = std::min(steps.left + steps.width, xOf(steps, view.rows.end[row].value));
    if (left < right)
        painter.fillRect(QRectF(left, (height() - kLife) / 2, right - left, kLife),
                         m_state->lifetimeColorOf(row, colors));
}

void HistoryLane::paintEvents(QPainter& painter, RowId row) const
{
    const Colors colors = colorsFor(palette());
    const StepScale steps = scale();
    const double middle = height() / 2.0;
    double last = -1; // x of the last tick: ticks in the same pixel are drawn once
    for (const RowEvent& event : m_state->uses()->of(row)) {
        if (!event.step || !contains(steps.range, event.step))
            continue;
        const double x = centreOf(steps, event.step);
        if (event.kind == RowEventKind::Shared) {
            QPainterPath diamond;
            diamond.addPolygon(QPolygonF(
                {{x, middle - kHandOver}, {x + kHandOver, middle}, {x, middle + kHandOver}, {x - kHandOver, middle}}));
            diamond.closeSubpath();
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(colors.text, 1));
            painter.setBrush(colors.base);
            painter.drawPath(diamond);
            painter.setRenderHint(QPainter::Antialiasing, false);
            continue;
        }
        if (event.kind == RowEventKind::Used && x - last < 1)
            continue;
        last = x;
        const double half = event.kind == RowEventKind::Used ? middle - 4 : middle - 2; // birth and release are higher
        painter.fillRect(QRectF(x - kTick / 2, middle - half, kTick, 2 * half), colors.text);
    }
}

void HistoryLane::paintHint(QPainter& painter, const QRectF& lane) const
{
    const QString hint = m_state->uses()
        ? tr("Point at %1 to see where it is defined, used and freed").arg(withArticle(rowWord(m_state->view().get())))
        : tr("Reading the uses of the memory…");
    painter.drawText(lane, Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(hint, Qt::ElideRight, static_cast<int>(lane.width())));
}

void HistoryLane::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    painter.fillRect(rect(), colors.base);
    if (m_state->isEmpty())
        return;
    painter.setFont(smallerFont(font()));
    painter.setPen(colors.secondaryText);
    painter.drawText(QRectF(0, 0, m_gutter - 8, height()), Qt::AlignRight | Qt::AlignVCenter, tr("history"));
    const StepScale steps = scale();
    const QRectF lane(steps.left, 0, steps.width, height());
    if (const auto shown = row()) {
        painter.setClipRect(lane.adjusted(-kHandOver, 0, kHandOver, 0));
        paintLife(painter, *shown);
        paintEvents(painter, *shown);
        if (contains(steps.range, m_state->cursor()))
            painter.fillRect(QRectF(centreOf(steps, m_state->cursor()) - 0.5, 0, 1, height()), colors.highlight);
        painter.setClipping(false);
    } else {
        paintHint(painter, lane);
    }
    if (hasFocus()) {
        painter.setPen(colors.highlight);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

bool HistoryLane::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    if (const RowEvent* found = eventAt(help->pos().x()))
        QToolTip::showText(help->globalPos(),
                           plainToolTip(cellText(m_state->view()->axis, found->step) + QStringLiteral(": ")
                                        + eventText(*m_state, *found)),
                           this);
    else
        QToolTip::hideText();
    return true;
}

void HistoryLane::mousePressEvent(QMouseEvent* event)
{
    const RowEvent* found = event->button() == Qt::LeftButton ? nearestTo(event->position().x(), width()) : nullptr;
    if (found)
        m_state->axis().setCursor(found->step);
    else
        QWidget::mousePressEvent(event);
}

/// Moves the cursor to the next or previous event.
void HistoryLane::step(bool forward)
{
    const RowEvent* target = nullptr;
    for (const RowEvent& event : m_state->uses()->of(*row())) {
        if (!event.step)
            continue;
        if (forward ? m_state->cursor() < event.step && !target : event.step < m_state->cursor())
            target = &event;
    }
    if (target)
        ChartNavigation(m_state).goTo(target->step);
}

void HistoryLane::keyPressEvent(QKeyEvent* event)
{
    const bool isStep
        = (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) && event->modifiers() == Qt::NoModifier;
    if (isStep && row())
        step(event->key() == Qt::Key_Right);
    else
        QWidget::keyPressEvent(event);
}

void HistoryLane::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    QWidget::changeEvent(event);
}

} // namespace tidemark::ui
