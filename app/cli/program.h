#pragma once

#include "core/view/document_kind.h"

namespace tidemark::cli {

/// The whole command line over documents of these kinds. Returns the exit status; data go to stdout, the rest to
/// stderr.
int run(int argc, const char* const* argv, const DocumentKinds& kinds);

} // namespace tidemark::cli
