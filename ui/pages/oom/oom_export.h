#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// A message with its figures.
ExportView oomExport();

} // namespace tidemark::ui
