#pragma once

#include "ui/charts/bar_plot.h"
#include "ui/pages/runs/run_list.h"

#include <QColor>

#include <memory>
#include <optional>

namespace tidemark::ui {

/// A stacked bar for each run as in upstream's histogram, compared with the device memory. The bars of the exports of
/// one model over time are contiguous, each as wide as the time to the next one.
BarPlot runBars(std::shared_ptr<const RunList> list, std::optional<std::size_t> selected, ByteUnit unit);

/// The colour of a layer as a fill; its edges have a contrast of 3:1 on light and dark.
QColor barColour(std::size_t layer);

} // namespace tidemark::ui
