#include "ui/charts/lanes.h"

#include "ui/charts/curve_painter.h"
#include "ui/charts/painting.h"
#include "ui/charts/plot.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/restyle.h"
#include "ui/widgets/swatch.h"

#include <QApplication>
#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace tidemark::ui {
namespace {

constexpr double kCaptionGap = 8; // pixels between the caption and the lane

constexpr double kHeight = 1.5; // in label heights
constexpr double kReach = 10; // pixels to either side: a hit area of 20 pixels
constexpr double kLife = 3; // pixels, height
constexpr double kTick = 1.5; // pixels, width
constexpr double kHandOver = 3.5; // pixels from the middle of the diamond to its corners

constexpr int kMarkLaneAround = 2; // pixels above and below
constexpr double kMarkMargin = 2; // pixels above and below a name
constexpr double kMarkGap = 1;
constexpr double kMarkNameRoom = 5; // pixels on both sides of a name
constexpr double kMarkFill = 0.3; // share of the colour in the fill

double markHeight(const QFont& small)
{
    return std::ceil(QFontMetricsF(small).height()) + 2 * kMarkMargin;
}

constexpr double kHandleWidth = 6;
constexpr double kHandleHeight = 16;
constexpr double kHandleReach = 10; // pixels to either side: a hit area of 20 pixels
constexpr double kTall = 2.6; // in label heights
constexpr double kFlat = 2;
constexpr double kOverviewHeadroom = 1.1;
constexpr double kSmallestWindow = 6; // pixels; a narrower window is drawn with this width

} // namespace

AxisLane::AxisLane(ViewState* state, int above, int below, QWidget* parent)
    : QWidget(parent)
    , m_state(state)
    , m_above(above)
    , m_below(below)
    , m_gutter(gutterFor({}, smallerFont(font())))
{
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_state->onChange(Aspect::View | Aspect::Cursor | Aspect::Visible, this, &AxisLane::refresh);
    onRestyle(this, [this] { updateGeometry(); });
}

void AxisLane::setGutter(double gutter)
{
    m_gutter = gutter;
    update();
}

void AxisLane::setCaption(const QString& caption)
{
    m_caption = caption;
    update();
}

QRectF AxisLane::lane() const
{
    return {m_gutter, 1.0 * m_above, std::max(1.0, width() - m_gutter - kRightMargin),
            std::max(1.0, height() - 1.0 * m_above - m_below)};
}

QFont AxisLane::smallFont() const
{
    return smallerFont(font());
}

void AxisLane::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors colors = colorsFor(palette());
    painter.fillRect(rect(), colors.base);
    if (m_state->isEmpty())
        return;
    const QRectF box = lane();
    paintText(painter, QRectF(0, box.top(), box.left() - kCaptionGap, box.height()), Qt::AlignRight | Qt::AlignVCenter,
              m_caption, smallFont(), colors.secondaryText);
    painter.save();
    paintLane(painter, colors);
    painter.restore();
    if (hasFocus())
        paintFocusFrame(painter, rect().adjusted(0, 0, -1, -1), colors);
}

void AxisLane::paintCursor(QPainter& painter, const Colors& colors) const
{
    const StepId cursor = m_state->cursor();
    if (scale().range.contains(cursor.value))
        painter.fillRect(QRectF(centreOf(scale(), cursor) - 0.5, 0, 1, height()), colors.highlight);
}

bool AxisLane::event(QEvent* event)
{
    const auto tip = [this](const QPointF& at) { return m_state->isEmpty() ? QString() : tipAt(at); };
    return showToolTip(*event, this, tip) || QWidget::event(event);
}

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

