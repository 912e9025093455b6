#pragma once

#include "core/base/warnings.h"

#include <string>
#include <vector>

namespace tidemark::test {

/// Returns "unread-line 3" for each warning: its code and its count.
inline std::vector<std::string> codesIn(const Warnings& warnings)
{
    std::vector<std::string> codes;
    for (const Warning& warning : warnings.list())
        codes.push_back(warning.code + " " + std::to_string(warning.count));
    return codes;
}

} // namespace tidemark::test
