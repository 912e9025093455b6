#pragma once

#include "core/view/step_series.h"

#include <QList>
#include <QPointF>

#include <span>
#include <vector>

namespace tidemark::ui {

/// One per pixel: what the steps under it hold. Where a step is wider than a pixel, each of its pixels repeats it.
std::vector<Column> pixelColumns(std::span<const std::int64_t> levels, StepRange range, int pixels);

/// The step curve as a line through (step, level / unit), at most two points for each of `columns`: both corners of a
/// flat piece, lowest and highest level of a column that has several. Begins and ends at the borders of the range.
QList<QPointF> curvePoints(std::span<const std::int64_t> levels, StepRange range, int columns, double unit);

} // namespace tidemark::ui
