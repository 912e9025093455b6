#pragma once

#include "core/base/result.h"

#include <functional>
#include <iosfwd>
#include <string>

namespace tidemark {

/// Writes a file atomically: `write` writes to a temporary file in the same folder, which replaces `path` only after
/// every byte is on disk. On any error the old file is unchanged and the temporary file is removed. A link is followed.
/// A pipe, a device or a descriptor of this process ("/dev/stdout") is written directly. If `write` sets badbit on its
/// stream, the write is cancelled: the old file stays, and no error is returned. The error gives the system's message,
/// the remedy, and whether there is an old file.
std::optional<Error> writeAtomically(const std::string& path, const std::function<void(std::ostream&)>& write);

/// Returns an error if `output` is the same file as `input`, under any name. Returns nullopt if it may be written, and
/// for an empty `output`.
std::optional<Error> refuseOverwriting(const std::string& input, const std::string& output);

/// Creates the folder and its parents, if they are missing.
std::optional<Error> makeFolders(const std::string& path);

} // namespace tidemark
