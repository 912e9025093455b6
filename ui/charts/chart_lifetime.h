#pragma once

#include "ui/charts/chart_scene.h"

namespace tidemark::ui {

/// A row's life over the chart: from allocation to deallocation, as high as it is large, on the band of what is
/// always live unless it is part of it.
struct ChartLifetime {
    QRectF box; // empty: outside the visible steps
    QColor color; // of the row
    QString name; // empty: no room
    QRectF nameBox;
    bool isNameInside = false;
    bool isNarrow = false; // shorter than it is drawn: a line through it would hide it
    bool isFaint = false; // an outline: it is not the one that is pointed at

    QRectF bounds() const { return box.isEmpty() ? QRectF() : box.united(nameBox).adjusted(-3, -2, 3, 2); }
};

ChartLifetime makeLifetime(const ChartScene& scene, RowId row, bool isFaint);
/// The box; lines may go through it, its name stands above them.
void paintLifetime(QPainter& painter, const ChartScene& scene, const ChartLifetime& lifetime);
/// A box of a lifetime as a legend has it. REQUIRES: whole pixels
void paintLifetimeSwatch(QPainter& painter, const QRectF& box, const Colors& colors, const QColor& color);
void paintLifetimeName(QPainter& painter, const ChartScene& scene, const ChartLifetime& lifetime);

/// Those to show: the one that is pointed at and, as an outline over it, another one that is pinned.
std::vector<ChartLifetime> shownLifetimes(const ChartScene& scene);

} // namespace tidemark::ui
