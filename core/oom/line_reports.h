#pragma once

#include "core/oom/report.h"

#include <optional>
#include <string_view>

namespace tidemark::oom {

/// Reads a line that has the status of a memory error but is in no known form: "RESOURCE_EXHAUSTED: … memory …", "out
/// of memory", "OutOfMemoryError: …". Amounts become figures, named by the words before them. Returns nullopt for other
/// lines, and for source code that a traceback shows.
std::optional<Report> reportOfStatus(std::string_view line);

/// Reads a line that states memory without a failure, in a form of Kind::State.
std::optional<Report> reportOfState(std::string_view line);

} // namespace tidemark::oom
