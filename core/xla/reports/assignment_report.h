#pragma once

#include "core/base/result.h"
#include "core/xla/reports/compiler_report.h"

namespace tidemark {

/// *-buffer-assignment.txt: allocations and what lies in them; older ones have the live ranges behind them. Error,
/// without the path, when no allocation can be read. Cost: linear.
/// Source of the form: BufferAssignment::ToString of xla/service/buffer_assignment.cc.
Result<CompilerReport> readAssignmentReport(std::string_view text);

} // namespace tidemark
