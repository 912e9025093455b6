#pragma once

#include "core/oom/report.h"
#include "core/report/table.h"

#include <string_view>
#include <utility>
#include <vector>

namespace tidemark::oom {

/// The cells of a report, a figure, an allocation and a check with their column names, the same in all formats.
using NamedCells = std::vector<std::pair<const char*, Cell>>;

NamedCells cellsOf(std::string_view path, const Report& report);
NamedCells cellsOf(const Figure& figure);
NamedCells cellsOf(const Allocation& allocation);
NamedCells cellsOf(const Check& check);

} // namespace tidemark::oom
