#include "core/base/notes.h"
#include "core/base/text.h"
#include "core/wire/wire_reader.h"
#include "core/xla/reports/report_lines.h"
#include "proto/hlo.pb.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <unordered_map>
#include <utility>

namespace tidemark::xla {
namespace {

using proto::MemoryUsageReportProto;

/// A place in an allocation: "1.25MiB( 33%); 1.25MiB; 1310720; 2; 2×u32[327680]".
struct Place {
    ReportedValue value;
    Amount size;
    std::int64_t count = 0; // of values that take turns in this place
};

/// The entries of a memory space, and the totals that the report states about it.
struct Space {
    Amount listed;
    std::int64_t mostRounding = 0;
    std::optional<std::int64_t> total;
    std::size_t count = 0; // of allocations
    bool isCut = false; // places are left out
};

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

bool isHeading(std::string_view line)
{
    return line.starts_with("cumulative_size;");
}

bool isRule(std::string_view line)
{
    return line.starts_with("----------");
}

/// Returns whether the line sums places that are not listed because they are small.
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

/// Adds notices about rounding and about sums that contradict the report even with rounding. `isOfAll`: the totals are
/// those of the program, not of one memory space.
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

/// Completes the report after all places have been read: sets the gaps that all usage reports have, and extends places
/// by at most their rounding to the next one.
void endReading(CompilerReport& report)
{
    report.gaps.padding = true;
    std::ranges::for_each(report.allocations, fitPlaces);
}

/// Adds the notice that the report has no kinds of allocations and no names of values.
void reportGaps(CompilerReport& report)
{
    report.gaps.notices.add(
        note::kNoKinds,
        "A memory usage report does not state the kinds of allocations, "
        "and names few of the values in them. Values that use one place at different times are one row, which is named "
        "by their shapes.");
}

/// The size of an allocation, as its places show it.
struct Extent {
    std::int64_t end = 0; // the end of the last place
    std::int64_t rounding = 0; // of the last place's size
};

void addPlace(const Place& place, ReportedAllocation& allocation, Extent& extent)
{
    constexpr std::int64_t kMost = std::int64_t{1} << 62;
    allocation.values.push_back(place.value);
    const std::int64_t end
        = place.size.bytes > kMost - place.value.offset ? kMost : place.value.offset + place.size.bytes;
    if (end >= extent.end)
        extent = {end, place.size.rounding};
}

class UsageReader
{
public:
    explicit UsageReader(std::string_view text)
        : m_lines(text, m_report.warnings)
    { }

    Result<CompilerReport> read()
    {
        while (m_lines.next())
            readLine(m_lines.trimmedLine());
        endAllocation();
        if (m_report.allocations.empty())
            return unreadable("the memory usage report has no allocation", m_report.warnings);
        m_report.gaps.allocations = true;
        reportSizes(m_spaces, m_isList, m_report);
        if (m_lines.isDamaged())
            m_report.gaps.peak = "lines of the report are damaged or missing";
        endReading(m_report);
        m_report.gaps.kinds = !m_isList;
        if (!m_isList)
            reportGaps(m_report);
        return std::move(m_report);
    }

private:
    void readLine(std::string_view line)
    {
        if (line.starts_with("Memory Space: "))
            beginSpace(line);
        else if (line.starts_with("Total bytes: ") || line.starts_with("Total bytes used: "))
            readTotal(line);
        else if (isHeading(line))
            beginTable();
        else if (isRest(line))
            m_spaces[m_color].isCut = true;
        else if (line.find("; allocation ") != std::string_view::npos)
            addAllocation(line.substr(line.find("; allocation ") + 2));
        else if (line.starts_with("allocation "))
            m_listed = addAllocation(line);
        else if (!line.empty() && !isRule(line) && !line.starts_with("Allocations sorted by size"))
            addRow(line);
    }

