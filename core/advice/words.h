#pragma once

#include "core/view/rows.h"

#include <functional>
#include <string>
#include <vector>

namespace tidemark {

/// "a", "a and b", "a, b and 7 more". REQUIRES: at least one
std::string namesOf(const std::vector<RowId>& rows, const std::function<std::string(RowId)>& name);

/// Runs of digits as "#": layers say what they do by the same name, but for their numbers.
std::string withoutNumbers(const std::string& path);

} // namespace tidemark
