#pragma once

#include "ui/charts/chart_scene.h"

namespace tidemark::ui {

/// Draws the legend, right-aligned in `area`, and shortens it if there is no room. Only pictures list the layers of a
/// stack here; the smallest layers are left out, and their number is shown instead. Returns the swatch of the lifetime,
/// which has the colour of the shown row. Returns an empty rectangle if the legend has no lifetime.
QRectF paintLegend(QPainter& painter, const QRectF& area, const ChartScene& scene);

/// The width of the legend when every entry is as short as possible, in pixels.
double shortLegendWidth(const ChartScene& scene);

/// The unshortened texts of the legend, from left to right.
QStringList legendTexts(const ChartScene& scene);

} // namespace tidemark::ui
