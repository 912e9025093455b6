#pragma once

#include "core/view/curve.h"
#include "core/view/step_series.h"

#include <span>
#include <vector>

namespace tidemark::ui {

/// One column per pixel with the values of its steps. If a step is wider than a pixel, all of its pixels have the same
/// values.
std::vector<Column> pixelColumns(std::span<const std::int64_t> levels, StepRange range, int pixels);

/// The same for a curve. A column without known values has no steps.
std::vector<Column> pixelColumns(const Curve& curve, StepRange range, int pixels);

/// The columns of memory that is in use only for a while inside each cell, drawn in front of the level after the cell.
/// Where cells are wide enough, the first half of a cell is the maximum inside it and the second half is the level.
std::vector<Column> spikeColumns(const Curve& inside, const Curve& level, StepRange range, int pixels);

} // namespace tidemark::ui
