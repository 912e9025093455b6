#pragma once

#include "ui/charts/region_drawing.h"
#include "ui/charts/ticks.h"

namespace tidemark::ui {

constexpr int kRegionColumnWidth = 66; // pixels of what is free and taken at the cursor
constexpr int kRegionColumnGap = 20; // before it

/// Where all of an address map stands. Cheap to make.
struct RegionScene {
    RegionContent content;
    ChartScene chart; // its plot is the map's; of its bytes nothing is used
    AddressTicks addresses; // that the grid has lines at
    QRectF column; // what is free and taken at the cursor; empty in a view without an axis
    QRectF bands; // of what has no place; empty: there is none

    QRectF plot() const { return chart.plot(); }
    double y(std::int64_t address) const;
    QRectF rectOf(const MapBox& box) const; // in the plot; empty outside of it
    QRectF rectOfBand(const MapBox& band) const; // likewise
    /// Of what is drawn of a row, box or band. REQUIRES: a row of the view
    QRectF rectOf(RowId row) const;
    /// What stands above the addresses: "addresses above 1,610,612,736 B"; empty where they are whole.
    QString baseText() const;
    std::int64_t addressAt(double y) const;
    MapWindow windowOf(const QRectF& rect) const; // that shows what is in it
    std::optional<RowId> rowAt(const QPointF& at) const;
};

/// In `area`, with room for labels at the left and below.
RegionScene makeRegionScene(const RegionContent& content, const QRectF& area, const Colors& colors,
                            const ChartFonts& fonts);
/// What it is drawn with on a screen of `ratio` device pixels for one.
RegionPixels pixelsOf(const RegionScene& scene, double ratio);

/// What stands around boxes and bands: addresses, a word for the bands, the frame of the plot.
void paintRegionFrame(QPainter& painter, const RegionScene& scene);
/// Those that have room.
void paintRegionNames(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing);

constexpr std::size_t kVectorBoxes = 5'000; // of so many an SVG has each as a rectangle; more are an image in it
/// All but the marks, for pictures: what the screen shows. Boxes are pixels, but in an SVG of at most kVectorBoxes of
/// them rectangles.
void paintRegion(QPainter& painter, const RegionScene& scene, const RegionDrawing& drawing, const RegionPixels& pixels);
/// What is selected, peak and cursor with their tags, the axis, and the column of what is free and taken at the cursor.
void paintRegionMarks(QPainter& painter, const RegionScene& scene, const RegionLevel& level);
/// Around a row.
void paintRowFrame(QPainter& painter, const RegionScene& scene, RowId row, Qt::PenStyle style);

} // namespace tidemark::ui
