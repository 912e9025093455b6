#pragma once

#include "core/files/file.h"
#include "core/tenstorrent/xla/list_reader.h"

namespace tidemark::ttxla {

/// The content of a file of a run.
enum class FileRole : std::uint8_t { None, Log, MemoryList, OperationList, Report, BlockTables };

/// Judges a file by its first bytes. A file judged a log may still have no memory state. Cost: reads at most 64 KiB.
FileRole roleOf(const File& file);

/// The common part of the paths of the files of one run: "DIR/toy" of "DIR/toy_memory.json", "DIR/toy_operations.json",
/// "DIR/toy_report.html" and "DIR/toy_profile.log". Any other path is returned whole.
std::string runOf(const std::string& path);

/// Reads the profile of any file but a log. For a list, the companion lists in the same folder are read as well, and
/// their paths are added to `neighbours`. Error: the file cannot be read or has no profile.
Result<Profile> readProfile(const File& file, FileRole role, std::vector<std::string>& neighbours);

} // namespace tidemark::ttxla
