#pragma once

#include "ui/charts/chart_scene.h"

namespace tidemark::ui {

/// The height of marks, labels and title below the plot.
double cellAxisHeight(const QFont& small);

/// Phases are called by their names where these have room.
bool hasNames(const ChartScene& scene);

/// Marks, labels and title of the cells. No label is drawn that would touch one of `covered`, which something stands in
/// front of.
void paintCellAxis(QPainter& painter, const ChartScene& scene, const std::vector<QRectF>& covered = {});

} // namespace tidemark::ui
