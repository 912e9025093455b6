#pragma once

#include "core/base/progress.h"
#include "core/files/file.h"
#include "core/history/recording.h"

#include <string_view>

namespace tidemark::history {

/// Returns whether a file starts as a memory snapshot of PyTorch: a pickle with "segments", "device_traces" or, if it
/// is only the list of segments, "segment_type" near its start. 256 bytes are enough.
bool isTorchSnapshot(std::string_view start);

/// Reads a memory snapshot of PyTorch, as torch.cuda.memory._dump_snapshot() writes it, or a pickled result of
/// torch.cuda.memory_snapshot(), which has only segments. There is one recording for each device with segments or
/// events. Times count from the first event of the file.
///
/// Errors: those of readPickle(), and Unsupported for a pickle that is no snapshot. Contradictions in the file are
/// warnings. Cost: one pass over the file; about 110 bytes for each event and 16 for each entry of the pickle's memo.
Result<Recording> readTorchSnapshot(const File& file, const Progress& progress);

} // namespace tidemark::history
