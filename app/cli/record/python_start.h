#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tidemark::cli {

/// Writes a file into a folder in `folder` that every Python executes at its start if PYTHONPATH has that folder. The
/// file saves JAX's device memory profile in `folder` when a program ends. Returns the new value of PYTHONPATH;
/// `before` is the present one. Returns an empty text if this is impossible: the folder cannot be written, or its name
/// has a colon, which separates the folders in PYTHONPATH. `folder` is absolute.
std::string addPythonStart(const std::string& folder, const std::string& before);

/// Removes the file after the command has ended. Renames the profile of the process `command` to memory.prof, or the
/// profile of another process if it is the only one. The others keep the number of their process in their names.
/// Returns the paths of all profiles; the one with the short name is the first.
std::vector<std::string> takeProfiles(const std::string& folder, std::int64_t command);

} // namespace tidemark::cli
