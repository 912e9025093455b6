#pragma once

#include "core/base/warnings.h"
#include "core/include/tidemark/result.h"
#include "core/xla/plan/hlo_parts.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace tidemark::xla {

/// The content of the text reports that XLA writes next to a dump, as tables. The text views point into the report,
/// which must outlive the tables. Sizes and offsets are in bytes.

/// A value in an allocation.
struct ReportedValue {
    std::optional<std::int64_t> id;
    std::string_view name; // name of the instruction that defines it
    std::string_view path; // path into the instruction's shape, "1,0"; empty for the whole shape
    std::string_view shape; // as printed; empty if it is unknown or there are several
    std::int64_t size = 0;
    std::int64_t rounding = 0; // largest error of the size, in bytes
    std::int64_t offset = 0;
    std::int64_t color = 0; // memory space of the value; its bytes belong to the space of its allocation
    bool isNamed = true; // false: `name` describes the place, and several values may share it
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

    /// True if the allocation lives for only a part of the program, as far as the report shows.
    bool isTemporary() const { return !parameter && !isConstant && !isThreadLocal && !isLiveOut; }
};

/// The steps of the compiler's sequence during which a value is live. Both ends are included.
struct ReportedRange {
    std::string_view name;
    std::string_view path;
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::optional<std::int64_t> size; // without padding; only for values that are live at the peak

    bool isLiveAt(std::int64_t step) const { return begin <= step && step <= end; }
};

struct CompilerReport {
    std::vector<ReportedAllocation> allocations;
    std::vector<ReportedRange> ranges;
    std::optional<std::int64_t> peakStep; // the step of the sizes of ranges; none: the report ends before them
    PlanGaps gaps; // the facts that a report of this kind lacks
    Warnings warnings; // lines that could not be read, with line and byte, and contradictions
};

/// Reads a *-buffer-assignment.txt: the allocations with their values, and in old reports also the live ranges. Returns
/// an error without the path when no allocation can be read. Cost: linear.
/// Source of the format: BufferAssignment::ToString of xla/service/buffer_assignment.cc.
Result<CompilerReport> readAssignmentReport(std::string_view text);

/// Reads a *-live-range.txt. Returns an error without the path when no range can be read. Cost: linear.
/// Source of the format: HloLiveRange::ToString of xla/hlo/utils/hlo_live_range.cc.
Result<CompilerReport> readLiveRangeReport(std::string_view text);

/// Makes allocations from live ranges alone, because such a report has none: each value that is live at the peak
/// becomes a separate allocation. Returns an error without the path when the report has no sizes.
Result<void> takeValuesAtPeak(CompilerReport& report);

/// Reads a *-memory-usage-report.txt: allocations and the places in them, with rounded sizes. It is divided by memory
/// space since 2026, and one list before. Several values may take turns in one place, which counts as one value.
/// Returns an error without the path when no allocation can be read. Cost: linear.
/// Source of the format: BufferAssignment::MemoryUsageReport of xla/service/buffer_assignment.cc.
Result<CompilerReport> readUsageReport(std::string_view text);

/// Reads a *-memory-usage-report.pb, a MemoryUsageReportProto. It has the same content, with exact sizes of
/// allocations. `bytes` must outlive the report. Returns an error without the path when the message is damaged or has
/// no allocation.
Result<CompilerReport> readUsageProto(std::string_view bytes);

} // namespace tidemark::xla
