#pragma once

#include "core/view/rows.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tidemark {

/// Why the peak of a view is what it is, or what a message says went wrong: the first thing that every output shows.
struct Explanation {
    /// One or two sentences that end in a full stop. "%1" stands for the first of `amounts`, "%%" for "%": see
    /// withAmounts() in core/view/finding.h.
    std::string text;
    std::vector<std::int64_t> amounts; // bytes
    /// The rows that the sentence is about, the largest first. Empty: nothing dominates, or the message lists nothing.
    std::vector<RowId> rows;

    /// Adds an amount and returns its placeholder for the text. REQUIRES: fewer than nine amounts
    std::string addAmount(std::int64_t bytes)
    {
        amounts.push_back(bytes);
        return "%" + std::to_string(amounts.size());
    }
};

} // namespace tidemark
