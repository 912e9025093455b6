#pragma once

#include "core/base/result.h"
#include "core/tenstorrent/xla/profile.h"

#include <string>
#include <vector>

namespace tidemark::cli {

/// Writes what tt-xla's profiler makes of a log into a folder: NAME_memory.json and the other lists, NAME_report.html
/// for browsers, of further ranks NAME_rank_R_memory.json. Error: the folder cannot be written, or a file of that name
/// is there; those that were written before it are taken away again.
std::optional<Error> writeProfileFiles(const std::string& folder, const std::vector<ttxla::Profile>& profiles);

/// The page alone; where there is one its name gets a number. The result is its path.
Result<std::string> writeProfilePage(const std::string& folder, const ttxla::Profile& profile);

} // namespace tidemark::cli
