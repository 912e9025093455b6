#pragma once

#include "core/text/amount.h"
#include "core/xla/reports/compiler_report.h"

#include <map>

/// What both forms of a memory usage report have: tables of places, and totals of memory spaces.
namespace tidemark::usage {

bool isHeading(std::string_view line);
bool isRule(std::string_view line);
/// What is not listed as it is small.
bool isRest(std::string_view line);

/// A place in an allocation: "1.25MiB( 33%); 1.25MiB; 1310720; 2; 2×u32[327680]".
struct Place {
    ReportedValue value;
    Amount size;
    std::int64_t count = 0; // of values that lie there in turn
};
std::optional<Place> readPlace(std::string_view row);

/// What was read of one memory space, and what the report says of it.
struct Space {
    Amount listed;
    std::int64_t mostRounding = 0;
    std::optional<std::int64_t> total;
    std::size_t count = 0; // of allocations
    bool isCut = false; // places are left out
};

/// Says what is rounded, and what of it does not add up even so. `isOfAll`: totals are those of the program.
void tellSizes(const std::map<std::int64_t, Space>& spaces, bool isOfAll, CompilerReport& report);

/// That kinds of allocations and names of values are not told.
void tellGaps(CompilerReport& report);

/// Each place is a row of its own.
void endReading(CompilerReport& report);

} // namespace tidemark::usage
