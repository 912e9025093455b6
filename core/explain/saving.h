#pragma once

#include "core/include/tidemark/summary.h"
#include "core/view/view.h"

namespace tidemark {

/// A finding of a view with its text, and with the file's numbers of its rows, each once.
Saving savingOf(const View& view, const Finding& finding);

/// What is shown in place of findings if there are none: it says what was looked at.
std::string noFindingText(const View& view);

} // namespace tidemark
