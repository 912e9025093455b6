#pragma once

#include "core/base/progress.h"
#include "core/files/file.h"
#include "core/history/recording.h"

namespace tidemark::history {

/// Reads the allocator events of an XSpace. Error NotFound: it has none.
Result<Recording> readAllocatorEvents(const File& file, const Progress& progress);

inline bool mayHaveAllocatorEvents(std::string_view)
{
    return false;
}

} // namespace tidemark::history
