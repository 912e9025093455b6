#pragma once

#include "core/view/curve.h"
#include "core/view/step_series.h"

#include <span>
#include <vector>

namespace tidemark::ui {

/// One per pixel: what the steps under it hold. Where a step is wider than a pixel, each of its pixels repeats it.
std::vector<Column> pixelColumns(std::span<const std::int64_t> levels, StepRange range, int pixels);

/// The same of a curve; a column of which nothing is known has no steps.
std::vector<Column> pixelColumns(const Curve& curve, StepRange range, int pixels);

/// What is full only for a while inside each cell, in front of what is left after it: where cells are wide enough, the
/// first half of each is the most inside it and the second half the level.
std::vector<Column> spikeColumns(const Curve& inside, const Curve& level, StepRange range, int pixels);

} // namespace tidemark::ui
