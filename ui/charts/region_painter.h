#pragma once

#include "ui/charts/region_scene.h"

namespace tidemark::ui {

/// What stands around boxes and bands: addresses, a word for the bands, the frame of the plot.
void paintRegionFrame(QPainter& painter, const RegionScene& scene);
/// Those that have room.
void paintRegionNames(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing);

constexpr std::size_t kVectorBoxes = 5'000; // up to so many boxes are rectangles in an SVG; more are one image
/// All but the marks, for pictures: what the screen shows. Boxes are pixels, but in an SVG of at most kVectorBoxes of
/// them rectangles.
void paintRegion(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing, const RegionPixels& pixels);
/// What is selected, peak and cursor with their tags, the axis, and the column of what is free and taken at the cursor.
/// Without an axis instead of these what is free.
void paintRegionMarks(QPainter& painter, const RegionScene& scene, const RegionLevel& level);
/// Around a row.
void paintRowFrame(QPainter& painter, const RegionScene& scene, RowId row, Qt::PenStyle style);

} // namespace tidemark::ui
