#pragma once

#include "core/view/document_kind.h"

namespace tidemark::xla {

/// Compiled XLA programs: captured profiles, XProf's cached HLO, dumped HLO. All files are one document.
DocumentKind xlaKind();

} // namespace tidemark::xla
