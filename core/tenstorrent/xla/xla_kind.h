#pragma once

#include "core/tenstorrent/xla/xla_document.h"
#include "core/view/document_kind.h"

namespace tidemark {

/// Logs of tt-mlir's runtime with memory states, as tt-xla writes them, and what tools made of them.
DocumentKind ttXlaKind();

namespace ttxla {

/// The profiles of a log, of at most so many bytes. Error: Cancelled, of reading, NotFound.
Result<std::vector<Profile>> readLog(const File& file, const Progress& progress, std::uint64_t most = UINT64_MAX);

} // namespace ttxla
} // namespace tidemark
