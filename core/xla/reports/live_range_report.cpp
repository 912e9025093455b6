#include "core/xla/reports/live_range_report.h"

#include "core/base/notes.h"
#include "core/base/text.h"
#include "core/xla/reports/allocation_line.h"

#include <algorithm>
#include <unordered_map>

namespace tidemark::xla {
namespace {

enum class Section { Other, Instructions, Ranges, Peak };

/// Adds numbers and limits the sum to 2^62, which no program reaches.
std::int64_t added(std::int64_t sum, std::int64_t bytes)
{
    constexpr std::int64_t kMost = std::int64_t{1} << 62;
    return bytes > kMost - sum ? kMost : sum + bytes;
}

/// Reads "43 401 404 bytes". Returns 0 for other text.
std::int64_t takeSpacedCount(std::string_view text)
{
    std::string digits(text.substr(0, text.find(" bytes")));
    std::erase(digits, ' ');
    TextCursor cursor(digits);
    return takeCount(cursor).value_or(0);
}

class RangeReader
{
public:
    RangeReader(ReportLines& lines, CompilerReport& report)
        : m_lines(lines)
        , m_report(report)
    { }

    void read()
    {
        TextCursor head(m_lines.trimmedLine());
        m_steps = takeCountAfter(head, "HloLiveRange (max ");
        readLines();
        if (!m_steps || m_isRangeLost)
            reportMissing("a line cannot be read");
        else if (m_instructions != *m_steps)
            reportMissing("it lists " + groupedNumber(m_instructions) + " of " + groupedNumber(*m_steps)
                          + " instructions");
        else if (!m_report.peakStep)
            reportMissing("it ends before the values that are live at the peak");
        else if (m_lastEnd != *m_steps)
            reportMissing("the program has " + groupedNumber(*m_steps) + " steps, and the last range ends at "
                          + groupedNumber(m_lastEnd));
        if (m_report.peakStep)
            m_report.gaps.totals.push_back(
                {.stated = std::max(m_statedTotal, m_sum), .listed = m_listed, .of = "values at the peak"});
    }

private:
    void readLines()
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

    void reportMissing(const std::string& why) { m_report.gaps.peak = "the report of live ranges lacks some: " + why; }

    void readHeading(std::string_view line)
    {
        m_section = Section::Other;
        TextCursor cursor(line);
        if (line == "BufferLiveRange:") {
            m_section = Section::Ranges;
        } else if (cursor.take("Live ranges at ")) {
            m_report.peakStep = takeCount(cursor);
            m_section = Section::Peak;
        } else if (line == "InstructionSequence:") {
            m_section = Section::Instructions;
        } else if (cursor.take("Stack trace breakdown for peak usage: ")) {
            m_statedTotal = takeSpacedCount(cursor.rest());
        } else {
            m_isRangeLost = m_isRangeLost || !m_report.peakStep;
            m_lines.leaveOut("is no heading of live ranges");
        }
    }

    void readEntry(std::string_view line)
    {
        if (m_section == Section::Instructions)
            ++m_instructions;
        else if (m_section == Section::Ranges)
            m_isRangeLost = !addRange(line) || m_isRangeLost;
        else if (m_section == Section::Peak)
            addSize(line);
    }

    /// Reads "fusion.2{1}:3-14". Returns false if the line is left out.
    bool addRange(std::string_view line)
    {
        const std::size_t colon = line.rfind(':');
        const auto name = readValueName(line.substr(0, colon));
        TextCursor cursor(colon == std::string_view::npos ? std::string_view() : line.substr(colon + 1));
        const auto begin = takeCount(cursor);
        const auto end = takeCountAfter(cursor, "-");
        if (!name || !begin || !end || !cursor.isAtEnd())
            return leaveOut("is no live range");
        if (*end < *begin)
            return leaveOut("is a live range that ends before it begins");
        if (!m_known.try_emplace(line.substr(0, colon), m_report.ranges.size()).second)
            return leaveOut("is a second live range of a value");
        m_report.ranges.push_back({name->name, name->path, *begin, *end, std::nullopt});
        m_lastEnd = std::max(m_lastEnd, *end);
        return true;
    }