MarkRows::MarkRows(const View& view)
{
    for (const Mark& mark : view.marks)
        if (mark.begin < mark.end)
            m_places.push_back({&mark, 0});
    std::ranges::stable_sort(m_places, [](const Place& a, const Place& b) {
        return std::tie(a.mark->begin, b.mark->end) < std::tie(b.mark->begin, a.mark->end);
    });
    std::vector<StepId> ends; // of the marks that contain the current one
    for (Place& place : m_places) {
        while (!ends.empty() && ends.back() <= place.mark->begin)
            ends.pop_back();
        place.row = std::min(static_cast<int>(ends.size()), kMost - 1);
        m_rows = std::max(m_rows, place.row + 1);
        ends.push_back(place.mark->end);
    }
}

double MarkRows::height(const QFont& small) const
{
    return m_rows * (markHeight(small) + kMarkGap);
}

const Mark* MarkRows::at(StepId cell, int row) const
{
    const Mark* found = nullptr;
    for (const Place& place : m_places) {
        if (cell < place.mark->begin)
            break;
        if (place.row == row && cell < place.mark->end)
            found = place.mark;
    }
    return found;
}

const Mark* MarkRows::next(StepId cell) const
{
    const auto found = std::ranges::find_if(m_places, [&](const Place& place) { return cell < place.mark->begin; });
    return found == m_places.end() ? nullptr : found->mark;
}

const Mark* MarkRows::previous(StepId cell) const
{
    const Mark* found = nullptr;
    for (const Place& place : m_places) {
        if (!(place.mark->begin < cell))
            break;
        found = place.mark;
    }
    return found;
}

void MarkRows::paint(QPainter& painter, const QRectF& area, const StepScale& steps, const Colors& colors,
                     const QFont& small) const
{
    const QFontMetricsF metrics(small);
    std::array<double, kMost> drawnTo; // pixels, by row: of marks narrower than a pixel only one per pixel is drawn
    drawnTo.fill(area.left() - 1);
    for (const Place& place : m_places) {
        const Mark& mark = *place.mark;
        if (mark.end.value <= steps.range.begin || steps.range.end <= mark.begin.value)
            continue;
        const double left = std::max(area.left(), xOf(steps, mark.begin.value));
        const double right = std::min(area.right(), xOf(steps, mark.end.value));
        double& drawn = drawnTo[static_cast<std::size_t>(place.row)];
        if (right <= drawn)
            continue;
        drawn = std::max(right, left + 1);
        const double height = markHeight(small);
        const QRectF box(left, area.top() + place.row * (height + kMarkGap), std::max(1.0, right - left - 1), height);
        const QColor hue = colors.hue(mark.hue);
        const QColor fill = mixed(hue, colors.base, kMarkFill);
        painter.fillRect(box, fill);
        painter.fillRect(QRectF(box.left(), box.top(), std::min(2.0, box.width()), box.height()), hue);
        const double room = box.width() - 2 * kMarkNameRoom;
        const QString whole = text(mark.name);
        const QString name = metrics.elidedText(whole, Qt::ElideMiddle, room);
        const double least = (name == whole ? 2 : 4) * metrics.height(); // "m…0" is no name
        if (room < least || name.isEmpty())
            continue;
        paintText(painter, {box.left() + kMarkNameRoom, box.top() + kMarkMargin + metrics.ascent()}, name, small,
                  colors.textOn(fill));
    }
}

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
    const StepRange range{mark.begin.value, mark.end.value};
    state()->axis().setCursor(m_view->highestIn(range));
    state()->axis().setSelected(range);
}

void MarkLane::paintLane(QPainter& painter, const Colors& colors)
{
    m_rows.paint(painter, lane(), scale(), colors, smallFont());
    paintCursor(painter, colors);
}

QString MarkLane::tipAt(const QPointF& at) const
{
    const Mark* const mark = markAt(at);
    if (!mark)
        return {};
    return text(mark->name) + u'\n' + rangeText(m_view->axis, {mark->begin.value, mark->end.value});
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
    StepId from = state()->cursor();
    if (const auto range = state()->axis().selected(); range && range->contains(from.value))
        from = StepId(range->begin); // of the selected mark
    if (event->keyCombination() == QKeyCombination(Qt::Key_Right))
        mark = m_rows.next(from);
    else if (event->keyCombination() == QKeyCombination(Qt::Key_Left))
        mark = m_rows.previous(from);
    if (!mark) {
        QWidget::keyPressEvent(event);
        return;
    }
    const ViewState::Batch batch(*state());
    select(*mark);
    ChartNavigation(state()).showCursor();
}

