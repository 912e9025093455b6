#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// The icicle of the peak, by what the page begins with.
ExportView compositionExport();

} // namespace tidemark::ui
