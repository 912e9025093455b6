#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// All runs of a training log next to each other, or the exports of CI of one model over time.
ExportView runsExport();

} // namespace tidemark::ui
