#pragma once

#include "core/oom/report_parser.h"

namespace tidemark::oom {

/// Detects whether a message ends before its figures and lists are complete. `body` is its lines after the sentences.
/// The end of each part is known: sums end with "arguments" and "overlays", each allocation with a line of "=", and the
/// chunks with their sum. A sum whose amount is reached is complete without its last line.
void findCut(std::span<const MessageLine> body, Report& report);

} // namespace tidemark::oom
