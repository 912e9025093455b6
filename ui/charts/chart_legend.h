#pragma once

#include "ui/charts/chart_scene.h"

namespace tidemark::ui {

/// "Arguments 183.2 MiB": what the flat band below the area is made of.
QString baseLabel(const ViewState& state);

/// Draws the legend into the right end of `area`, shorter where there is no room. Returns the swatch of the lifetime,
/// which takes the colour of the buffer shown; empty without one.
QRectF paintLegend(QPainter& painter, const QRectF& area, const ChartScene& scene);

} // namespace tidemark::ui
