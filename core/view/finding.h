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

    std::string id; // id for programs: "donation"
    std::string label; // label for users: "Donate arguments"
    std::int64_t savedBytes = 0;
    std::optional<std::int64_t> peakBefore; // absent if the saving is no part of that sum
    std::optional<std::int64_t> peakAfter;
    bool isEstimate = false; // the saving depends on facts that the view does not have
    std::string assumption; // the condition for the saving
    std::string source; // source of the rule
    std::vector<RowId> rows; // rows that it is about, the largest first
    std::string text; // text with placeholders: "%1" is the first of `amounts`, "%%" is "%"
    std::vector<std::int64_t> amounts; // bytes

    bool isAll() const { return id == kAll; }
};

/// Escapes a name for use in such a text.
std::string plainWords(const std::string& name);

/// Replaces the placeholders of a text by amounts, written by `bytesText`. In "%1 of %2" the first amount has no unit
/// if both have the same: "300 of 15.75 GiB".
std::string withAmounts(const std::string& words, const std::vector<std::int64_t>& amounts,
                        const std::function<std::string(std::int64_t)>& bytesText);

} // namespace tidemark
