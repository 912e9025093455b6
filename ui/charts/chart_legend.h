#pragma once

#include "ui/charts/chart_scene.h"

namespace tidemark::ui {

/// Draws the legend, right-aligned in `area`, and shortens it if there is no room. Only pictures list the layers of a
/// stack and the lifetime here; the smallest layers are left out, and their number is shown instead.
void paintLegend(QPainter& painter, const QRectF& area, const ChartScene& scene);

/// The unshortened texts of the legend, from left to right.
QStringList legendTexts(const ChartScene& scene);

} // namespace tidemark::ui
