#pragma once

#include "core/files/file.h"
#include "core/tenstorrent/xla/list_reader.h"

namespace tidemark::ttxla {

/// What a file of a run holds.
enum class FileRole : std::uint8_t { None, Log, MemoryList, OperationList, Report, BlockTables };

/// By content, as far as the beginning tells: a log may still have no memory state. Cost: reads at most 64 KiB.
FileRole roleOf(const File& file);

/// "DIR/toy" of "DIR/toy_memory.json", "DIR/toy_operations.json", "DIR/toy_report.html" and "DIR/toy_profile.log":
/// files of one run have it in common. Of other names all of it.
std::string runOf(const std::string& path);

/// Of any file but a log; of lists the others that lie beside it are read as well, and named in `beside`. Error: it
/// cannot be used.
Result<Profile> readProfile(const File& file, FileRole role, std::vector<std::string>& beside);

} // namespace tidemark::ttxla
