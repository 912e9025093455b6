#pragma once

#include "ui/pages/page.h"

namespace tidemark::ui {

/// All pages; the first that shows what there is, is shown. The last shows whatever no other does.
std::vector<PageKind> allPages();

} // namespace tidemark::ui
