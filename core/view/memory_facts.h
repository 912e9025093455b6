#pragma once

#include "core/view/view.h"

#include <functional>
#include <string>
#include <vector>

namespace tidemark {

/// Something that is so of what always takes the memory, in words that wait for numbers, and the rows that it is of.
struct MemoryFact {
    std::string id; // "float32_parameters"
    std::string text; // "Parameters held in float32: %1"; "%2" is `of`
    std::int64_t bytes = 0; // never 0
    std::int64_t of = 0;
    std::vector<RowId> rows; // ascending
};

/// A fact in words, bytes as `bytesText` writes them.
std::string factText(const MemoryFact& fact, const std::function<std::string(std::int64_t)>& bytesText);

/// What rows and their meanings say for certain; nothing of what does not apply:
/// - float32_parameters: arguments of model parameters whose elements are float32;
/// - weights_without_state: arguments of model parameters that are not known to be updated and that no optimizer state
///   is named like, where others are updated with it ("%2": all weights);
/// - caches_held_twice: arguments of caches that no output takes over, while an output of the same shape and size is a
///   cache as well: what the arguments hold is there twice.
/// Cost: describes the arguments and outputs of these categories. REQUIRES: meanings of the view
std::vector<MemoryFact> memoryFacts(const View& view, const RowMeanings& meanings);

} // namespace tidemark
