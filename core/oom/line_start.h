#pragma once

#include "core/text/line_writers.h"

namespace tidemark::oom {

/// Where in a cleaned line the words of a message begin. Those of lists and figures are sure; in front of its sentences
/// programs may put words of their own.
LineWriters::Start startOfMessage(std::string_view line);

/// A line of JSON, or a list that is one.
bool isJson(std::string_view line);

} // namespace tidemark::oom
