#pragma once

#include "core/view/step_series.h"

#include <span>
#include <vector>

namespace tidemark::ui {

/// One per pixel: what the steps under it hold. Where a step is wider than a pixel, each of its pixels repeats it.
std::vector<Column> pixelColumns(std::span<const std::int64_t> levels, StepRange range, int pixels);

} // namespace tidemark::ui
