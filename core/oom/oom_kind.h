#pragma once

#include "core/view/document_kind.h"

namespace tidemark {

/// The document kind of texts with out-of-memory messages: a log, or a saved part of one. A text up to kShortText bytes
/// is recognised by its content. Of a longer text only the beginning is checked; it is searched once, when it is
/// opened, and the opening fails if it has no message.
DocumentKind oomKind();

} // namespace tidemark