    void beginSpace(std::string_view line)
    {
        endAllocation();
        const std::size_t at = line.rfind("(color=");
        TextCursor cursor(line.substr(std::min(at, line.size())));
        const auto color = takeCountAfter(cursor, "(color=");
        m_isSpaceKnown = color.has_value();
        if (!color)
            return m_lines.leaveOut("names no memory space");
        m_color = *color;
    }

    void readTotal(std::string_view line)
    {
        m_isList = m_isList || line.starts_with("Total bytes used: ");
        m_isSpaceKnown = m_isSpaceKnown || m_isList;
        TextCursor cursor(line.substr(line.find(": ") + 2));
        const auto total = takeCount(cursor);
        if (!total || !cursor.take(" ("))
            return m_lines.leaveOut("is no total");
        m_spaces[m_color].total = *total;
    }

    /// In a list, a table follows the allocation to which it belongs, if the list has tables.
    void beginTable()
    {
        if (m_isList)
            return;
        endAllocation();
        m_isOfTable = true;
    }

    /// Returns the position of the allocation; nullopt when the line is not an allocation.
    std::optional<std::size_t> addAllocation(std::string_view line)
    {
        const auto read = readAllocationLine(line);
        if (!read || !m_isList) {
            m_lines.leaveOut("is no allocation");
            return std::nullopt;
        }
        // The list occurs twice, the second time with the values of each allocation.
        const auto [known, isNew] = m_positions.try_emplace(read->allocation.index, m_report.allocations.size());
        if (isNew) {
            m_report.allocations.push_back(read->allocation);
            count(read->size);
        }
        return known->second;
    }

    void addRow(std::string_view line)
    {
        const auto place = readPlace(line);
        if (!place)
            return m_lines.leaveOut("is not a line of a memory usage report");
        if (m_isList ? !m_listed : !m_isSpaceKnown || !m_isOfTable)
            return m_lines.leaveOut("is a place in an allocation that cannot be read");
        Space& space = m_spaces[m_color];
        space.mostRounding = std::max(space.mostRounding, place->size.rounding);
        if (m_isList) {
            m_report.allocations[*m_listed].values.push_back(place->value);
            return;
        }
        if (!m_isOpen) {
            ReportedAllocation allocation;
            allocation.index = static_cast<std::int64_t>(m_report.allocations.size());
            allocation.color = m_color;
            m_report.allocations.push_back(std::move(allocation));
            m_extent = {};
            m_isOpen = true;
        }
        addPlace(*place, m_report.allocations.back(), m_extent);
    }

    void endAllocation()
    {
        if (m_isOpen) {
            m_report.allocations.back().size = m_extent.end;
            count({m_extent.end, m_extent.rounding});
        }
        m_isOpen = false;
        m_isOfTable = false;
    }

    void count(Amount size)
    {
        Space& space = m_spaces[m_color];
        ++space.count;
        space.listed = space.listed + size;
        space.mostRounding = std::max(space.mostRounding, size.rounding);
    }

    CompilerReport m_report;
    ReportLines m_lines;
    std::map<std::int64_t, Space> m_spaces;
    std::unordered_map<std::int64_t, std::size_t> m_positions; // of allocations, by index
    std::optional<std::size_t> m_listed; // the allocation whose table follows
    std::int64_t m_color = 0;
    Extent m_extent;
    bool m_isList = false; // the format before 2026: one list
    bool m_isSpaceKnown = false;
    bool m_isOfTable = false;
    bool m_isOpen = false; // the last allocation is incomplete
};

class ProtoReader
{
public:
    explicit ProtoReader(std::string_view bytes)
        : m_bytes(bytes)
        , m_damage(bytes)
    { }

    Result<CompilerReport> read()
    {
        for (WireReader reader(m_bytes, m_damage); reader.next();)
            if (reader.field() == MemoryUsageReportProto::kSpacesFieldNumber && reader.isBytes())
                addSpace(reader.bytes());
        if (m_damage)
            return damagedError("the memory usage report", m_damage, ". Copy or dump it again.");
        if (m_report.allocations.empty())
            return Error{ErrorKind::Malformed, "the memory usage report has no allocation. Dump it again.",
                         std::nullopt};
        m_report.gaps.allocations = true;
        reportSizes(m_spaces, false, m_report);
        endReading(m_report);
        m_report.gaps.kinds = true;
        reportGaps(m_report);
        return std::move(m_report);
    }

private:
    using SpaceProto = MemoryUsageReportProto::Space;
    using AllocationProto = MemoryUsageReportProto::Allocation;

