#pragma once

#include "core/view/document_kind.h"

namespace tidemark {

/// Messages about memory that ran out, in text of any kind: a log, or what somebody saved of one. A text is known by
/// what it holds. Of a long one the beginning alone is looked at before it is opened, so that it opens, or fails to, by
/// one reading at the speed of a search; of a short one all of it.
DocumentKind oomKind();

} // namespace tidemark
