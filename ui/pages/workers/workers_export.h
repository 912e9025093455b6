#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// All workers side by side.
ExportView workersExport();

} // namespace tidemark::ui
