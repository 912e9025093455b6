#include "core/base/notes.h"
#include "core/base/text.h"
#include "core/xla/reports/report_lines.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

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

/// Reads the section after the line "HloLiveRange (max 3):": the live ranges of values, and the sizes of those live at
/// the peak. Stops before the first line that does not belong to it.
void readLiveRanges(ReportLines& lines, CompilerReport& report)
{
    RangeReader(lines, report).read();
}

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
            m_report.gaps.notices.add(note::kNoTotal,
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

Result<CompilerReport> readLiveRangeReport(std::string_view text)
{
    CompilerReport report;
    ReportLines lines(text, report.warnings);
    while (lines.next())
        if (lines.trimmedLine().starts_with("HloLiveRange (max "))
            readLiveRanges(lines, report);
        else if (!lines.trimmedLine().empty())
            lines.leaveOut("is not a line of a live range report");
    if (report.ranges.empty())
        return unreadable("the report has no live range", report.warnings);
    return report;
}

Result<void> takeValuesAtPeak(CompilerReport& report)
{
    for (const ReportedRange& range : report.ranges) {
        if (!range.size)
            continue;
        ReportedAllocation& allocation = report.allocations.emplace_back();
        allocation.index = static_cast<std::int64_t>(report.allocations.size()) - 1;
        allocation.size = *range.size;
        ReportedValue& value = allocation.values.emplace_back();
        value.name = range.name;
        value.path = range.path;
        value.size = *range.size;
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
