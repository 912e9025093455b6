#pragma once

#include "ui/charts/chart_lifetime.h"

#include <QRegion>

namespace tidemark::ui {

/// Draws the marks over a chart: the axis of cells, selected range, selected rows, lifetimes, capacity, peak and
/// cursor. What does not touch `dirty` may be left out.
void paintOverlay(QPainter& painter, const ChartScene& scene, const std::vector<ChartLifetime>& lifetimes,
                  const QRegion& dirty);

/// The axis of cells alone, with the cursor's handle on it.
void paintCursorAxis(QPainter& painter, const ChartScene& scene);

/// The marks of an exported picture: peak, capacity, the marked step, the selected rows and the lifetime of the pinned
/// one.
void paintPictureMarks(QPainter& painter, const ChartScene& scene);

} // namespace tidemark::ui
