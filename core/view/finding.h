#pragma once

#include "core/view/rows.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// A way to need less memory, with the saving computed from the view. Peaks are those of the sum of the sizes of live
/// rows before packing, because the effect of packing is unknown.
struct Finding {
    static constexpr std::string_view kAll = "all";

    std::string id; // "donation": for programs
    std::string label; // "Donate arguments": for people, a few words
    std::int64_t savedBytes = 0;
    std::optional<std::int64_t> peakBefore; // absent where the saving is no part of that sum
    std::optional<std::int64_t> peakAfter;
    bool isEstimate = false; // part of what it is computed from is not in what is shown
    std::string assumption; // what must be true for it
    std::string source; // of the rule
    std::vector<RowId> rows; // concerned, the largest first
    std::string text; // what was found, in words that wait for numbers: "%1" is the first of `amounts`, "%%" a "%"
    std::vector<std::int64_t> amounts; // bytes

    bool isAll() const { return id == kAll; }
};

/// Escapes a name for use in such a text.
std::string plainWords(const std::string& name);

/// Replaces the placeholders of a text by amounts, written by `bytesText`.
std::string withAmounts(const std::string& words, const std::vector<std::int64_t>& amounts,
                        const std::function<std::string(std::int64_t)>& bytesText);

} // namespace tidemark
