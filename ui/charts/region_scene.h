#pragma once

#include "core/address_map/region_map.h"
#include "ui/charts/chart_scene.h"
#include "ui/charts/scales.h"

#include <QStringList>

namespace tidemark::ui {

/// The part of a state that an address map shows. A value, which may be passed to another thread.
struct RegionContent {
    std::shared_ptr<const RegionMap> map; // not null
    ChartContent chart; // of the same view: its steps, its cursor, the pointed row
    MapWindow window; // the visible part
    std::shared_ptr<const RowUses> uses; // null: it is not known which rows take memory over
    std::vector<std::pair<RowId, int>> idle; // idle shades of the rows that have one, by row
    std::shared_ptr<const std::vector<bool>> matches; // by row; null: all rows pass the filter
    std::vector<RowId> selected; // ascending
    std::optional<StepRange> range; // the selected steps

    const Rows& rows() const { return map->view().rows; }
    bool isLeftOut(RowId row) const { return matches && !(*matches)[row.index()]; } // it does not pass the filter
};

/// REQUIRES: a state with a map, and a `chart` of its view, which may be out of date. For `matches` see RegionContent.
RegionContent regionContentOf(const ViewState& state, const MapWindow& window,
                              std::shared_ptr<const std::vector<bool>> matches, ChartContent chart);

/// The legend of a picture of a map. Without looks, the meaning of the colours is not known.
struct RegionLegend {
    QString scale; // as RowGroups::scale
    std::vector<GroupLook> looks;
};
/// The looks that rows of the region have. REQUIRES: a state with a map. Cost: a look at each row of the region.
RegionLegend regionLegendOf(const ViewState& state);

/// The fills of rows. Fast enough to be asked for each pixel.
class RowFills
{
public:
    RowFills(const RegionContent& content, const Colors& colors);
    const Fill& of(RowId row) const;

private:
    struct Fills {
        Fill plain;
        Fill dimmed;
    };
    const RegionContent& m_content;
    std::vector<Fills> m_fills; // by look
};

/// "region 2 of 3, 8 MiB": the name of the region at position `at` of `count` regions.
QString regionName(const Rows::Region& region, std::size_t at, std::size_t count, ByteUnit unit);
/// "temporary region 1.89 GiB · seen: 3 of 80 buffers, 12 MiB from 1.5 GiB · below: 183.2 MiB in 62 separate
/// allocations". `name` is the first part. With a filter, it begins with "3 of 233 buffers match".
QString regionTitle(const QString& name, const RegionContent& content);

/// The next box by address among the boxes that are live at a step: above the box of `from` if `by` is positive, else
/// below it. If `from` has no box at the step, the first visible box counted from that side. Returns none if no box is
/// live.
std::optional<RowId> boxBeside(const RegionMap& map, StepId step, const MapWindow& seen, std::optional<RowId> from,
                               int by);

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
    bool hasAddress(const QPointF& at) const { return chart.geometry.contains(at.x(), at.y()) || column.contains(at); }
    /// The step of a point. In the column it is the step of the cursor.
    StepId stepOf(const QPointF& at) const;
    std::optional<RowId> rowAt(const QPointF& at) const;
};

/// Lays the map out in `area`, with room for labels on the left and below.
RegionScene makeRegionScene(const RegionContent& content, const QRectF& area, const Colors& colors,
                            const ChartFonts& fonts);
/// The size of a drawing in device pixels.
struct RegionPixels {
    QSize plot;
    int bands = 0; // height; 0: there are no bands
    double ratio = 1; // device pixels per logical pixel
    friend bool operator==(const RegionPixels&, const RegionPixels&) = default;
};

/// The size of the drawing for a screen with `ratio` device pixels per logical pixel.
RegionPixels pixelsOf(const RegionScene& scene, double ratio);

/// The text of the tip over the hovered row, or over a gap: the size of the gap, the last row in it before and the next
/// row in it. Plain text; the first line is the heading.
QStringList regionTip(const ViewState& state, const RegionScene& scene, const QPointF& at);

/// The text of the tip for a row that keys point at: the row's tip, and the free memory above it at the cursor.
/// REQUIRES: a map, and a row with a box in it
QStringList keyTip(const ViewState& state, RowId row);

/// The accessible description of the map: the pointed row, or the cursor if there is none. If keys point at the row, it
/// includes the free memory above the row at the cursor. REQUIRES: a map
QString regionDescription(const ViewState& state, const RegionLevel& level, bool isPointedByKeys);

} // namespace tidemark::ui
