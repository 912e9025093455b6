#pragma once

#include "core/include/tidemark/result.h"

#include <functional>
#include <iosfwd>
#include <string>

namespace tidemark {

/// Writes a file that the user named. `write` writes into a temporary file in the same folder, which is renamed to
/// `path` only when every byte is on disk. On any error the old file stays as it was and the temporary one is removed.
/// A link is followed. A pipe, a device or a descriptor of this process ("/dev/stdout") is written directly. Where
/// `write` makes its stream bad, it cancels the write: the old file stays, and that is no error. An input of this
/// process (core/files/inputs_kept.h) is refused. The error has the system's message and what to do, and says whether
/// there is an old file.
Result<void> writeAtomically(const std::string& path, const std::function<void(std::ostream&)>& write);

/// Writes a file of the program itself in the same way: settings, pasted texts, recordings. It may replace what was
/// read, and a new file is readable by its owner alone.
Result<void> writeOwnFile(const std::string& path, const std::function<void(std::ostream&)>& write);

/// Makes the folder and those above it that do not exist.
Result<void> makeFolders(const std::string& path);
/// The same for a folder of the program itself: if it is new, it is open to its owner alone.
Result<void> makeOwnFolder(const std::string& path);

} // namespace tidemark
