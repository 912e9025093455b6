#pragma once

#include "core/base/result.h"
#include "core/xla/reports/compiler_report.h"
#include "core/xla/reports/report_lines.h"

namespace tidemark {

/// Behind the line "HloLiveRange (max 3):": the ranges of values, and the sizes of those that live at the peak. Ends
/// before a line that is none of them.
void readLiveRanges(ReportLines& lines, CompilerReport& report);

/// *-live-range.txt. Error, without the path, when no range can be read. Cost: linear.
/// Source of the form: HloLiveRange::ToString of xla/hlo/utils/hlo_live_range.cc.
Result<CompilerReport> readLiveRangeReport(std::string_view text);

/// What live ranges tell of memory by themselves: each value that lives at the peak, in an allocation of its own, as
/// the report has none. Error, without the path, when the report has no sizes.
std::optional<Error> takeValuesAtPeak(CompilerReport& report);

} // namespace tidemark
