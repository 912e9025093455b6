#pragma once

#include "core/include/tidemark/result.h"
#include "core/xla/reports/compiler_report.h"

namespace tidemark::xla {

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
