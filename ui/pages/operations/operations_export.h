#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// A memory of a profile over its operations, with fragmentation below it.
ExportView operationsExport();

} // namespace tidemark::ui
