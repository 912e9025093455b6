#include "core/xla/reports/usage_places.h"

#include "core/base/notes.h"
#include "core/base/text.h"
#include "core/xla/reports/allocation_line.h"

#include <algorithm>
#include <cstdlib>

namespace tidemark::xla::usage {
namespace {

/// Extends or shortens each place to the next place, or to the end of the allocation, if the difference is within the
/// rounding of its size.
void fitPlaces(ReportedAllocation& allocation)
{
    std::vector<std::int64_t> ends = {allocation.size};
    for (const ReportedValue& value : allocation.values)
        ends.push_back(value.offset);
    std::ranges::sort(ends);
    for (ReportedValue& value : allocation.values) {
        const auto end = std::ranges::upper_bound(ends, value.offset);
        if (end != ends.end() && std::abs(*end - value.offset - value.size) <= value.rounding)
            value.size = *end - value.offset;
    }
}

} // namespace

bool isHeading(std::string_view line)
{
    return line.starts_with("cumulative_size;");
}
bool isRule(std::string_view line)
{
    return line.starts_with("----------");
}
bool isRest(std::string_view line)
{
    return line.starts_with("The rest ");
}

std::optional<Place> readPlace(std::string_view row)
{
    Place place;
    TextCursor cursor(row);
    if (!takeUntil(cursor, "%);"))
        return std::nullopt;
    std::string_view rest = trimmedLeft(cursor.rest());
    const auto size = takeAmountWithUnit(rest);
    cursor = TextCursor(rest);
    if (!size || size->bytes < 0 || !cursor.take(";"))
        return std::nullopt;
    cursor.skipSpaces();
    const auto offset = takeCount(cursor);
    if (!offset || !cursor.take(";"))
        return std::nullopt;
    cursor.skipSpaces();
    const auto count = takeCount(cursor);
    if (!count || !cursor.take("; "))
        return std::nullopt;
    place.size = *size;
    place.count = *count;
    place.value.isNamed = false;
    place.value.name = cursor.rest();
    place.value.size = size->bytes;
    place.value.rounding = size->rounding;
    place.value.offset = *offset;
    // "4×f32[8]": all values have the same shape.
    TextCursor shapes(place.value.name);
    const auto alike = takeCount(shapes);
    const bool areAlike = alike && alike == count && shapes.take("×") && shapes.rest().find("×") == shapes.rest().npos;
    if (*count == 1 || areAlike)
        place.value.shape = areAlike ? shapes.rest() : place.value.name;
    return place;
}

void reportSizes(const std::map<std::int64_t, Space>& spaces, bool isOfAll, CompilerReport& report)
{
    for (const auto& [color, space] : spaces) {
        const auto memory = isOfAll ? std::nullopt : std::optional(color);
        const std::string of = isOfAll ? "The program" : "The memory space";
        if (space.mostRounding > 0)
            report.gaps.notices.add(
                note::kRoundedSizes,
                "Sizes are as the report rounds them, each by up to " + groupedNumber(space.mostRounding) + " bytes."
                    + (space.total ? " " + of + " has exactly " + groupedNumber(*space.total) + " bytes."
                                   : std::string()),
                std::nullopt, memory);
        // Source: MemoryUsageReport of xla/service/buffer_assignment.cc, whose more_than_k is 50.
        constexpr std::size_t kMostListed = 50;
        if (space.count > kMostListed)
            report.gaps.notices.add(note::kRestNotListed,
                                    "Of more than 50 allocations the compiler leaves out the small ones: there may be "
                                    "more than are shown.",
                                    std::nullopt, memory);
        if (space.isCut)
            report.gaps.notices.add(note::kRestNotListed,
                                    "Of more than 50 places in an allocation the compiler leaves out the small ones: "
                                    "there are more than are shown.",
                                    std::nullopt, memory);
        const bool isPartial = space.isCut || space.count > kMostListed;
        if (!space.total) {
            report.gaps.peak = isPartial ? "the report leaves small ones out" : "the report says no total";
            continue;
        }
        report.gaps.totals.push_back({.stated = *space.total,
                                      .listed = space.listed.bytes,
                                      .rounding = space.listed.rounding,
                                      .memory = memory,
                                      .isPartial = isPartial});
        if (mayBeEqual({*space.total, 0}, space.listed))
            continue;
        report.gaps.peak = "the entries of the report do not add up to its total";
        Warnings& warnings = isPartial ? report.gaps.notices : report.warnings;
        warnings.add(
            isPartial ? note::kUnlistedRest : "unequal-total",
            of + " has " + groupedNumber(*space.total) + " bytes by the total of the report, but its entries add up to "
                + groupedNumber(space.listed.bytes)
                + (space.listed.bytes < *space.total ? ": entries are missing." : ": one of the two is wrong."),
            std::nullopt, memory);
    }
}

void endReading(CompilerReport& report)
{
    report.gaps.padding = true;
    report.gaps.values = true;
    std::ranges::for_each(report.allocations, fitPlaces);
}

void reportGaps(CompilerReport& report)
{
    report.gaps.notices.add(
        note::kNoKinds,
        "A memory usage report does not state the kinds of allocations, "
        "and names few of the values in them. Values that use one place at different times are one row, which is named "
        "by their shapes.");
}

} // namespace tidemark::xla::usage