OverviewStrip::OverviewStrip(ViewState* state, QWidget* parent)
    : AxisLane(state, 1, 3, parent)
    , m_navigation(state)
{
    setMouseTracking(true);
    setCaption(tr("overview"));
    setAccessibleName(tr("Overview of the program"));
    onResize(this, [this] { updateGeometry(); });
    onRestyle(this, [this] { m_curve = {}; });
    OverviewStrip::refresh();
}

double OverviewStrip::laneHeight() const
{
    return (width() >= kWideFrom ? kTall : kFlat) * QFontMetricsF(smallFont()).height();
}

StepScale OverviewStrip::wholeScale() const
{
    return {lane().left(), lane().width(), {0, std::max<std::uint32_t>(state()->axis().steps(), 1)}};
}

void OverviewStrip::refresh()
{
    if (m_view != state()->view()) {
        m_view = state()->view();
        m_pressed = Part::None;
        m_curve = {};
    }
    QString description = tr("empty");
    if (m_view) {
        const Axis& axis = m_view->axis;
        const QString end = axis.start ? positionText(axis, StepId(axis.count)) : grouped(axis.count);
        description = tr("%1 of %2").arg(rangeText(axis, state()->axis().visible()), end);
    }
    setAccessibleDescription(description);
    update();
}

QRectF OverviewStrip::windowRect() const
{
    const QRectF strip = lane();
    const StepRange range = state()->axis().visible();
    double left = xOf(wholeScale(), range.begin);
    double right = xOf(wholeScale(), range.end);
    if (right - left < kSmallestWindow) {
        const double middle
            = std::clamp((left + right) / 2, strip.left() + kSmallestWindow / 2, strip.right() - kSmallestWindow / 2);
        left = middle - kSmallestWindow / 2;
        right = middle + kSmallestWindow / 2;
    }
    return {left, strip.top(), right - left, strip.height()};
}

OverviewStrip::Part OverviewStrip::partAt(const QPointF& at) const
{
    if (state()->isEmpty() || !lane().adjusted(-kHandleReach, 0, kHandleReach, 0).contains(at))
        return Part::None;
    const QRectF window = windowRect();
    // The middle of a narrow window must remain for moving it.
    const double inside = std::min(kHandleReach, window.width() / 4);
    if (at.x() >= window.left() - kHandleReach && at.x() < window.left() + inside)
        return Part::LeftHandle;
    if (at.x() >= window.right() - inside && at.x() < window.right() + kHandleReach)
        return Part::RightHandle;
    return window.contains(at) ? Part::Window : Part::Outside;
}

void OverviewStrip::paintLane(QPainter& painter, const Colors& colors)
{
    const double ratio = devicePixelRatioF();
    if (m_curve.devicePixelRatio() != ratio || m_curve.size() != (lane().size() * ratio).toSize()) {
        const Curve* const inside = m_view->curve(CurveRole::Inside);
        const Curve& highest = inside && !inside->values.empty() ? *inside : m_view->curves.front();
        m_curve = curveImage(highest, lane().size(), ratio, kOverviewHeadroom, colors.hue(Hue::Temporary), colors.plot,
                             colors);
    }
    painter.drawImage(lane().topLeft(), m_curve);
    paintWindow(painter, colors);
}

