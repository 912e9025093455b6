#pragma once

#include "core/oom/report_parser.h"

namespace tidemark::oom {

/// Whether a message ends before its figures and lists are whole. `body`: its lines after the sentences. What is
/// written last in each is as messages have it: "arguments" and "overlays" in sums, a line of "=" after each
/// allocation, the sum after the chunks. A sum that is reached without its last line is whole.
void findCut(std::span<const MessageLine> body, Report& report);

} // namespace tidemark::oom
