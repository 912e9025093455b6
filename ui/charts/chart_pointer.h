#pragma once

#include "ui/charts/chart_lifetime.h"
#include "ui/charts/tip_box.h"

#include <QRect>

namespace tidemark::ui {

/// The step under the pointer, and the tip next to the pointer.
struct ChartPointer {
    std::optional<StepId> step;
    TipText tip; // without lines: no tip
    QRectF box;
};

/// The tip is placed above `lifetimes`, the lifetimes that the chart draws.
ChartPointer makePointer(const ChartScene& scene, std::optional<StepId> step, const QPointF& at, bool hasTip,
                         const std::vector<ChartLifetime>& lifetimes);
/// The area that paintPointer may touch. One rectangle, because painting a region of several rectangles is slower than
/// painting the pixels between them.
QRect boundsOf(const ChartScene& scene, const ChartPointer& pointer);
void paintPointer(QPainter& painter, const ChartScene& scene, const ChartPointer& pointer);

} // namespace tidemark::ui
