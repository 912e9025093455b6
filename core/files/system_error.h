#pragma once

#include "core/base/result.h"

namespace tidemark {

/// What errno says about a file, with what to do about it: "PATH: cannot open: Permission denied. Ask …".
Error systemError(const std::string& path, const char* action);

} // namespace tidemark
