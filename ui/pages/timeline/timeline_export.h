#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// The chart of any view with an axis.
ExportView timelineExport();

} // namespace tidemark::ui
