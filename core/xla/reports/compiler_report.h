#pragma once

#include "core/base/warnings.h"
#include "core/xla/plan/hlo_parts.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tidemark {

/// What the text reports that XLA writes beside a dump say, as tables. All text is that of the report, which must
/// outlive them. Sizes and offsets in bytes.

/// One value in an allocation.
struct ReportedValue {
    std::optional<std::int64_t> id;
    std::string_view name; // of the instruction that defines it
    std::string_view path; // into its shape, "1,0"; empty: the whole
    std::string_view shape; // as printed; empty: not told, or several
    std::int64_t size = 0;
    std::int64_t rounding = 0; // of the size
    std::int64_t offset = 0;
    std::int64_t color = 0; // its own; its bytes belong to the space of its allocation
    bool isNamed = true; // else `name` says what lies there, and several values may have it
};

struct ReportedAllocation {
    std::int64_t index = 0;
    std::int64_t size = 0;
    std::int64_t color = 0; // the memory space
    std::optional<std::int64_t> parameter; // its number
    std::string_view parameterPath;
    bool isConstant = false;
    bool isThreadLocal = false;
    bool isLiveOut = false;
    std::vector<ReportedValue> values;

    /// Lives for a part of the program only, as far as the report tells.
    bool isTemporary() const { return !parameter && !isConstant && !isThreadLocal && !isLiveOut; }
};

/// Steps of the compiler's sequence, both included, during which a value lives.
struct ReportedRange {
    std::string_view name;
    std::string_view path;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::optional<std::int64_t> size; // without padding; told of those that live at the peak

    bool isLiveAt(std::int64_t step) const { return begin <= step && step <= end; }
};

struct CompilerReport {
    std::vector<ReportedAllocation> allocations;
    std::vector<ReportedRange> ranges;
    std::optional<std::int64_t> peakStep; // at which values of ranges have sizes; none: the report does not get there
    PlanGaps gaps; // what reports of its kind do not tell
    Warnings warnings; // what could not be read, with line and byte, and what does not add up
};

} // namespace tidemark
