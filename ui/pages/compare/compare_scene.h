#pragma once

#include "ui/charts/ticks.h"
#include "ui/pages/compare/compare_words.h"

#include <QFont>
#include <QRectF>

#include <memory>

namespace tidemark::ui {

/// The highest level at the peak step, which may occur inside a cell.
std::int64_t peakOf(const View& view);

/// The rows of both sides that are drawn over the curves.
struct ComparedLives {
    QString name;
    std::array<std::vector<std::int64_t>, 2> bytes; // by side; empty: no rows
    std::array<std::int64_t, 2> stands = {}; // the rows are drawn on top of this many bytes
};

/// Computes the lives of rows, by side. Cost: a pass over both axes.
std::shared_ptr<const ComparedLives> livesOf(const Comparison& comparison, const QString& name,
                                             const std::array<std::vector<RowId>, 2>& rows, ByteUnit unit);

/// The data of a chart of two programs. It is a value, so it can move to another thread.
struct CompareCurves {
    std::shared_ptr<const Comparison> comparison; // null: draws nothing
    bool isByStep = false; // else each side over its own length
    double begin = 0; // visible range, as shares of the longer axis, or of each
    double end = 1;
    std::shared_ptr<const ComparedLives> lives; // null: none
    ByteUnit unit = ByteUnit::Auto;

    /// The number of cells across the whole width.
    double length(ComparedSide side) const;
};

/// The layout of the curves in an area of this size.
struct CompareScene {
    CompareScene(const CompareCurves& curves, const QRectF& area, const QFont& font);

    double xOf(ComparedSide side, double cell) const;
    double yOf(std::int64_t bytes) const;
    /// The cell under x, clamped to the axis: beyond the end it is the last cell.
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
