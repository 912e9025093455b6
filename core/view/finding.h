#pragma once

#include "core/view/amount_text.h"
#include "core/view/rows.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tidemark {

/// A way to need less memory, with the saving computed from the view. Peaks are those of the sum of the sizes of live
/// rows before packing, because the effect of packing is unknown.
struct Finding : AmountText {
    static constexpr std::string_view kAll = "all";

    std::string id; // id for programs: "donation"
    std::string label; // label for users: "Donate arguments"
    std::int64_t savedBytes = 0;
    std::optional<std::int64_t> peakBefore; // absent if the saving is no part of that sum
    std::optional<std::int64_t> peakAfter;
    bool isEstimate = false; // the saving depends on facts that the view does not have
    bool isUpperBound = false; // the compiler may save less, because it chooses layouts, copies or an order itself
    bool isRequired = false; // the program cannot run without it, so it comes first, even if it saves little
    std::optional<std::int64_t> headroomAfter; // negative if the program still does not fit; absent if unknown
    AmountText stillOver; // "still %1 over"; empty if it then fits, or if that is unknown
    std::string assumption; // the condition for the saving
    std::string source; // source of the rule
    std::vector<RowId> rows; // rows that it is about, the largest first

    bool isAll() const { return id == kAll; }
    /// Whether the program does not fit without the change. False if unknown.
    bool isNeededToFit() const { return headroomAfter && *headroomAfter < savedBytes; }
};

/// Returns whether the last finding, of all together, says the same as the only other one.
inline bool repeatsOnlyFinding(const std::vector<Finding>& findings)
{
    return findings.size() == 2 && findings.back().isAll();
}

} // namespace tidemark
