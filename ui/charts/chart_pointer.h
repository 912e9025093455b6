#pragma once

#include "ui/charts/chart_scene.h"

#include <QRegion>
#include <QStringList>

namespace tidemark::ui {

/// The step under the pointer, with the tip beside it.
struct ChartPointer {
    std::optional<std::uint32_t> step;
    QStringList lines;
    QRectF box;
};

ChartPointer makePointer(const ChartScene& scene, std::optional<std::uint32_t> step, const QPointF& at);
/// The pixels that paintPointer may touch.
QRegion regionOf(const ChartScene& scene, const ChartPointer& pointer);
void paintPointer(QPainter& painter, const ChartScene& scene, const ChartPointer& pointer);

} // namespace tidemark::ui
