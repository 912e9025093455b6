#pragma once

#include <string_view>
#include <vector>

namespace tidemark::oom {

/// Splits a line that contains several lines of a message, because line ends were replaced by blanks or lost, or
/// several messages one after the other. Returns the line itself if there is nothing to split. The results refer to
/// `line`.
std::vector<std::string_view> flatLines(std::string_view line);

} // namespace tidemark::oom
