#pragma once

#include "ui/charts/region_scene.h"

#include <QStringList>

namespace tidemark::ui {

/// The text of the tip over the hovered row, or over a gap: the size of the gap, the last row in it before and the next
/// row in it. Plain text; the first line is the heading.
QStringList regionTip(const ViewState& state, const RegionScene& scene, const QPointF& at);

/// The text of the tip for a row that keys point at: the row's tip, and the free memory above it at the cursor.
/// REQUIRES: a map, and a row with a box in it
QStringList keyTip(const ViewState& state, RowId row);

/// The accessible description of the map: the pointed row, or the cursor if there is none. If keys point at the row, it
/// includes the free memory above the row at the cursor. REQUIRES: a map
QString regionDescription(const ViewState& state, const RegionLevel& level, bool isPointedByKeys);

} // namespace tidemark::ui
