#pragma once

#include "ui/pages/runs/run_list.h"
#include "ui/tables/grid.h"

namespace tidemark::ui {

/// The phases of a run, each with its peak, what it allocates and frees, and what is in use after it.
std::vector<Grid::Column> phaseColumns();
Grid phaseGrid(const tt::Run& run);

/// The runs of a list, each with its peak and the layers of its bar.
std::vector<Grid::Column> runColumns();
Grid runGrid(const RunList& list);

} // namespace tidemark::ui