    bool leaveOut(std::string_view why)
    {
        m_lines.leaveOut(why);
        return false;
    }

    /// "fusion.2{1}: 16 bytes (cumulative: 48 bytes)"
    void addSize(std::string_view line)
    {
        const std::size_t colon = line.find(": ");
        TextCursor cursor(colon == std::string_view::npos ? std::string_view() : line.substr(colon + 2));
        const auto size = takeCount(cursor);
        const auto sum = takeCountAfter(cursor, " bytes (cumulative: ");
        if (!size || !sum || !cursor.take(" bytes)"))
            return m_lines.leaveOut("is no size of a value");
        m_listed = added(m_listed, *size);
        if (added(m_sum, *size) != *sum)
            m_report.warnings.add("unequal-total",
                                  "The sizes up to line " + groupedNumber(static_cast<std::int64_t>(m_lines.number()))
                                      + " add up to " + groupedNumber(added(m_sum, *size)) + " bytes, the report says "
                                      + groupedNumber(*sum) + ": one is wrong or missing.");
        m_sum = *sum;
        const auto known = m_known.find(line.substr(0, colon));
        if (known == m_known.end())
            return m_lines.leaveOut("is the size of a value without a live range");
        ReportedRange& range = m_report.ranges[known->second];
        if (range.size || !m_report.peakStep || !range.isLiveAt(*m_report.peakStep))
            return m_lines.leaveOut("is the size of a value that does not live there, or comes twice");
        range.size = *size;
    }

    ReportLines& m_lines;
    CompilerReport& m_report;
    std::unordered_map<std::string_view, std::size_t> m_known; // ranges by the value's name and path, as printed
    Section m_section = Section::Other;
    std::optional<std::int64_t> m_steps; // instructions of the program
    std::int64_t m_instructions = 0; // number of listed instructions
    std::int64_t m_lastEnd = 0; // the largest end of a range
    bool m_isRangeLost = false;
    // The following members are about the values that are live at the peak. Unit: bytes.
    std::int64_t m_sum = 0; // the report's last cumulative sum
    std::int64_t m_listed = 0;
    std::int64_t m_statedTotal = 0; // the total after the list
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
        return unreadable("the report has no live range", report.warnings);
    return report;
}

Result<void> takeValuesAtPeak(CompilerReport& report)
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
                     "the report has live ranges of values, but no sizes. "
                         + framed("It is cut or damaged: ", report.gaps.peak, ". ")
                         + "Open it together with the -buffer-assignment.txt of the same module, in the same folder.",
                     std::nullopt};
    const auto isWithout = [&](const ReportedRange& range) { return !range.size && range.isLiveAt(*report.peakStep); };
    if (!std::ranges::all_of(report.gaps.totals, &ReportedTotal::addsUp))
        report.gaps.peak = "the sizes at the peak do not add up to the total of the report";
    else if (report.gaps.peak.empty() && std::ranges::any_of(report.ranges, isWithout))
        report.gaps.peak = "the report lacks sizes of values that are live at the peak";
    else if (report.gaps.peak.empty())
        report.gaps.peak = "the sizes in the report are without padding";
    report.gaps.kinds = report.gaps.places = report.gaps.padding = report.gaps.allocations = true;
    std::string leftOut;
    if (const std::size_t left = report.ranges.size() - report.allocations.size(); left > 0)
        leftOut = ": " + groupedNumber(static_cast<std::int64_t>(left)) + " of "
            + groupedNumber(static_cast<std::int64_t>(report.ranges.size()))
            + " values have no size and are left out, so more memory is occupied at other steps than is shown";
    report.gaps.notices.add(
        note::kNoAllocations,
        "A report of live ranges has no allocations, offsets and memory spaces. It has sizes, without padding, only for "
        "values that are live at the peak"
            + leftOut + ". The -buffer-assignment.txt of the same module has the rest. Put it into the same folder.");
    return {};
}

} // namespace tidemark::xla
