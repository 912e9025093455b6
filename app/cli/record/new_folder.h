#pragma once

#include "core/include/tidemark/result.h"

#include <string>

namespace tidemark::cli {

/// The local time in the format of strftime.
std::string timeText(const char* form);

/// Makes a new folder in `parent` and returns its absolute path. It is called `name` or, if that name is taken, `name`
/// with a number appended, so no file is ever overwritten. Only its owner can read it, because recordings hold what
/// programs print. Makes `parent` too if it does not exist.
Result<std::string> makeNewFolder(const std::string& parent, const std::string& name);

} // namespace tidemark::cli
