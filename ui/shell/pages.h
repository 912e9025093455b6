#pragma once

#include "ui/pages/export_view.h"
#include "ui/pages/page.h"

namespace tidemark::ui {

/// All pages in tab order. There is at least one for every view.
std::vector<PageKind> allPages();

/// The pictures that can be drawn without a window.
std::vector<ExportView> allExports();

} // namespace tidemark::ui
