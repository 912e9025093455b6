#pragma once

#include "core/include/tidemark/result.h"

#include <string>
#include <sys/types.h>

/// Protects the inputs of this process from its outputs. File and ByteStream add each file that they open, standard
/// input too. writeAtomically asks before it replaces a file. Files count by device and inode, so another spelling, a
/// symbolic link or a hard link does not matter. All functions are thread-safe.
namespace tidemark::inputsKept {

/// Adds an opened file. Pipes and devices are not added: they hold nothing that could be lost.
void add(int descriptor);
/// Adds all files below a folder that the user gave, whether they are read or not. Does nothing for other paths.
void addFolder(const std::string& path);
/// Removes a file that may be replaced again, or a folder whose files may be: one that this process has just made, or
/// whose content it has copied. A new file may have the inode of an input that no longer exists.
void remove(int descriptor);
void remove(const std::string& path);

/// Error: `output` must not be replaced. No error if it may be replaced or does not exist.
Result<void> refuseOverwriting(const std::string& output);

} // namespace tidemark::inputsKept
