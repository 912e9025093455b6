#pragma once

#include "ui/charts/region_scene.h"

#include <QStringList>

namespace tidemark::ui {

/// Over the hovered row, or over a gap: its size, what ended in it last and what comes next. Plain text, the first line
/// is the heading.
QStringList regionTip(const ViewState& state, const RegionScene& scene, const QPointF& at);

/// Of a row that keys point at: what its tip says, and what is free above it at the cursor. REQUIRES: a map, one of its
/// boxes
QStringList keyTip(const ViewState& state, RowId row);

/// What somebody is told who does not see the map: the row that is pointed at, where keys do what is free above it at
/// the cursor, too, or else the cursor. REQUIRES: a map
QString regionDescription(const ViewState& state, const RegionLevel& level, bool isPointedByKeys);

} // namespace tidemark::ui
