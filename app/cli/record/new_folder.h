#pragma once

#include "core/base/result.h"

#include <string>

namespace tidemark::cli {

/// The local time, as strftime writes it.
std::string timeText(const char* form);

/// Makes a folder below `parent`, which is made where it is not there: `name`, with a number behind it where that is
/// taken, so that nothing that is there is ever written over. The result is absolute.
Result<std::string> makeNewFolder(const std::string& parent, const std::string& name);

} // namespace tidemark::cli
