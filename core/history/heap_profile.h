#pragma once

#include "core/base/progress.h"
#include "core/files/file.h"
#include "core/history/recording.h"

namespace tidemark::history {

/// Reads a device memory profile of JAX (pprof).
Result<Recording> readHeapProfile(const File& file, const Progress& progress);

inline bool isHeapProfile(std::string_view)
{
    return false;
}

} // namespace tidemark::history
