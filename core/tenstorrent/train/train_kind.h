#pragma once

#include "core/files/byte_stream.h"
#include "core/tenstorrent/train/train_log_reader.h"
#include "core/view/document_kind.h"

namespace tidemark {

/// Logs with summaries of tt-train's MemoryUsageTracker, and what its CI keeps of runs.
DocumentKind ttTrainKind();

namespace tt {

/// All runs of a log, of at most so many bytes. Error: Cancelled, of reading, NotFound, or Empty where the
/// tracker says that it captured nothing.
Result<Runs> readRuns(const File& file, const Progress& progress, std::uint64_t most = UINT64_MAX);
/// The same of what comes once; Empty as well where nothing does.
Result<Runs> readRuns(ByteStream& log, const Progress& progress);

} // namespace tt
} // namespace tidemark
