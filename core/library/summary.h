#pragma once

#include "core/include/tidemark/summary.h"
#include "core/view/choice.h"

namespace tidemark {

/// Summarizes a view, which belongs to one of the documents that were opened together. `figures` are the figures of the
/// view with the capacity that counts. Error of kind Cancelled.
Result<Summary> summaryOf(const Viewed& shown, const Figures& figures, const Progress& progress = {});

} // namespace tidemark
