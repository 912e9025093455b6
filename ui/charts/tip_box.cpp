#include "ui/charts/tip_box.h"

#include "ui/charts/chart_scene.h"
#include "ui/state/row_text.h"
#include "ui/state/units.h"
#include "ui/theme/text.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QScreen>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kSidePadding = 8;
constexpr double kTopPadding = 4;
constexpr double kTipSwatchGap = 5;

/// A swatch is a square as high as capital letters; the result includes its distance to the text.
double swatchRoom(const QFontMetricsF& metrics)
{
    return std::round(metrics.capHeight()) + kTipSwatchGap;
}

/// The width of a line in addition to its text.
double besideText(const TipText& tip, qsizetype line, const QFontMetricsF& metrics)
{
    return tip.swatchOf(line).color.isValid() ? swatchRoom(metrics) : 0;
}

constexpr QPoint kBeside(14, 16);

/// The size of a tip without eliding.
QSizeF tipSize(const TipText& tip, const ChartFonts& fonts)
{
    const QFontMetricsF metrics(fonts.small);
    const QFontMetricsF heading(boldFont(fonts.small));
    double width = 0;
    for (qsizetype i = 0; i < tip.lines.size(); ++i) {
        const double text = (i == 0 ? heading : metrics).horizontalAdvance(tip.lines[i]);
        width = std::max(width, text + besideText(tip, i, metrics));
    }
    return {std::ceil(width) + 2 * kSidePadding,
            std::ceil(metrics.height() * static_cast<double>(tip.lines.size())) + 2 * kTopPadding};
}

} // namespace

QSizeF fitTip(TipText& tip, const ChartFonts& fonts, double width)
{
    if (const QSizeF size = tipSize(tip, fonts); size.width() <= width)
        return size;
    const QFontMetricsF metrics(fonts.small);
    const QFontMetricsF heading(boldFont(fonts.small));
    for (qsizetype i = 0; i < tip.lines.size(); ++i)
        tip.lines[i] = (i == 0 ? heading : metrics)
                           .elidedText(tip.lines[i], Qt::ElideMiddle,
                                       std::max(0.0, width - 2 * kSidePadding - besideText(tip, i, metrics)));
    return tipSize(tip, fonts);
}

void paintTip(QPainter& painter, const QRectF& box, const TipText& tip, const ChartFonts& fonts, const Colors& colors)
{
    painter.setPen(QPen(colors.border, 1));
    painter.setBrush(colors.base);
    painter.drawRect(box);
    painter.setPen(colors.text);
    const QFontMetricsF metrics(fonts.small);
    double baseline = box.top() + kTopPadding + metrics.ascent();
    painter.setFont(boldFont(fonts.small));
    for (qsizetype i = 0; i < tip.lines.size(); ++i) {
        double left = box.left() + kSidePadding;
        if (const Fill swatch = tip.swatchOf(i); swatch.color.isValid()) {
            const double side = swatchRoom(metrics) - kTipSwatchGap;
            paintFill(painter, {left, std::round(baseline - side), side, side}, swatch);
            left += swatchRoom(metrics);
        }
        painter.drawText(QPointF(left, baseline), tip.lines[i]);
        painter.setFont(fonts.small);
        baseline += metrics.height();
    }
}

MovingTip::MovingTip(QWidget* parent, Room room)
    : QWidget(parent)
{
    if (room == Room::Screen)
        setWindowFlags(Qt::ToolTip | Qt::FramelessWindowHint | Qt::WindowTransparentForInput);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_OpaquePaintEvent);
    hide();
}

void MovingTip::show(const QPoint& at, const QStringList& lines)
{
    m_lines = lines;
    if (lines.isEmpty()) {
        hide();
        return;
    }
    const QWidget* parent = parentWidget();
    const QRect room = isWindow() ? parent->screen()->availableGeometry() : parent->rect();
    const QPoint place = isWindow() ? at : parent->mapFromGlobal(at);
    m_shown = {lines};
    const QSizeF size = fitTip(m_shown, chartFonts(font()), room.width() - 1);
    QRect box(place + kBeside, size.toSize() + QSize(1, 1));
    if (const int left = place.x() - kBeside.x(); box.right() > room.right())
        box.moveRight(left - box.width() >= room.left() ? left : room.right()); // below or above the pointer
    if (box.bottom() > room.bottom())
        box.moveBottom(std::max(place.y() - kBeside.y(), room.top() + box.height()));
    setGeometry(box);
    QWidget::show();
    update();
}

void MovingTip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintTip(painter, QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), m_shown, chartFonts(font()), colorsFor(palette()));
}

TipText stepTip(const ChartContent& content, StepId step)
{
    const View& view = *content.view;
    const std::int64_t level = view.levelAt(step);
    TipText tip;
    if (hasCells(view.axis))
        tip.lines << capitalised(cellText(view.axis, step));
    QStringList& lines = tip.lines;
    if (const std::string label = view.axis.label(step); !label.empty())
        lines << text(label);
    if (view.curves.front().knows(step.index()))
        lines << content.bytes(level);
    else
        lines << UiText::tr("after it: not known");
    for (const Curve& curve : view.curves) {
        if (curve.role == CurveRole::Reserved)
            lines << UiText::tr("%1 held by the allocator").arg(content.bytes(curve.values[step.index()]));
        if (curve.role != CurveRole::Inside)
            continue;
        if (curve.knows(step.index()))
            lines << UiText::tr("up to %1 inside").arg(content.bytes(curve.values[step.index()]));
        else
            lines << UiText::tr("inside it: not known");
    }
    return tip;
}

QStringList rowTip(const ViewState& state, RowId row)
{
    const std::int64_t size = state.view()->rows.size[row];
    return {namesText(state.facts().of(row)), QStringLiteral("%1, %2").arg(state.bytes(size), shareText(state, row))};
}

} // namespace tidemark::ui
