#pragma once

#include "ui/pages/export_view.h"

namespace tidemark::ui {

/// The icicle of the peak by the default groupings.
ExportView compositionExport();

} // namespace tidemark::ui
