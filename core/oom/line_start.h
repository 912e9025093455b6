#pragma once

#include "core/text/line_writers.h"

namespace tidemark::oom {

/// Returns where the words of a message begin in a cleaned line. The beginning of a list or figure line is certain; a
/// program may put its own words before a sentence.
LineWriters::Start startOfMessage(std::string_view line);

/// Returns whether the line is JSON, or a list that looks like JSON.
bool isJson(std::string_view line);

} // namespace tidemark::oom
