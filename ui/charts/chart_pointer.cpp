#include "ui/charts/chart_pointer.h"

#include "ui/charts/chart_tags.h"
#include "ui/charts/hover_tip.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tidemark::ui {
namespace {

constexpr double kDistance = 14; // pixels between pointer and tip
constexpr double kDrop = 10;

double lineX(const ChartScene& scene, StepId step)
{
    return std::round(centreOf(scene.geometry.steps, step)) + 0.5;
}

} // namespace

ChartPointer makePointer(const ChartScene& scene, std::optional<StepId> step, const QPointF& at, bool hasTip,
                         const std::vector<ChartLifetime>& lifetimes)
{
    ChartPointer pointer{step, {}, {}};
    if (!step || !hasTip)
        return pointer;
    const PlotGeometry& g = scene.geometry;
    pointer.tip = stepTip(scene.content, *step);
    const QSizeF size = fitTip(pointer.tip, scene.fonts, g.width / 2);
    double left = at.x() + kDistance;
    if (left + size.width() > g.right())
        left = at.x() - kDistance - size.width();
    const double lowest = std::max(g.top + 1, g.bottom() - size.height() - 1);
    const double labels = scene.content.range ? kTagRows * tagHeight(scene) : 1;
    const double highest = std::min(g.top + labels, lowest);
    const auto boxAt = [&](double top) {
        return QRectF(
            QPointF(std::round(std::max(left, g.left)) + 0.5, std::round(std::clamp(top, highest, lowest)) + 0.5),
            size);
    };
    pointer.box = boxAt(at.y() + kDrop);
    for (const ChartLifetime& lifetime : lifetimes) // the tip goes above the lifetime of a row
        if (pointer.box.intersects(lifetime.bounds()))
            pointer.box = boxAt(lifetime.bounds().top() - size.height() - kDrop);
    return pointer;
}

QRect boundsOf(const ChartScene& scene, const ChartPointer& pointer)
{
    if (!pointer.step)
        return {};
    const double x = lineX(scene, *pointer.step);
    const QRectF line(x - 1, scene.geometry.top, 2, scene.geometry.height);
    return (pointer.tip.lines.isEmpty() ? line : line.united(pointer.box.adjusted(-1, -1, 1, 1))).toAlignedRect();
}

void paintPointer(QPainter& painter, const ChartScene& scene, const ChartPointer& pointer)
{
    const PlotGeometry& g = scene.geometry;
    if (!pointer.step || !contains(g.steps.range, *pointer.step))
        return;
    painter.setRenderHint(QPainter::Antialiasing, false);
    const double x = lineX(scene, *pointer.step);
    painter.setPen(QPen(scene.colors.secondaryText, 1, Qt::DotLine));
    painter.drawLine(QPointF(x, g.top), QPointF(x, g.bottom()));
    if (!pointer.tip.lines.isEmpty())
        paintTip(painter, pointer.box, pointer.tip, scene.fonts, scene.colors);
}

} // namespace tidemark::ui
