#pragma once

#include "ui/charts/chart_scene.h"

namespace tidemark::ui {

/// What changes while the user looks at a chart.
struct ChartPointer {
    std::optional<std::uint32_t> step; // under the pointer
    QPointF position;
};

/// Draws the marks over a chart: selected range, lifetimes, capacity, peak, cursor and what is under the pointer.
void paintOverlay(QPainter& painter, const ChartScene& scene, const ChartPointer& pointer);

/// The marks of an exported picture: peak, capacity and the lifetime of the pinned buffer.
void paintPictureMarks(QPainter& painter, const ChartScene& scene);

} // namespace tidemark::ui
