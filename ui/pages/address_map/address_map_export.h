#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// The largest region of a view by address, its rows in the colours of what they are.
ExportView addressMapExport();

} // namespace tidemark::ui
