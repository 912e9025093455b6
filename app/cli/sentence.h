#pragma once

#include "core/view/view.h"

namespace tidemark::cli {

/// Why the peak of a view is there, in a sentence or two. Where its kind of document has no explanation: what a message
/// says, or the largest part of the peak. Error of kind Cancelled.
Result<std::string> sentenceOf(const View& view, const Figures& figures);

} // namespace tidemark::cli
