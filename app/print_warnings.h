#pragma once

#include "core/base/text.h"
#include "core/base/warnings.h"

#include <iostream>

namespace tidemark {

/// Prints each warning to stderr on its own line.
inline void printWarnings(const Warnings& warnings)
{
    for (const Warning& warning : warnings.list())
        std::cerr << "warning: " << printableLines(warning.describe()) << '\n';
}

} // namespace tidemark
