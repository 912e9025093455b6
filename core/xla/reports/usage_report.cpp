#include "core/xla/reports/usage_report.h"

#include "core/base/text.h"
#include "core/xla/reports/allocation_line.h"
#include "core/xla/reports/report_lines.h"
#include "core/xla/reports/usage_places.h"

#include <algorithm>
#include <unordered_map>

namespace tidemark::xla {
namespace {

using namespace usage;

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
            return m_lines.leaveOut("is none that a memory usage report has");
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

} // namespace

Result<CompilerReport> readUsageReport(std::string_view text)
{
    return UsageReader(text).read();
}

} // namespace tidemark::xla
