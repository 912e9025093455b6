#pragma once

#include "ui/charts/chart_scene.h"

#include <vector>

namespace tidemark::ui {

constexpr double kTagRows = 3.7; // heights of a label that the labels at the top of the plot take

/// The tags of the capacity, the peak, the cursor, the selected range and the selected rows. All except the tag of the
/// capacity are at the top of the plot, next to the line that they label: to its right, or to its left near the right
/// edge. Each is in the first row in which it covers no other tag.
std::vector<ChartTag> makeTags(const ChartScene& scene);

/// The rectangle of the remark that explains why there is only one cell: in the middle, or where no tag is. Empty if
/// there is nothing to say, or no room.
QRectF remarkBox(const ChartScene& scene);
void paintRemark(QPainter& painter, const ChartScene& scene);

} // namespace tidemark::ui