void OverviewStrip::paintWindow(QPainter& painter, const Colors& colors)
{
    const QRectF strip = lane();
    const QRectF window = windowRect();
    const QColor veil = withAlpha(colors.window, 0.7F);
    painter.fillRect(QRectF(strip.topLeft(), QPointF(window.left(), strip.bottom())), veil);
    painter.fillRect(QRectF(window.topRight(), strip.bottomRight()), veil);
    painter.setPen(QPen(colors.border, 1));
    painter.drawRect(strip.adjusted(0.5, 0.5, -0.5, -0.5));

    const double peak = centreOf(wholeScale(), state()->view()->peakStep);
    painter.fillRect(QRectF(std::round(peak) - 0.5, strip.top() + 1, 1, strip.height() - 2), colors.peakMark);
    const double cursor = centreOf(wholeScale(), state()->cursor());
    painter.fillRect(
        QRectF(std::round(cursor) - 0.5, strip.top() + 1, state()->isCursorAtPeak() ? 2 : 1, strip.height() - 2),
        colors.highlight);

    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.highlight, 1.3));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(window.adjusted(0.5, 0.5, -0.5, -0.5));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colors.highlight);
    for (const double x : {window.left(), window.right()})
        painter.drawRoundedRect(
            QRectF(x - kHandleWidth / 2, strip.center().y() - kHandleHeight / 2, kHandleWidth, kHandleHeight), 1.5,
            1.5);
}

void OverviewStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_pressed = partAt(event->position());
    m_pressedAt = positionAt(wholeScale(), event->position().x());
    m_pressedRange = state()->axis().visible();
    m_wasDragged = false;
}

void OverviewStrip::drag(double x)
{
    const double moved = positionAt(wholeScale(), x) - m_pressedAt;
    const std::uint32_t steps = state()->axis().steps();
    StepRange range = m_pressedRange;
    const auto at = [&](std::uint32_t edge, double low, double high) {
        return static_cast<std::uint32_t>(std::clamp(std::round(edge + moved), low, high));
    };
    if (m_pressed == Part::LeftHandle)
        range.begin = at(range.begin, 0, range.end - 1.0);
    else if (m_pressed == Part::RightHandle)
        range.end = at(range.end, range.begin + 1.0, steps);
    else
        range = panned(range, steps, moved);
    state()->axis().setVisible(range);
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event)
{
    const Part part = m_pressed == Part::None ? partAt(event->position()) : m_pressed;
    if (part == Part::LeftHandle || part == Part::RightHandle)
        setCursor(Qt::SizeHorCursor);
    else if (part == Part::Window && !state()->axis().isShowingAll())
        setCursor(Qt::OpenHandCursor);
    else
        setCursor(Qt::ArrowCursor);
    if (m_pressed == Part::None || state()->isEmpty())
        return;
    const double pixels = std::abs(event->position().x() - xOf(wholeScale(), m_pressedAt));
    m_wasDragged = m_wasDragged || pixels >= QApplication::startDragDistance() / 2.0;
    if (m_wasDragged)
        drag(event->position().x());
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent* event)
{
    const Part part = std::exchange(m_pressed, Part::None);
    if (m_wasDragged || state()->isEmpty() || (part != Part::Outside && part != Part::Window))
        return;
    const double step = positionAt(wholeScale(), event->position().x());
    state()->axis().setVisible(centredAt(state()->axis().visible(), state()->axis().steps(), step));
}

void OverviewStrip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton)
        state()->axis().showAll();
}

void OverviewStrip::wheelEvent(QWheelEvent* event)
{
    if (!state()->isEmpty()) {
        const int turned = event->angleDelta().y() + event->angleDelta().x();
        m_navigation.panBy(-turned / static_cast<double>(QWheelEvent::DefaultDeltasPerStep));
    }
    event->accept();
}

void OverviewStrip::keyPressEvent(QKeyEvent* event)
{
    const bool isLeft = event->key() == Qt::Key_Left;
    if (state()->isEmpty() || (!isLeft && event->key() != Qt::Key_Right)) {
        QWidget::keyPressEvent(event);
        return;
    }
    m_navigation.panBy(isLeft ? -1 : 1);
}

} // namespace tidemark::ui
