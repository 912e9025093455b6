#include "ui/charts/history_lane.h"

#include "ui/charts/chart_navigation.h"
#include "ui/state/row_history.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"
#include "ui/widgets/swatch.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

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
    : AxisLane(state, 0, 0, parent)
{
    setCaption(tr("history"));
    state->onChange(Aspect::Uses | Aspect::Groups | Aspect::Pointed, this, &HistoryLane::refresh);
    HistoryLane::refresh();
}

double HistoryLane::laneHeight() const
{
    return kHeight * QFontMetricsF(smallFont()).height();
}

std::optional<RowId> HistoryLane::row() const
{
    return state()->uses() ? state()->shownRow() : std::nullopt;
}

void HistoryLane::refresh()
{
    setAccessibleName(tr("History of the %1").arg(rowWord(state()->view().get())));
    setAccessibleDescription(row() ? historyText(*state(), *row()) : QString());
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
    for (const RowEvent& event : state()->uses()->of(*row())) {
        if (!event.step || !steps.range.contains(event.step.value))
            continue;
        const double distance = std::abs(centreOf(steps, event.step) - x);
        if (distance <= least && (!nearest || distance < least)) {
            least = distance;
            nearest = &event;
        }
    }
    return nearest;
}

void HistoryLane::paintLife(QPainter& painter, RowId row, const Colors& colors) const
{
    const StepScale steps = scale();
    const View& view = *state()->view();
    const double left = std::max(steps.left, xOf(steps, view.rows.start[row].value));
    const double right = std::min(steps.left + steps.width, xOf(steps, view.rows.end[row].value));
    if (left < right)
        paintFill(painter, {left, (height() - kLife) / 2, right - left, kLife}, state()->lifetimeFillOf(row, colors));
}

void HistoryLane::paintEvents(QPainter& painter, RowId row, const Colors& colors) const
{
    const StepScale steps = scale();
    const double middle = height() / 2.0;
    double last = -1; // x of the last tick: ticks in the same pixel are drawn once
    for (const RowEvent& event : state()->uses()->of(row)) {
        if (!event.step || !steps.range.contains(event.step.value))
            continue;
        const double x = centreOf(steps, event.step);
        if (event.kind == RowEventKind::Shared) {
            painter.setRenderHint(QPainter::Antialiasing);
            painter.setPen(QPen(colors.text, 1));
            painter.setBrush(colors.base);
            painter.drawPolygon(QPolygonF( // a diamond
                {{x, middle - kHandOver}, {x + kHandOver, middle}, {x, middle + kHandOver}, {x - kHandOver, middle}}));
            painter.setRenderHint(QPainter::Antialiasing, false);
            continue;
        }
        if (event.kind == RowEventKind::Used && x - last < 1)
            continue;
        last = x;
        const double half = middle - (event.kind == RowEventKind::Used ? 4 : 2); // birth and release are higher
        painter.fillRect(QRectF(x - kTick / 2, middle - half, kTick, 2 * half), colors.text);
    }
}

void HistoryLane::paintHint(QPainter& painter) const
{
    QString hint = tr("Reading the uses of the memory…");
    if (state()->uses())
        hint = tr("Point at %1 to see where it is defined, used and freed")
                   .arg(withArticle(rowWord(state()->view().get())));
    painter.drawText(lane(), Qt::AlignLeft | Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(hint, Qt::ElideRight, static_cast<int>(lane().width())));
}

void HistoryLane::paintLane(QPainter& painter, const Colors& colors)
{
    const auto shown = row();
    if (!shown) {
        paintHint(painter);
        return;
    }
    painter.setClipRect(lane().adjusted(-kHandOver, 0, kHandOver, 0));
    paintLife(painter, *shown, colors);
    paintEvents(painter, *shown, colors);
    paintCursor(painter, colors);
}

QString HistoryLane::tipAt(const QPointF& at) const
{
    const RowEvent* const found = eventAt(at.x());
    if (!found)
        return {};
    return cellText(state()->view()->axis, found->step) + QStringLiteral(": ") + eventText(*state(), *found);
}

void HistoryLane::mousePressEvent(QMouseEvent* event)
{
    const RowEvent* found = event->button() == Qt::LeftButton ? nearestTo(event->position().x(), width()) : nullptr;
    if (found)
        state()->axis().setCursor(found->step);
    else
        QWidget::mousePressEvent(event);
}

/// Moves the cursor to the next or previous event.
void HistoryLane::step(bool forward)
{
    StepId before;
    StepId after;
    for (const RowEvent& event : state()->uses()->of(*row())) {
        if (event.step && event.step < state()->cursor())
            before = event.step;
        else if (event.step && !after && state()->cursor() < event.step)
            after = event.step;
    }
    if (const StepId target = forward ? after : before)
        ChartNavigation(state()).goTo(target);
}

void HistoryLane::keyPressEvent(QKeyEvent* event)
{
    const bool isRight = event->keyCombination() == QKeyCombination(Qt::Key_Right);
    if (row() && (isRight || event->keyCombination() == QKeyCombination(Qt::Key_Left)))
        step(isRight);
    else
        QWidget::keyPressEvent(event);
}

} // namespace tidemark::ui
