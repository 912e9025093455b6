#pragma once

#include "ui/charts/chart_scene.h"

namespace tidemark::ui {

/// Draws the legend into the right end of `area`, shorter where there is no room: of the layers of a stack, which only
/// a picture has here, the smallest go, and their number stands there. Returns the swatch of the lifetime,
/// which takes the colour of the row shown; empty without one.
QRectF paintLegend(QPainter& painter, const QRectF& area, const ChartScene& scene);

/// What it takes where every entry is as short as can be.
double shortLegendWidth(const ChartScene& scene);

/// What the legend says, from left to right, in full.
QStringList legendTexts(const ChartScene& scene);

} // namespace tidemark::ui
