#pragma once

#include <string_view>
#include <vector>

namespace tidemark::oom {

/// The lines of what is written in one: of a message whose line ends something has made blanks, and of several messages
/// behind one another. Where there is neither, the line itself.
std::vector<std::string_view> flatLines(std::string_view line);

} // namespace tidemark::oom
