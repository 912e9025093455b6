#pragma once

#include "core/text/amount.h"
#include "core/text/text_cursor.h"
#include "core/xla/reports/compiler_report.h"

#include <optional>

namespace tidemark::xla {

/// A line that describes an allocation, as BufferAllocation::ToShortString of xla/service/buffer_assignment.cc writes
/// it: "allocation 3: size 4096, color 1, parameter 0, shape |f32[8]| at ShapeIndex {}, maybe-live-out:". The size may
/// be rounded.
struct AllocationLine {
    ReportedAllocation allocation;
    Amount size;
    std::string_view unknown; // the first attribute that is not known; empty when all are
};
std::optional<AllocationLine> readAllocationLine(std::string_view line);

/// Returns the path in "{1,0}" without its braces. The text may be empty. Returns nullopt when it is not a path into a
/// shape.
std::optional<std::string_view> readPath(std::string_view text);

/// The name of a value, "fusion.2{1,0}": the name and the path without its braces. nullopt for other text.
struct ValueName {
    std::string_view name;
    std::string_view path;
};
std::optional<ValueName> readValueName(std::string_view text);

/// Returns the numbers of a path; none when it is empty.
std::vector<std::int64_t> pathNumbers(std::string_view path);

} // namespace tidemark::xla
