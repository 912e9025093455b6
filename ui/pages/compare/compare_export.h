#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// Compares the chosen program with a program of the files that an option names.
ExportView compareExport();

} // namespace tidemark::ui
