#pragma once

#include "ui/charts/chart_scene.h"

#include <QRegion>

#include <vector>

namespace tidemark::ui {

/// The tags of the capacity, the peak, the cursor, the selected range and the rows together. All except the tag of the
/// capacity are at the top of the plot, next to the line that they label: to its right, or to its left near the right
/// edge. Each is in the first row in which it covers no other tag.
std::vector<ChartTag> makeTags(const ChartScene& scene);

/// The rectangle of the remark that explains why there is only one cell: in the middle, or where no tag is. Empty if
/// there is nothing to say, or no room.
QRectF remarkBox(const ChartScene& scene);

/// The lifetime box of a row over the chart. It reaches from allocation to deallocation, its height is the row's size,
/// and it stands on the floor band unless the row is part of that band.
struct ChartLifetime {
    QRectF box; // empty: the row lives outside the visible steps
    QColor color; // the row's colour
    QString name; // empty: there is no room
    QRectF nameBox;
    bool isNameInside = false;
    bool isNarrow = false; // the life is shorter than the box: a line through it would hide it
    bool isFaint = false; // drawn as an outline: not the pointed row

    QRectF bounds() const { return box.isEmpty() ? QRectF() : box.united(nameBox).adjusted(-3, -2, 3, 2); }
};

ChartLifetime makeLifetime(const ChartScene& scene, RowId row, bool isFaint);
/// Paints a lifetime box as the legend shows it. REQUIRES: whole pixels
void paintLifetimeSwatch(QPainter& painter, const QRectF& box, const Colors& colors, const QColor& color);

/// The lifetimes to draw: the pointed row, and over it, as an outline, the pinned row if it is another one.
std::vector<ChartLifetime> shownLifetimes(const ChartScene& scene);

/// Draws the marks over a chart: the axis of cells, the selected range, the rows together, lifetimes, capacity, peak
/// and cursor. Marks that do not touch `dirty` may be skipped.
void paintOverlay(QPainter& painter, const ChartScene& scene, const std::vector<ChartLifetime>& lifetimes,
                  const QRegion& dirty);

/// Draws the axis of cells, see paintAxis().
void paintCellAxis(QPainter& painter, const ChartScene& scene, const std::vector<QRectF>& covered = {});
/// Draws only the axis of cells and the cursor's handle on it.
void paintCursorAxis(QPainter& painter, const ChartScene& scene);

/// Draws the marks of an exported picture: peak, capacity, the marked step, the rows together and the lifetime of the
/// pinned row.
void paintPictureMarks(QPainter& painter, const ChartScene& scene);

} // namespace tidemark::ui
