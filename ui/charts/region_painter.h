#pragma once

#include "ui/charts/region_content.h"

namespace tidemark::ui {

constexpr int kRegionColumnWidth = 66; // pixels of what is free and taken at the cursor
constexpr int kRegionColumnGap = 20; // before it

/// Where all of an address map stands. Cheap to make.
struct RegionScene {
    RegionContent content;
    ChartScene chart; // its plot is the map's; of its bytes nothing is used
    QRectF column; // what is free and taken at the cursor; empty in a view without an axis
    QRectF bands; // of what has no place; empty: there is none

    QRectF plot() const { return chart.plot(); }
    double y(std::int64_t address) const;
    QRectF rectOf(const MapBox& box) const; // in the plot; empty outside of it
    /// Of what is drawn of a row, box or band. REQUIRES: a row of the view
    QRectF rectOf(RowId row) const;
    std::int64_t addressAt(double y) const;
    std::optional<RowId> rowAt(const QPointF& at) const;
};

/// In `area`, with room for labels at the left and below.
RegionScene makeRegionScene(const RegionContent& content, const QRectF& area, const Colors& colors,
                            const ChartFonts& fonts);
/// The size of the plot in device pixels.
QSize pixelsOf(const RegionScene& scene, double ratio);

/// Grid, boxes with their names, what has no place. `drawing` may be of another window: it is moved to where it
/// belongs.
void paintRegion(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing, const QImage& image);
/// Peak, cursor, their tags, the axis, and the column of what is free and taken at the cursor.
void paintRegionMarks(QPainter& painter, const RegionScene& scene, const RegionLevel& level);
/// Around a row.
void paintRegionFrame(QPainter& painter, const RegionScene& scene, RowId row, Qt::PenStyle style);

} // namespace tidemark::ui
