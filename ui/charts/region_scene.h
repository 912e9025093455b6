#pragma once

#include "ui/charts/region_drawing.h"
#include "ui/charts/ticks.h"

namespace tidemark::ui {

constexpr int kRegionColumnWidth = 66; // pixels; the column shows free and used memory at the cursor
constexpr int kRegionColumnGap = 20; // pixels between plot and column
constexpr double kAddressGap = 7; // pixels between addresses and the plot

/// Where all of an address map stands. Cheap to make, but for the content where idle time is coloured: a look at each
/// row that is live.
struct RegionScene {
    RegionContent content;
    ChartScene chart; // its plot is the map's; its byte scale is not used
    AddressTicks addresses; // of the grid lines
    QRectF column; // free and used memory at the cursor; empty in a view without an axis
    QRectF bands; // rows without an address; empty: there are none

    QRectF plot() const { return chart.plot(); }
    double y(std::int64_t address) const;
    QRectF rectOf(const MapBox& box) const; // clipped to the plot; empty outside
    QRectF rectOfBand(const MapBox& band) const; // clipped to the bands; empty outside
    /// Of addresses, from side to side of the plot or the column; empty outside of it.
    QRectF across(const QRectF& area, std::int64_t begin, std::int64_t end) const;
    /// Of what is drawn of a row, box or band. REQUIRES: a row of the view
    QRectF rectOf(RowId row) const;
    /// What stands above the addresses: "addresses above 1,610,612,736 B"; empty where they are whole.
    QString baseText() const;
    std::int64_t addressAt(double y) const;
    MapWindow windowOf(const QRectF& rect) const; // the window that shows this part
    /// A point of the plot or the column: it has an address.
    bool hasAddress(const QPointF& at) const;
    /// The step that a point is about: in the column that of the cursor.
    StepId stepOf(const QPointF& at) const;
    std::optional<RowId> rowAt(const QPointF& at) const;
};

/// In `area`, with room for labels at the left and below.
RegionScene makeRegionScene(const RegionContent& content, const QRectF& area, const Colors& colors,
                            const ChartFonts& fonts);
/// What it is drawn with on a screen of `ratio` device pixels for one.
RegionPixels pixelsOf(const RegionScene& scene, double ratio);

} // namespace tidemark::ui
