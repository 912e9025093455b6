#pragma once

#include "ui/charts/region_scene.h"

namespace tidemark::ui {

/// Draws the surroundings of boxes and bands: addresses, a label for the bands, the frame of the plot.
void paintRegionFrame(QPainter& painter, const RegionScene& scene);
/// Draws the names that have room.
void paintRegionNames(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing);

constexpr std::size_t kVectorBoxes = 5'000; // up to so many boxes are rectangles in an SVG; more are one image
/// Draws everything except the marks, for pictures, as on the screen. Boxes are an image, except in an SVG with at most
/// kVectorBoxes boxes, where they are rectangles.
void paintRegion(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing, const RegionPixels& pixels);
/// Draws the selected rows, the tags of peak and cursor, the axis, and the column of free and used memory at the
/// cursor. In a view without an axis, draws the free memory instead.
void paintRegionMarks(QPainter& painter, const RegionScene& scene, const RegionLevel& level);
/// Draws a frame around a row.
void paintRowFrame(QPainter& painter, const RegionScene& scene, RowId row, Qt::PenStyle style);

} // namespace tidemark::ui
