#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// All runs of a training log side by side, or what CI kept of one model over time.
ExportView runsExport();

} // namespace tidemark::ui
