#pragma once

#include "core/oom/report.h"

#include <string_view>

namespace tidemark::oom {

/// Returns the allocation that a line such as "1. Size: 32.00G" or "Buffer 1:" begins.
Allocation allocationOf(std::string_view entry);

/// Reads "op_type="…" op_name="…" source_file="…" source_line=7" anywhere in the lines. Each part is optional.
void readOperator(std::string_view lines, Allocation& allocation);

/// Reads a field of the allocation, "Shape: …". Its value may span several lines.
void readField(std::string_view field, Allocation& allocation);

} // namespace tidemark::oom
