#pragma once

#include "core/base/result.h"

#include <string_view>

namespace tidemark {

/// What errno says about a file, with what to do about it: "PATH: cannot open: Permission denied. Ask …".
Error systemError(const std::string& path, const char* action);

/// The same of a file or folder that cannot be written; `code`: an errno.
Error writeError(const std::string& path, const char* action, int code);

/// That a file of `size` bytes ends at `end` by now. `remedy`: what to do, a sentence.
Error shorterError(const std::string& path, std::uint64_t end, std::uint64_t size, std::string_view remedy);

/// That there is nothing in a file, "-" for standard input, and what to do: what captures are called is one, all else
/// may be a log. `bytes`: of white space that it holds.
Error emptyError(const std::string& path, std::uint64_t bytes);

} // namespace tidemark
