#pragma once

#include "ui/charts/chart_scene.h"

#include <vector>

namespace tidemark::ui {

constexpr double kTagRows = 3.7; // heights of a label that the labels at the top of the plot take

/// A filled label.
struct ChartTag {
    QString text;
    QColor fill;
    QColor ink;
    QRectF rect;
};

/// Those of the capacity, the peak, the cursor, the selected range and the selected rows. But for the first they stand
/// at the top of the plot, each beside the line it names: to the right of it, to the left near the right edge, in the
/// first row where it covers no other.
std::vector<ChartTag> makeTags(const ChartScene& scene);
double tagHeight(const ChartScene& scene);
void paintTag(QPainter& painter, const ChartScene& scene, const ChartTag& tag);

/// Where it stands why there is but one cell: in the middle, else where no tag is. Empty: nothing to say, or no room.
QRectF remarkBox(const ChartScene& scene);
void paintRemark(QPainter& painter, const ChartScene& scene);

} // namespace tidemark::ui
