#pragma once

#include "ui/charts/bar_plot.h"
#include "ui/pages/workers/worker_fields.h"

#include <memory>
#include <vector>

namespace tidemark::ui {

/// A bar for each of these workers, stacked by category. The bar of a worker whose program differs from that of most
/// workers has the difference above it.
BarPlot workerBars(std::shared_ptr<const WorkerTable> table, std::vector<std::size_t> order, ByteUnit unit);

} // namespace tidemark::ui
