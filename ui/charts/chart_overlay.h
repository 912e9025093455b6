#pragma once

#include "ui/charts/chart_lifetime.h"

#include <QRegion>

namespace tidemark::ui {

/// Draws the marks over a chart: the axis of cells, the selected range, the selected rows, lifetimes, capacity, peak
/// and cursor. Marks that do not touch `dirty` may be skipped.
void paintOverlay(QPainter& painter, const ChartScene& scene, const std::vector<ChartLifetime>& lifetimes,
                  const QRegion& dirty);

/// Draws the axis of cells, see paintAxis().
void paintCellAxis(QPainter& painter, const ChartScene& scene, const std::vector<QRectF>& covered = {});
/// Draws only the axis of cells and the cursor's handle on it.
void paintCursorAxis(QPainter& painter, const ChartScene& scene);

/// Draws the marks of an exported picture: peak, capacity, the marked step, the selected rows and the lifetime of the
/// pinned row.
void paintPictureMarks(QPainter& painter, const ChartScene& scene);

} // namespace tidemark::ui
