#pragma once

#include "core/text/amount.h"
#include "core/text/text_cursor.h"
#include "core/xla/reports/compiler_report.h"

#include <optional>

namespace tidemark {

/// "allocation 3: size 4096, color 1, parameter 0, shape |f32[8]| at ShapeIndex {}, maybe-live-out:" as
/// BufferAllocation::ToShortString of xla/service/buffer_assignment.cc writes it, with a size that may be rounded.
struct AllocationLine {
    ReportedAllocation allocation;
    Amount size;
    std::string_view unknown; // the first attribute that is none of the known ones; empty: all are known
};
std::optional<AllocationLine> readAllocationLine(std::string_view line);

/// Digits alone, at most 18 of them.
std::optional<std::int64_t> takeCount(TextCursor& cursor);

/// Everything before `end`, which is taken, too; nothing is taken where that is not there.
std::optional<std::string_view> takeUntil(TextCursor& cursor, std::string_view end);

/// "{1,0}" without its brackets; nothing for what is no path into a shape. There may be none.
std::optional<std::string_view> readPath(std::string_view text);

/// "fusion.2{1,0}": the name and, without brackets, the path. Nothing for what is no such name.
struct ValueName {
    std::string_view name;
    std::string_view path;
};
std::optional<ValueName> readValueName(std::string_view text);

/// Numbers between commas, none for an empty path.
std::vector<std::int64_t> pathNumbers(std::string_view path);

} // namespace tidemark
