#pragma once

#include "core/base/result.h"
#include "core/xla/reports/compiler_report.h"

namespace tidemark {

/// *-memory-usage-report.txt, by memory space as of 2026 or as one list before: allocations and the places in them,
/// with sizes that are rounded. A place may be that of several values in turn: it counts as one. Error, without the
/// path, when no allocation can be read. Cost: linear.
/// Source of the form: BufferAssignment::MemoryUsageReport of xla/service/buffer_assignment.cc.
Result<CompilerReport> readUsageReport(std::string_view text);

/// *-memory-usage-report.pb, a MemoryUsageReportProto: the same, the sizes of allocations exact. `bytes` must outlive
/// the report. Error, without the path, when the message is damaged or has no allocation.
Result<CompilerReport> readUsageProto(std::string_view bytes);

} // namespace tidemark
