#pragma once

#include "core/base/result.h"

#include <string>

namespace tidemark::cli {

/// The local time in the format of strftime.
std::string timeText(const char* form);

/// Makes a folder `name` below `parent`, and `parent` too if it does not exist. If the name is taken, a number is
/// appended, so that nothing is ever overwritten. Returns the absolute path.
Result<std::string> makeNewFolder(const std::string& parent, const std::string& name);

} // namespace tidemark::cli
