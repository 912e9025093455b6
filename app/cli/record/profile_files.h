#pragma once

#include "core/include/tidemark/result.h"
#include "core/tenstorrent/tt_xla/profile.h"

#include <string>
#include <vector>

namespace tidemark::cli {

/// Writes the files that tt-xla's profiler makes from a log into a folder: NAME_memory.json and the other lists,
/// NAME_report.html for browsers, and NAME_rank_R_memory.json for further ranks. Error: the folder cannot be written,
/// or a file with that name exists. After an error, the files already written are removed.
Result<void> writeProfileFiles(const std::string& folder, const std::vector<ttxla::Profile>& profiles);

/// Writes only the page. If a file with its name exists, the name gets a number. Returns the path.
Result<std::string> writeProfilePage(const std::string& folder, const ttxla::Profile& profile);

} // namespace tidemark::cli