    void addSpace(std::string_view bytes)
    {
        std::int64_t color = 0;
        std::int64_t total = 0;
        const std::size_t first = m_report.allocations.size();
        for (WireReader reader(bytes, m_damage); reader.next();) {
            reader.store(SpaceProto::kColorFieldNumber, color);
            reader.store(SpaceProto::kTotalBytesFieldNumber, total);
            if (reader.field() == SpaceProto::kAllocationsFieldNumber && reader.isBytes())
                addAllocation(reader.bytes());
        }
        Space space;
        space.total = total;
        space.mostRounding = std::exchange(m_rounding, 0);
        space.isCut = std::exchange(m_isCut, false);
        space.count = m_report.allocations.size() - first;
        for (std::size_t i = first; i < m_report.allocations.size(); ++i) {
            m_report.allocations[i].color = color;
            space.listed = space.listed + Amount{m_report.allocations[i].size, 0};
        }
        if (m_report.allocations.size() > first)
            m_spaces[color] = space;
    }

    void addAllocation(std::string_view bytes)
    {
        ReportedAllocation allocation;
        std::string_view name;
        std::size_t names = 0;
        std::string_view table;
        for (WireReader reader(bytes, m_damage); reader.next();) {
            reader.store(AllocationProto::kIndexFieldNumber, allocation.index);
            reader.store(AllocationProto::kSizeFieldNumber, allocation.size);
            reader.store(AllocationProto::kValuesFieldNumber, name);
            reader.store(AllocationProto::kTableFieldNumber, table);
            if (reader.field() == AllocationProto::kValuesFieldNumber)
                ++names;
        }
        readTable(table, allocation);
        if (names == 1 && allocation.values.size() == 1)
            nameValue(name, allocation.values.front());
        m_report.allocations.push_back(std::move(allocation));
    }

    void readTable(std::string_view table, ReportedAllocation& allocation)
    {
        Warnings warnings; // with line and byte positions in the table
        for (ReportLines lines(table, warnings); lines.next();) {
            const std::string_view line = lines.trimmedLine();
            const auto place = readPlace(line);
            if (place) {
                allocation.values.push_back(place->value);
                m_rounding = std::max(m_rounding, place->size.rounding);
            } else if (isRest(line)) {
                m_isCut = true;
            } else if (!line.empty() && !isHeading(line) && !isRule(line)) {
                lines.leaveOut("is not a line of its table");
            }
        }
        for (const Warning& warning : warnings.list())
            m_report.warnings.add(
                warning.code, "In the table of allocation " + std::to_string(allocation.index) + ": " + warning.text,
                static_cast<std::uint64_t>(table.data() - m_bytes.data()));
    }

    /// "fusion.3 {1}"
    static void nameValue(std::string_view text, ReportedValue& value)
    {
        const std::size_t space = std::min(text.find(' '), text.size());
        const auto path = readPath(text.substr(std::min(space + 1, text.size())));
        if (space == 0 || !path)
            return;
        value.name = text.substr(0, space);
        value.path = *path;
        value.isNamed = true;
    }

    std::string_view m_bytes;
    Damage m_damage;
    CompilerReport m_report;
    std::map<std::int64_t, Space> m_spaces;
    // The following members are about the current memory space.
    std::int64_t m_rounding = 0;
    bool m_isCut = false;
};

} // namespace

Result<CompilerReport> readUsageReport(std::string_view text)
{
    return UsageReader(text).read();
}

Result<CompilerReport> readUsageProto(std::string_view bytes)
{
    return ProtoReader(bytes).read();
}

} // namespace tidemark::xla
