#pragma once

#include "core/base/result.h"

#include <functional>
#include <iosfwd>
#include <string>

namespace tidemark {

/// Writes a file through `write` into a temporary one beside it and renames that over `path` only when every byte is on
/// disk. On any error the old file stays as it was and the temporary one is gone. A link is followed; a pipe, a device
/// or a descriptor of this process ("/dev/stdout") is written directly. Where `write` makes its stream bad, it has
/// changed its mind: the old file stays, and that is no error. The error says what the system says, what to do about
/// it, and whether there is an old file.
std::optional<Error> writeAtomically(const std::string& path, const std::function<void(std::ostream&)>& write);

/// Why `output` must not be written: it is the file `input`, by whatever name. Absent where it may; also for no output.
std::optional<Error> refuseOverwriting(const std::string& input, const std::string& output);

/// The folder and those above it, where they are not there.
std::optional<Error> makeFolders(const std::string& path);

} // namespace tidemark
