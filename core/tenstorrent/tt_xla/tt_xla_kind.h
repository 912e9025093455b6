#pragma once

#include "core/tenstorrent/tt_xla/profile_document.h"
#include "core/view/document_kind.h"

namespace tidemark {

/// The document kind of logs of tt-mlir's runtime with memory states, as tt-xla writes them, and of the files that
/// tools make from them.
DocumentKind ttXlaKind();

namespace ttxla {

/// Reads the profiles in the first `most` bytes of a log. Errors: Cancelled; failed reading; NotFound if there is no
/// memory state.
Result<std::vector<Profile>> readLog(const File& file, const Progress& progress, std::uint64_t most = UINT64_MAX);

} // namespace ttxla
} // namespace tidemark
