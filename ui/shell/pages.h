#pragma once

#include "ui/pages/page.h"

namespace tidemark::ui {

/// All pages, in the order of their tabs. For whatever is shown there is one.
std::vector<PageKind> allPages();

} // namespace tidemark::ui
