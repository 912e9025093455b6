#include "ui/charts/mark_lane.h"

#include "ui/charts/chart_navigation.h"
#include "ui/charts/painting.h"
#include "ui/state/row_text.h"
#include "ui/theme/text.h"

#include <QFontMetricsF>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace tidemark::ui {
namespace {

constexpr int kMarkLaneAround = 2; // pixels above and below
constexpr double kMarkMargin = 2; // pixels above and below a name
constexpr double kMarkGap = 1;
constexpr double kMarkNameRoom = 5; // pixels on both sides of a name
constexpr double kMarkFill = 0.3; // share of the colour in the fill

double markHeight(const QFont& small)
{
    return std::ceil(QFontMetricsF(small).height()) + 2 * kMarkMargin;
}

} // namespace

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
        const QString name = metrics.elidedText(text(mark.name), Qt::ElideMiddle, room);
        if (room < 2 * metrics.height() || name.isEmpty())
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
    state()->axis().setCursor(mark.begin);
    state()->axis().setSelected(StepRange{mark.begin.value, mark.end.value});
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
    if (event->keyCombination() == QKeyCombination(Qt::Key_Right))
        mark = m_rows.next(state()->cursor());
    else if (event->keyCombination() == QKeyCombination(Qt::Key_Left))
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
