#pragma once

#include "core/files/byte_stream.h"
#include "core/tenstorrent/tt_train/train_log_reader.h"
#include "core/view/document_kind.h"

namespace tidemark {

/// The document kind of logs with summaries of tt-train's MemoryUsageTracker and of the exports of its CI.
DocumentKind ttTrainKind();

namespace tt {

/// Reads all runs in the first `most` bytes of a log. Errors: Cancelled; failed reading; NotFound if there is no run;
/// Empty if the tracker says that it captured nothing.
Result<Runs> readRuns(const File& file, const Progress& progress, std::uint64_t most = UINT64_MAX);
/// Reads all runs of a stream. Error Empty also for a stream without any byte.
Result<Runs> readRuns(ByteStream& log, const Progress& progress);

} // namespace tt
} // namespace tidemark
