#pragma once

#include "core/view/amount_text.h"
#include "core/view/rows.h"

#include <vector>

namespace tidemark {

/// Why the peak of a view is what it is, or what a message says went wrong: the first thing that every output shows.
/// One or two sentences that end in a full stop.
struct Explanation : AmountText {
    /// The rows that the sentence is about, the largest first. Empty: nothing dominates, or the message lists nothing.
    std::vector<RowId> rows;
};

} // namespace tidemark
