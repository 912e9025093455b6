#pragma once

#include "core/view/document_kind.h"

namespace tidemark::cli {

/// Runs the command line for documents of these kinds. Returns the exit status. Data go to stdout, everything else to
/// stderr.
int run(int argc, const char* const* argv, const DocumentKinds& kinds);

} // namespace tidemark::cli
