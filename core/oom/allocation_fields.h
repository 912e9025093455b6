#pragma once

#include "core/oom/report.h"

#include <string_view>

namespace tidemark::oom {

/// What "1. Size: 32.00G" or "Buffer 1:" begins.
Allocation allocationOf(std::string_view entry);

/// Reads "op_type="…" op_name="…" source_file="…" source_line=7" wherever they stand in lines, each of them optional.
void readOperator(std::string_view lines, Allocation& allocation);

/// Reads a field of it, "Shape: …", whose value may stand on several lines.
void readField(std::string_view field, Allocation& allocation);

} // namespace tidemark::oom
