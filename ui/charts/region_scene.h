#pragma once

#include "ui/charts/region_drawing.h"
#include "ui/charts/ticks.h"

namespace tidemark::ui {

constexpr int kRegionColumnWidth = 66; // pixels; the column shows free and used memory at the cursor
constexpr int kRegionColumnGap = 20; // pixels between plot and column
constexpr double kAddressGap = 7; // pixels between addresses and the plot

/// The positions of all parts of an address map. Cheap to make, except for the content where idle time is coloured: a
/// look at each live row.
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
    /// The rectangle of a range of addresses over the full width of the plot or the column. Empty if outside `area`.
    QRectF across(const QRectF& area, std::int64_t begin, std::int64_t end) const;
    /// The rectangle of a row's box or band. REQUIRES: a row of the view
    QRectF rectOf(RowId row) const;
    /// The text above the addresses: "addresses above 1,610,612,736 B". Empty if the labels are full addresses.
    QString baseText() const;
    std::int64_t addressAt(double y) const;
    MapWindow windowOf(const QRectF& rect) const; // the window that shows this part
    /// Returns whether a point has an address, which is true in the plot and the column.
    bool hasAddress(const QPointF& at) const;
    /// The step of a point. In the column it is the step of the cursor.
    StepId stepOf(const QPointF& at) const;
    std::optional<RowId> rowAt(const QPointF& at) const;
};

/// Lays the map out in `area`, with room for labels on the left and below.
RegionScene makeRegionScene(const RegionContent& content, const QRectF& area, const Colors& colors,
                            const ChartFonts& fonts);
/// The size of the drawing for a screen with `ratio` device pixels per logical pixel.
RegionPixels pixelsOf(const RegionScene& scene, double ratio);

} // namespace tidemark::ui
