#pragma once

#include <string_view>

namespace tidemark::oom {

/// Returns whether a cleaned line begins with words of a message.
bool beginsMessage(std::string_view line);

/// Returns whether the line is JSON, or a list that looks like JSON.
bool isJson(std::string_view line);

} // namespace tidemark::oom
