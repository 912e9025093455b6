#pragma once

#include "ui/pages/export_view.h"
#include "ui/pages/page.h"

namespace tidemark::ui {

/// All pages, in the order of their tabs. For whatever is shown there is one.
std::vector<PageKind> allPages();

/// The pictures that there are without a window.
std::vector<ExportView> allExports();

} // namespace tidemark::ui
