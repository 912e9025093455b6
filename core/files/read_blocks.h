#pragma once

#include "core/base/progress.h"
#include "core/files/bytes.h"

#include <functional>
#include <string_view>

namespace tidemark {

/// Hands a part of a file on, block by block, until it ends or `take` returns false. Error: Cancelled, or of reading.
std::optional<Error> readBlocks(const File& file, FileRange part, const Progress& progress,
                                const std::function<bool(std::string_view)>& take);

} // namespace tidemark
