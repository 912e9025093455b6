#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// All workers next to each other.
ExportView workersExport();

} // namespace tidemark::ui
