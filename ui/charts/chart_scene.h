#pragma once

#include "ui/charts/plot.h"
#include "ui/state/view_state.h"

#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace tidemark::ui {

struct CapacityLine {
    std::int64_t bytes = 0;
    QString device; // may be empty
};

/// The fill of a part of the level. REQUIRES: a curve with the role Part
inline Fill partFill(const Colors& colors, const Curve& part)
{
    return colors.of({part.name, part.hue, 0, part.category});
}

/// Returns none if the capacity is not known.
std::optional<CapacityLine> lineOf(const Capacity& capacity);

/// The memory that several rows take together at each cell of the axis.
struct RowsTogether {
    std::vector<std::int64_t> bytes; // per cell, Σ size of the live rows
    std::size_t rows = 0;
    StepId peak{0};
    std::int64_t stand = 0; // bytes of the level below them
    RowId largest;
    bool isFound = false; // by the text of the filter; else the rows are selected
    std::vector<RowId> found; // only if they are found
};

/// The part of a view that a chart shows. A value, which may be passed to another thread.
struct ChartContent {
    std::shared_ptr<const View> view; // not null
    StepRange visible;
    StepId cursor{0};
    std::optional<StepId> marked; // the step that the cursor is compared with
    std::optional<StepRange> range; // the selected range
    std::optional<StepId> rangePeak; // the first cell of the range that reaches its maximum
    std::optional<RowId> pointed; // the hovered row, else the pinned one
    std::optional<RowId> pinned;
    std::shared_ptr<const RowsTogether> together; // null: there are no rows to show together
    bool isSearched = false; // the filter has a text; layers and area are pale
    std::shared_ptr<const RowGroups> groups; // null: no rows. Without a level the area is not divided into layers
    std::vector<Facet> facets; // the facets that pass the filter
    ByteUnit unit = ByteUnit::Auto;
    bool hidesAlwaysLive = false; // the byte axis starts above the floor
    bool showsRatio = false; // in a picture, below the level
    std::optional<CapacityLine> capacity; // drawn as a line, when set
    std::int64_t peakBytes = 0; // maximum of level and inside over all cells
    bool hasGaps = false; // the level is unknown after some cells
    std::int64_t reservedBytes = 0; // maximum of what the allocator holds; 0 if unknown
    std::int64_t paddingBytes = 0; // maximum of level minus unpadded level

    /// The level at the lower edge of the plot, in bytes.
    std::int64_t below() const { return hidesAlwaysLive ? view->floorBytes() : 0; }
    /// Copies from a state the parts that change often: the user's position, the rows of interest, unit, groups
    /// and facets.
    void follow(const ViewState& state);
    QColor lifetimeColor(const Colors& colors, RowId row) const;
    /// The colour of the rows together: of the largest, or of the highlight if they were found. REQUIRES: such rows
    QColor togetherColor(const Colors& colors) const;
    bool isStacked() const { return groups && groups->level; }
    /// The fill of a layer of the stack. It is pale if the filter has a text or keeps other groups than this one.
    /// REQUIRES: a stack
    Fill layerFill(const Colors& colors, std::size_t layer) const;
    QString bytes(std::int64_t value) const { return QString::fromStdString(bytesText(value, unit)); }
    bool isCursorAtPeak() const { return cursor == view->peakStep; }
};

/// The selected rows together if there are several, else the rows that the search has found. Null if there are none.
/// Cost: a pass over the axis. REQUIRES: a state that is not empty
std::shared_ptr<const RowsTogether> togetherOf(const ViewState& state, const std::vector<RowId>& found);
/// `found`: see togetherOf(). Cost: a pass over the curves and one over these rows. REQUIRES: a state that is not empty
ChartContent contentOf(const ViewState& state, const std::vector<RowId>& found = {});

/// Σ size of the rows that are live, for each cell. Empty if there are no rows. Cost: a pass over the axis.
std::vector<std::int64_t> bytesPerCell(const View& view, const std::vector<RowId>& rows);
/// Returns null if there are no rows. Cost: a pass over the axis.
std::shared_ptr<const RowsTogether> togetherOf(const View& view, const std::vector<RowId>& rows, bool areFound);

/// All inputs for drawing a chart, on the screen and in pictures. Cheap to make; holds no pixels.
/// The byte axis starts at content.below().
struct ChartScene : Plot {
    ChartContent content;
    bool hasPadding = false; // the unpadded curve is visibly below the level
    bool hasAxisTitle = true; // below the labels of the cells
    bool isPicture = false; // an exported picture, without a pointer

    const View& view() const { return *content.view; }
    /// The memory that is live at every step, as bands from the bottom up. The parts of a view's floor are types. Where
    /// categories are used, the floor is one band, so that no colour and no word has two meanings. Empty while the
    /// floor is subtracted.
    struct FloorBand {
        QString name;
        std::int64_t bytes = 0;
        QColor color;
    };
    std::vector<FloorBand> floorBands() const;
    double y(std::int64_t bytes) const { return yOf(geometry.bytes, static_cast<double>(bytes - content.below())); }
};

ByteAxis byteAxisOf(const ChartContent& content);
ChartScene makeScene(const ChartContent& content, const QRectF& plot, const Colors& colors, const ChartFonts& fonts);

/// Returns whether so many bytes are at least one pixel high.
bool isSeen(const ChartScene& scene, std::int64_t bytes);

} // namespace tidemark::ui
