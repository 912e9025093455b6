#pragma once

#include "core/base/progress.h"
#include "core/files/file.h"
#include "core/history/recording.h"

namespace tidemark::history {

/// Reads a device memory profile of JAX (pprof).
Result<Recording> readHeapProfile(const File& file, const Progress& progress);

} // namespace tidemark::history
