#pragma once

#include "core/include/tidemark/result.h"
#include "core/xla/reports/compiler_report.h"

namespace tidemark::xla {

/// Reads a *-buffer-assignment.txt: the allocations with their values, and in old reports also the live ranges. Returns
/// an error without the path when no allocation can be read. Cost: linear.
/// Source of the format: BufferAssignment::ToString of xla/service/buffer_assignment.cc.
Result<CompilerReport> readAssignmentReport(std::string_view text);

} // namespace tidemark::xla
