#include "core/xla/reports/live_range_report.h"

#include "core/base/text.h"
#include "core/xla/reports/allocation_line.h"

#include <unordered_map>

namespace tidemark {
namespace {

enum class Section { Other, Ranges, Peak };

class RangeReader
{
public:
    RangeReader(ReportLines& lines, CompilerReport& report)
        : m_lines(lines)
        , m_report(report)
    { }

    void read()
    {
        while (m_lines.next()) {
            const std::string_view line = m_lines.line();
            if (line.starts_with("    "))
                readEntry(m_lines.trimmedLine());
            else if (line.starts_with("  "))
                readHeading(m_lines.trimmedLine());
            else if (!m_lines.trimmedLine().empty())
                return m_lines.putBack();
        }
    }

private:
    void readHeading(std::string_view line)
    {
        m_section = Section::Other;
        TextCursor cursor(line);
        if (line == "BufferLiveRange:") {
            m_section = Section::Ranges;
        } else if (cursor.take("Live ranges at ")) {
            m_peak = takeCount(cursor);
            m_section = Section::Peak;
        } else if (line != "InstructionSequence:" && !line.starts_with("Stack trace breakdown")) {
            m_lines.leaveOut("is no heading of live ranges");
        }
    }

    void readEntry(std::string_view line)
    {
        if (m_section == Section::Ranges)
            addRange(line);
        else if (m_section == Section::Peak)
            addSize(line);
    }

    /// "fusion.2{1}:3-14"
    void addRange(std::string_view line)
    {
        const std::size_t colon = line.rfind(':');
        const auto name = readValueName(line.substr(0, colon));
        TextCursor cursor(colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1));
        const auto begin = takeCount(cursor);
        const auto end = begin && cursor.take("-") ? takeCount(cursor) : std::nullopt;
        if (!name || !end || !cursor.isAtEnd())
            return m_lines.leaveOut("is no live range");
        if (*end < *begin)
            return m_lines.leaveOut("is a live range that ends before it begins");
        if (!m_known.try_emplace(line.substr(0, colon), m_report.ranges.size()).second)
            return m_lines.leaveOut("is a second live range of a value");
        m_report.ranges.push_back({name->name, name->path, *begin, *end, std::nullopt});
    }

    /// "fusion.2{1}: 16 bytes (cumulative: 48 bytes)"
    void addSize(std::string_view line)
    {
        const std::size_t colon = line.find(": ");
        TextCursor cursor(colon == std::string_view::npos ? std::string_view() : line.substr(colon + 2));
        const auto size = takeCount(cursor);
        const auto sum = size && cursor.take(" bytes (cumulative: ") ? takeCount(cursor) : std::nullopt;
        if (!sum || !cursor.take(" bytes)"))
            return m_lines.leaveOut("is no size of a value");
        m_sum += static_cast<std::uint64_t>(*size);
        if (m_sum != static_cast<std::uint64_t>(*sum))
            m_report.warnings.add("unequal-total",
                                  "The sizes up to line " + groupedNumber(static_cast<std::int64_t>(m_lines.number()))
                                      + " are not what the report says they add up to: one is wrong or missing.");
        m_sum = static_cast<std::uint64_t>(*sum);
        const auto known = m_known.find(line.substr(0, colon));
        if (known == m_known.end())
            return m_lines.leaveOut("is the size of a value without a live range");
        ReportedRange& range = m_report.ranges[known->second];
        if (range.size || !m_peak || *m_peak < range.begin || *m_peak > range.end)
            return m_lines.leaveOut("is the size of a value that does not live there, or comes twice");
        range.size = *size;
    }

    ReportLines& m_lines;
    CompilerReport& m_report;
    std::unordered_map<std::string_view, std::size_t> m_known; // ranges by the value's name and path, as printed
    Section m_section = Section::Other;
    std::optional<std::int64_t> m_peak;
    std::uint64_t m_sum = 0;
};

} // namespace

void readLiveRanges(ReportLines& lines, CompilerReport& report)
{
    RangeReader(lines, report).read();
}

Result<CompilerReport> readLiveRangeReport(std::string_view text)
{
    CompilerReport report;
    ReportLines lines(text, report.warnings);
    while (lines.next())
        if (lines.trimmedLine().starts_with("HloLiveRange (max "))
            readLiveRanges(lines, report);
        else if (!lines.trimmedLine().empty())
            lines.leaveOut("is none that live ranges have");
    if (report.ranges.empty())
        return Error{
            ErrorKind::Malformed,
            "the report has no live range that can be read. "
                + (report.warnings.empty() ? std::string("Dump it again.") : report.warnings.list().front().describe()),
            std::nullopt};
    return report;
}

std::optional<Error> takeValuesAtPeak(CompilerReport& report)
{
    for (const ReportedRange& range : report.ranges) {
        if (!range.size)
            continue;
        ReportedAllocation allocation;
        allocation.index = static_cast<std::int64_t>(report.allocations.size());
        allocation.size = *range.size;
        ReportedValue value;
        value.name = range.name;
        value.path = range.path;
        value.size = *range.size;
        allocation.values.push_back(value);
        report.allocations.push_back(std::move(allocation));
    }
    if (report.allocations.empty())
        return Error{ErrorKind::Unsupported,
                     "the report has live ranges of values, but no size of any. Open it with the "
                     "-buffer-assignment.txt of the same module beside it.",
                     std::nullopt};
    report.gaps.kinds = report.gaps.places = report.gaps.padding = true;
    const std::size_t left = report.ranges.size() - report.allocations.size();
    report.gaps.notices.add(
        "no-allocations",
        "A report of live ranges has no allocations, offsets and memory spaces, and sizes, without padding, only of "
        "what lives at the peak"
            + (left == 0 ? std::string(".")
                         : ": " + groupedNumber(static_cast<std::int64_t>(left)) + " of "
                       + groupedNumber(static_cast<std::int64_t>(report.ranges.size()))
                       + " values have none and are left out, so that elsewhere more is occupied than shown.")
            + " The -buffer-assignment.txt of the same module, laid beside it, has the rest.");
    return std::nullopt;
}

} // namespace tidemark
