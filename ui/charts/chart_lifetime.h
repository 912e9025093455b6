#pragma once

#include "ui/charts/chart_scene.h"

namespace tidemark::ui {

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
/// Paints the box. Lines may be painted over it; the name goes above the lines, see paintLifetimeName().
void paintLifetime(QPainter& painter, const ChartScene& scene, const ChartLifetime& lifetime);
/// Paints a lifetime box as the legend shows it. REQUIRES: whole pixels
void paintLifetimeSwatch(QPainter& painter, const QRectF& box, const Colors& colors, const QColor& color);
void paintLifetimeName(QPainter& painter, const ChartScene& scene, const ChartLifetime& lifetime);

/// The lifetimes to draw: the pointed row, and over it, as an outline, the pinned row if it is another one.
std::vector<ChartLifetime> shownLifetimes(const ChartScene& scene);

} // namespace tidemark::ui
