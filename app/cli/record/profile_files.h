#pragma once

#include "core/base/result.h"
#include "core/tenstorrent/xla/profile.h"

#include <string>
#include <vector>

namespace tidemark::cli {

/// Writes the lists of tt-xla's profiler into a folder: NAME_memory.json and the others, of further ranks
/// NAME_rank_R_memory.json. Error: the folder cannot be written, or a file of that name is there.
std::optional<Error> writeProfileFiles(const std::string& folder, const std::vector<ttxla::Profile>& profiles);

} // namespace tidemark::cli
