#pragma once

#include "ui/charts/chart_scene.h"

namespace tidemark::ui {

/// The height of tick marks, labels and title below the plot, in pixels.
double cellAxisHeight(const QFont& small);

/// Returns whether the axis shows the names of the phases, which it does if there is room for them.
bool hasNames(const ChartScene& scene);

/// Paints tick marks, labels and title of the axis of cells. Skips labels that would touch one of the rectangles in
/// `covered`, because something is painted over these.
void paintCellAxis(QPainter& painter, const ChartScene& scene, const std::vector<QRectF>& covered = {});

} // namespace tidemark::ui
