#pragma once

#include "core/base/progress.h"
#include "core/files/file.h"
#include "core/history/recording.h"

namespace tidemark::history {

/// Reads a memory snapshot of PyTorch, as torch.cuda.memory._dump_snapshot() writes it.
Result<Recording> readTorchSnapshot(const File& file, const Progress& progress);

inline bool isTorchSnapshot(std::string_view)
{
    return false;
}

} // namespace tidemark::history
