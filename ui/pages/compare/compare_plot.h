#pragma once

#include "ui/charts/chart_scene.h"
#include "ui/charts/picture.h"
#include "ui/charts/plot.h"
#include "ui/pages/compare/compare_words.h"

#include <memory>

namespace tidemark::ui {

/// The rows of both sides that are drawn over the curves.
struct ComparedLives {
    QString name;
    std::array<std::vector<std::int64_t>, 2> bytes; // by side; empty: no rows
    std::array<std::int64_t, 2> stands = {}; // the rows are drawn on top of this many bytes
};

/// Computes the lives of rows, by side. Cost: a pass over both axes.
std::shared_ptr<const ComparedLives> livesOf(const Comparison& comparison, const QString& name,
                                             const std::array<std::vector<RowId>, 2>& rows, ByteUnit unit);

/// The data of a plot of two programs. It is a value, so it can move to another thread. Positions on its axis are in
/// cells of the longer program. The cells of the other program are as wide, or scaled to the same length.
struct CompareCurves {
    std::shared_ptr<const Comparison> comparison; // null: draws nothing
    bool isByStep = false; // else each side over its own length
    StepRange visible;
    std::optional<StepRange> selected; // not drawn in a picture
    std::shared_ptr<const ComparedLives> lives; // null: none
    ByteUnit unit = ByteUnit::Auto;

    const View& view(ComparedSide side) const { return *stepOf(*comparison, side).view; }
    /// The axis of the longer program.
    const Axis& longer() const;
    /// The position of a cell's left edge. `cell` may have a fraction.
    double positionOf(ComparedSide side, double cell) const;
    /// The cell at a position, clamped to the axis of the side: beyond the end it is the last cell.
    StepId cellAt(ComparedSide side, double position) const;
    /// The cells of a side in a range of the axis; empty if there are none.
    StepRange cellsIn(ComparedSide side, StepRange range) const;
};

/// The plot of the curves in an area of this size. REQUIRES: a comparison
struct CompareScene : Plot {
    CompareScene(const CompareCurves& curves, const QRectF& area, const Colors& colors, const QFont& font);

    double x(ComparedSide side, double cell) const { return xOf(geometry.steps, curves.positionOf(side, cell)); }
    double y(std::int64_t level) const { return yOf(geometry.bytes, static_cast<double>(level)); }
    bool isVisible(ComparedSide side, StepId cell) const;

    const CompareCurves& curves;
    QRectF header; // the line above the plot
};

/// Draws both curves with the lives over them, the axis, peaks, cursors and legend: everything except the frame.
void paintCompared(QPainter& painter, const CompareScene& scene);

/// The tags of the cursors.
std::vector<ChartTag> cursorTags(const CompareScene& scene);

/// The plot as a picture, with the titles of titlesOf(). REQUIRES: the interface thread
std::shared_ptr<const Picture> comparisonPicture(CompareCurves curves, PictureOptions options);
PictureOptions titlesOf(const Comparison& comparison, ByteUnit unit);

} // namespace tidemark::ui
