#pragma once

#include "core/include/tidemark/result.h"
#include "core/xla/reports/compiler_report.h"
#include "core/xla/reports/report_lines.h"

namespace tidemark::xla {

/// Reads the section after the line "HloLiveRange (max 3):": the live ranges of values, and the sizes of those live at
/// the peak. Stops before the first line that does not belong to it.
void readLiveRanges(ReportLines& lines, CompilerReport& report);

/// Reads a *-live-range.txt. Returns an error without the path when no range can be read. Cost: linear.
/// Source of the format: HloLiveRange::ToString of xla/hlo/utils/hlo_live_range.cc.
Result<CompilerReport> readLiveRangeReport(std::string_view text);

/// Makes allocations from live ranges alone, because such a report has none: each value that is live at the peak
/// becomes a separate allocation. Returns an error without the path when the report has no sizes.
Result<void> takeValuesAtPeak(CompilerReport& report);

} // namespace tidemark::xla
