#pragma once

#include "core/view/document_kind.h"

namespace tidemark {

/// The document kind of allocation histories: memory snapshots of PyTorch, allocator events of an XSpace, and device
/// memory profiles of JAX.
DocumentKind historyKind();

} // namespace tidemark
