#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// The largest region of a view by address, with its rows coloured by category.
ExportView addressMapExport();

} // namespace tidemark::ui
