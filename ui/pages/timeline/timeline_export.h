#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// The chart, of whatever has an axis.
ExportView timelineExport();

} // namespace tidemark::ui
