#pragma once

#include "core/include/tidemark/summary.h"
#include "core/view/view.h"

namespace tidemark {

/// A finding of a view with its text, and with the file's numbers of its rows, each once.
Saving savingOf(const View& view, const Finding& finding);

} // namespace tidemark
