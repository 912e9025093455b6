#pragma once

#include "core/text/amount.h"
#include "core/xla/reports/compiler_report.h"

#include <map>

/// The parts that both formats of a memory usage report have: tables of places, and totals of memory spaces.
namespace tidemark::xla::usage {

bool isHeading(std::string_view line);
bool isRule(std::string_view line);
/// Returns whether the line sums places that are not listed because they are small.
bool isRest(std::string_view line);

/// A place in an allocation: "1.25MiB( 33%); 1.25MiB; 1310720; 2; 2×u32[327680]".
struct Place {
    ReportedValue value;
    Amount size;
    std::int64_t count = 0; // of values that take turns in this place
};
std::optional<Place> readPlace(std::string_view row);

/// The entries of a memory space, and the totals that the report states about it.
struct Space {
    Amount listed;
    std::int64_t mostRounding = 0;
    std::optional<std::int64_t> total;
    std::size_t count = 0; // of allocations
    bool isCut = false; // places are left out
};

/// Adds notices about rounding and about sums that contradict the report even with rounding. `isOfAll`: the totals are
/// those of the program, not of one memory space.
void reportSizes(const std::map<std::int64_t, Space>& spaces, bool isOfAll, CompilerReport& report);

/// Adds the notice that the report has no kinds of allocations and no names of values.
void reportGaps(CompilerReport& report);

/// Completes the report after all places have been read: sets the gaps that all usage reports have, and extends places
/// by at most their rounding to the next one.
void endReading(CompilerReport& report);

} // namespace tidemark::xla::usage
