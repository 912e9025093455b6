#pragma once

#include "core/view/amount_text.h"
#include "core/view/view.h"

#include <string>
#include <vector>

namespace tidemark {

/// A fact about memory that is live all the time: a text with placeholders for amounts, and its rows.
struct MemoryFact {
    std::string id; // "float32_parameters"
    std::string text; // "Parameters held in float32: %1"; "%2" is `of`
    std::int64_t bytes = 0; // never 0
    std::int64_t of = 0;
    std::vector<RowId> rows; // ascending
};

/// The text of a fact with its amounts.
inline AmountText factText(const MemoryFact& fact)
{
    return {fact.text, {fact.bytes, fact.of}};
}

/// The facts that rows and their meanings show with certainty. Facts that do not apply are absent:
/// - float32_parameters: arguments of category model parameters whose elements are float32;
/// - weights_without_state: arguments of category model parameters that are not known to be updated and have no
/// optimizer state of the same name, while other weights are updated ("%2": all weights);
/// - caches_held_twice: cache arguments that no output takes over, while an output of the same shape and size is a
/// cache too: their content is in memory twice.
/// Cost: describes the arguments and outputs of these categories. REQUIRES: meanings of the view
std::vector<MemoryFact> memoryFacts(const View& view, const RowMeanings& meanings);

} // namespace tidemark
