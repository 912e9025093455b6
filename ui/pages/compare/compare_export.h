#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// What is chosen beside a program of the files that an option names.
ExportView compareExport();

} // namespace tidemark::ui
