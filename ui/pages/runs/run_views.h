#pragma once

#include "ui/charts/bar_plot.h"
#include "ui/pages/runs/run_list.h"
#include "ui/tables/grid.h"
#include "ui/theme/colors.h"

#include <memory>
#include <optional>

namespace tidemark::ui {

/// A stacked bar for each run as in upstream's histogram, compared with the device memory. The bars of the exports of
/// one model over time are contiguous, each as wide as the time to the next one.
BarPlot runBars(std::shared_ptr<const RunList> list, std::optional<std::size_t> selected, ByteUnit unit);

/// The phases of a run, each with its peak, what it allocates and frees, and what is in use after it.
std::vector<Grid::Column> phaseColumns();
Grid phaseGrid(const tt::Run& run);

/// The runs of a list, each with its peak and the layers of its bar.
std::vector<Grid::Column> runColumns();
Grid runGrid(const RunList& list);

/// The details of a run of a list as rich text: whether it fits, its expected and measured sizes, what its peak is made
/// of and where it occurs, the difference from another run, ways to use less memory, its checks and its notes.
QString runDetailsHtml(const RunList& list, std::size_t place, const Units& units, const Colors& colors);

} // namespace tidemark::ui
