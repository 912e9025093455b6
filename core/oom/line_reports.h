#pragma once

#include "core/oom/report_parser.h"

#include <deque>
#include <optional>
#include <string_view>

namespace tidemark::oom {

/// Reads a line that has the status of a memory error but is in no known form: "RESOURCE_EXHAUSTED: … memory …", "out
/// of memory", "OutOfMemoryError: …". Amounts become figures, named by the words before them. Returns nullopt for other
/// lines, and for source code that a traceback shows.
std::optional<Report> reportOfStatus(const MessageLine& line);

/// Reads the last of the lines if it states memory without a failure, in a form of Kind::State. Some forms also read
/// lines before it. REQUIRES: there is a line
std::optional<Report> reportOfState(const std::deque<MessageLine>& lines);

} // namespace tidemark::oom
