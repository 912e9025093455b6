#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// A picture of a message with its figures.
ExportView oomExport();

} // namespace tidemark::ui
