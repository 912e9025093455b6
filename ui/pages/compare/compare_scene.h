#pragma once

#include "ui/charts/ticks.h"
#include "ui/pages/compare/compare_words.h"

#include <QFont>
#include <QRectF>

#include <memory>

namespace tidemark::ui {

/// What its level is at the peak, also where that is inside a cell.
std::int64_t peakOf(const View& view);

/// Rows of both sides that are shown over the curves.
struct ComparedLives {
    QString name;
    std::array<std::vector<std::int64_t>, 2> bytes; // by side; empty: there are none
    std::array<std::int64_t, 2> stands = {}; // bytes of the level that they stand on
};

/// Of rows of both sides, by side. Cost: a pass over both axes.
std::shared_ptr<const ComparedLives> livesOf(const Comparison& comparison, const QString& name,
                                             const std::array<std::vector<RowId>, 2>& rows, ByteUnit unit);

/// What a chart of two programs shows: a value, which may go to another thread.
struct CompareCurves {
    std::shared_ptr<const Comparison> comparison; // null: nothing is drawn
    bool isByStep = false; // else each over its own length
    double begin = 0; // what is visible, in shares of the longer axis, or of each
    double end = 1;
    std::shared_ptr<const ComparedLives> lives; // null: none
    ByteUnit unit = ByteUnit::Auto;

    /// How many cells the whole width stands for.
    double length(ComparedSide side) const;
};

/// Where what of them stands in an area of this size.
struct CompareScene {
    CompareScene(const CompareCurves& curves, const QRectF& area, const QFont& font);

    double xOf(ComparedSide side, double cell) const;
    double yOf(std::int64_t bytes) const;
    /// The cell under x; clamped to the axis. What is behind its end is the last.
    StepId cellAt(ComparedSide side, double x) const;
    bool isVisible(ComparedSide side, StepId cell) const;

    const CompareCurves& curves;
    QRectF header; // the line above the plot
    QRectF plot;
    ByteAxis bytes;
    QFont font;
    QFont small;
};

} // namespace tidemark::ui
