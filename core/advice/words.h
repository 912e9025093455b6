#pragma once

#include "core/base/text.h"
#include "core/view/finding.h"
#include "core/view/rows.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tidemark {

/// "1 array", "1,234 arrays"
std::string groupedCount(std::uint64_t count, std::string_view one, std::string_view many);
inline std::string groupedCount(std::uint64_t count, const std::string& one)
{
    return groupedCount(count, one, one + "s");
}

/// Sets whether the program then fits. `beyond` is the part of `needed` that is not in the peak, and `name` what it is:
/// "of fragmentation".
void judge(Finding& finding, std::int64_t needed, std::int64_t capacity, std::int64_t beyond, const std::string& name);

/// Lists names: "a", "a and b", "a, b and 1,234 more". REQUIRES: at least one
std::string namesOf(const std::vector<RowId>& rows, const std::function<std::string(RowId)>& name);

} // namespace tidemark
