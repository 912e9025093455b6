#include "core/xla/reports/assignment_report.h"

#include "core/base/text.h"
#include "core/xla/reports/allocation_line.h"
#include "core/xla/reports/live_range_report.h"
#include "core/xla/reports/report_lines.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace tidemark::xla {
namespace {

/// "<12 fusion.2{0} (phi) @1> (size=512,offset=0): f32[8]{0}"
std::optional<ReportedValue> readValue(std::string_view text)
{
    ReportedValue value;
    TextCursor cursor(text);
    if (!cursor.take("<"))
        return std::nullopt;
    value.id = takeCount(cursor);
    if (!value.id || !cursor.take(" "))
        return std::nullopt;
    const auto name = readValueName(cursor.takeWhile([](char c) { return c != ' ' && c != '>'; }, 1));
    if (!name)
        return std::nullopt;
    value.name = name->name;
    value.path = name->path;
    cursor.take(" (phi)");
    value.color = cursor.take(" @") ? takeCount(cursor).value_or(-1) : 0;
    const auto size = takeCountAfter(cursor, "> (size=");
    const auto offset = takeCountAfter(cursor, ",offset=");
    if (!size || !offset || value.color < 0 || !cursor.take("): "))
        return std::nullopt;
    value.size = *size;
    value.offset = *offset;
    value.shape = cursor.rest();
    return value;
}

class AssignmentReader
{
public:
    explicit AssignmentReader(std::string_view text)
        : m_lines(text, m_report.warnings)
    { }

    Result<CompilerReport> read()
    {
        while (m_lines.next())
            readLine(m_lines.trimmedLine());
        if (m_report.allocations.empty())
            return unreadable("the buffer assignment has no allocation", m_report.warnings);
        const std::string ranges = std::exchange(m_report.gaps.peak, {}); // the faults of the live ranges
        checkTotal();
        checkNumbers();
        if (m_lines.isDamaged())
            m_report.gaps.peak = "lines of the buffer assignment are damaged or missing";
        m_report.gaps.allocations = !m_report.gaps.peak.empty();
        if (m_report.gaps.peak.empty())
            m_report.gaps.peak = ranges;
        return std::move(m_report);
    }

private:
    void readLine(std::string_view line)
    {
        if (line.starts_with("allocation "))
            return addAllocation(line);
        if (line.starts_with("HloLiveRange (max ")) {
            readLiveRanges(m_lines, m_report);
        } else if (line.starts_with("Total bytes used: ")) {
            TextCursor cursor(line.substr(line.find(": ") + 2));
            m_total = takeCount(cursor);
            m_isOfValues = false;
        } else if (line == "Used values:" || line == "BufferAssignment stats:") {
            m_isBetween = true; // these sections list the values again
        } else if (line.starts_with("value: ") && !m_isBetween) {
            addValue(line.substr(line.find(' ') + 1));
        } else if (!m_isBetween && !line.empty() && line != "BufferAssignment:") {
            m_lines.leaveOut("does not belong in a buffer assignment");
        }
    }

    void addAllocation(std::string_view line)
    {
        m_isBetween = false;
        auto read = readAllocationLine(line);
        m_isOfValues = read && read->size.rounding == 0;
        if (!m_isOfValues)
            return m_lines.leaveOut("is no allocation");
        if (!m_indices.insert(read->allocation.index).second) {
            m_isOfValues = false;
            return m_lines.leaveOut("has the number of another allocation");
        }
        if (!read->unknown.empty())
            m_report.warnings.add("unknown-attribute",
                                  "Line " + groupedNumber(static_cast<std::int64_t>(m_lines.number()))
                                      + " calls an allocation \"" + printable(read->unknown)
                                      + "\", which is unknown; the rest of the line counts.");
        m_report.allocations.push_back(std::move(read->allocation));
    }

    void addValue(std::string_view text)
    {
        auto value = readValue(text);
        if (!value)
            return m_lines.leaveOut("is no value");
        if (!m_isOfValues)
            return m_lines.leaveOut("is a value of an allocation that cannot be read");
        if (!m_ids.insert(*value->id).second)
            return m_lines.leaveOut("has the number of another value");
        m_report.allocations.back().values.push_back(*value);
    }

    void checkTotal()
    {
        std::int64_t sum = 0;
        for (const ReportedAllocation& allocation : m_report.allocations)
            sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum)
                                            + static_cast<std::uint64_t>(allocation.size));
        if (!m_total)
            return;
        m_report.gaps.totals.push_back({*m_total, sum});
        if (*m_total != sum)
            m_report.gaps.peak = "the allocations do not add up to the total of the report";
        if (*m_total != sum)
            m_report.warnings.add("unequal-total",
                                  "The report states a total of " + groupedNumber(*m_total)
                                      + " bytes; its allocations have " + groupedNumber(sum) + ".");
    }

    /// Compilers number allocations without gaps and list all of them.
    void checkNumbers()
    {
        const std::int64_t last = std::ranges::max(m_indices);
        const std::int64_t missing = last - static_cast<std::int64_t>(m_indices.size()) + 1;
        if (missing > 0) {
            m_report.gaps.peak = "allocations are not in the report";
            m_report.warnings.add(
                "missing-allocations",
                "The allocations have numbers up to " + std::to_string(last) + ", but " + groupedNumber(missing)
                    + " of them are not in the report: its lines are missing, and the program needs more "
                      "than is shown.");
        }
        if (!m_total)
            m_report.gaps.notices.add("no-total",
                                      "The report states no total. If its end is missing, the program needs more than "
                                      "is shown.");
    }

    CompilerReport m_report;
    ReportLines m_lines;
    std::unordered_set<std::int64_t> m_indices;
    std::unordered_set<std::int64_t> m_ids;
    std::optional<std::int64_t> m_total;
    bool m_isOfValues = false; // the last allocation could be read, and its values follow
    bool m_isBetween = false;
};

} // namespace

Result<CompilerReport> readAssignmentReport(std::string_view text)
{
    return AssignmentReader(text).read();
}

} // namespace tidemark::xla
