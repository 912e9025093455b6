#pragma once

#include "core/include/tidemark/result.h"

#include <string_view>

namespace tidemark {

/// The error for the current errno on a file, or on standard input as "-", with the remedy: "PATH: cannot open:
/// Permission denied. Ask …".
Error systemError(const std::string& path, const char* action);

/// The error for a file or folder that cannot be written; `code` is an errno.
Error writeError(const std::string& path, const char* action, int code);

/// The error for a file of `size` bytes that now ends at `end`. `remedy` is a sentence that says what to do.
Error shorterError(const std::string& path, std::uint64_t end, std::uint64_t size, std::string_view remedy);

/// The error for an empty file, or standard input as "-", with the remedy: one for names of captures, another one for
/// all other names, which may be logs. `bytes` is the number of white space bytes in the file.
Error emptyError(const std::string& path, std::uint64_t bytes);

} // namespace tidemark
