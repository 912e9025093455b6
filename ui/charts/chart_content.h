#pragma once

#include "ui/state/view_state.h"

#include <QString>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tidemark::ui {

/// What a device can hold.
struct CapacityLine {
    std::int64_t bytes = 0;
    QString device; // may be empty
};

/// None where it is not known.
std::optional<CapacityLine> lineOf(const Capacity& capacity);

/// Rows chosen together: what they take at every cell of the axis.
struct SelectedLife {
    std::vector<std::int64_t> bytes; // per cell, Σ size of those that live
    std::size_t rows = 0;
    StepId peak{0};
    std::int64_t stand = 0; // bytes of the level that they stand on
    RowId largest;
};

/// What a chart shows of a view: a value, which may go to another thread.
struct ChartContent {
    std::shared_ptr<const View> view; // not null
    StepRange visible;
    StepId cursor{0};
    std::optional<StepId> marked; // that the cursor is compared with
    std::optional<StepRange> range; // selected
    std::optional<StepId> rangePeak; // the first cell of it that reaches its maximum
    std::optional<RowId> pointed; // hovered, else pinned
    std::optional<RowId> pinned;
    std::shared_ptr<const SelectedLife> selected; // null: fewer than two rows
    std::shared_ptr<const RowMeanings> meanings; // whose categories are in force; null: types are
    std::shared_ptr<const Stack> stack; // null: the area is one
    std::vector<Facet> facets; // that the filter leaves
    bool isStackComing = false; // one is asked for that is not there yet
    ByteUnit unit = ByteUnit::Auto;
    bool temporariesOnly = false; // the floor is subtracted
    bool showsRatio = false; // below the level, in a picture
    std::optional<CapacityLine> capacity; // drawn as a line, when set
    std::int64_t peakBytes = 0; // of level and inside, at any cell
    bool hasGaps = false; // there are cells after which the level is not known
    std::int64_t paddingBytes = 0; // what the level has above the unpadded one, at most

    /// Bytes that the lower edge of the plot stands for.
    std::int64_t below() const { return temporariesOnly ? view->floorBytes() : 0; }
    /// What a state says of where the user is and what he looks at.
    void follow(const ViewState& state);
    /// Of the life of a row over the chart.
    QColor lifetimeColor(const Colors& colors, RowId row) const;
    /// Of a layer of the stack, pale where the filter leaves another group of it. REQUIRES: a stack
    QColor layerColor(const Colors& colors, std::size_t layer) const;
    QString bytes(std::int64_t value) const { return QString::fromStdString(bytesText(value, unit)); }
    bool isCursorAtPeak() const { return cursor == view->peakStep; }
};

/// Cost: a pass over the curves, and one over the selected rows. REQUIRES: a state that is not empty
ChartContent contentOf(const ViewState& state);

/// Σ size of those that live, per cell; empty for no rows. Cost: a pass over the axis.
std::vector<std::int64_t> bytesPerCell(const View& view, const std::vector<RowId>& rows);
/// Null for fewer than two rows. Cost: a pass over the axis.
std::shared_ptr<const SelectedLife> lifeOf(const View& view, const std::vector<RowId>& rows);

} // namespace tidemark::ui
