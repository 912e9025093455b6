#pragma once

#include "ui/charts/tip_box.h"

#include <QRect>

namespace tidemark::ui {

/// The step under the pointer, with the tip beside it.
struct ChartPointer {
    std::optional<StepId> step;
    TipText tip; // without lines: there is none
    QRectF box;
};

ChartPointer makePointer(const ChartScene& scene, std::optional<StepId> step, const QPointF& at, bool hasTip);
/// What paintPointer may touch. One rectangle: a region of several is slower to paint than the pixels between them.
QRect boundsOf(const ChartScene& scene, const ChartPointer& pointer);
void paintPointer(QPainter& painter, const ChartScene& scene, const ChartPointer& pointer);

} // namespace tidemark::ui
