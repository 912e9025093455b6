#include "core/xla/reports/report_lines.h"

#include "core/base/text.h"

#include <algorithm>

namespace tidemark::xla {
namespace {

/// Returns the beginning of a line, for a message.
std::string beginning(std::string_view line)
{
    constexpr std::size_t kShown = 60;
    return line.size() <= kShown ? printable(line) : printable(line.substr(0, kShown)) + "…";
}

std::string lineText(std::uint64_t number)
{
    return "Line " + groupedNumber(static_cast<std::int64_t>(number));
}

bool isPath(std::string_view path)
{
    constexpr std::size_t kMostDigits = 9; // of one number
    constexpr std::ptrdiff_t kDeepest = 64;
    if (std::ranges::count(path, ',') >= kDeepest)
        return false;
    std::size_t digits = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
        const bool isComma = path[i] == ',' && digits > 0 && i + 1 < path.size();
        if (!isComma && !isDigit(path[i]))
            return false;
        digits = isComma ? 0 : digits + 1;
        if (digits > kMostDigits)
            return false;
    }
    return true;
}

/// Takes one attribute of an allocation. Returns false for an unknown or malformed one.
bool takeAttribute(TextCursor& cursor, ReportedAllocation& allocation)
{
    if (cursor.take("color ")) {
        const auto color = takeCount(cursor);
        allocation.color = color.value_or(0);
        return color.has_value();
    }
    if (cursor.take("page ")) // written by TPU compilers; always 0 so far
        return takeCount(cursor).has_value();
    if (cursor.take("parameter ")) {
        allocation.parameter = takeCount(cursor);
        return allocation.parameter.has_value();
    }
    if (cursor.take("shape |")) {
        if (!takeUntil(cursor, "| at ShapeIndex {"))
            return false;
        const auto path = takeUntil(cursor, "}");
        allocation.parameterPath = path.value_or(std::string_view());
        return path && isPath(*path);
    }
    if (cursor.take("output shape is |"))
        return takeUntil(cursor, "|").has_value();
    if (cursor.take("constant"))
        return allocation.isConstant = true;
    if (cursor.take("thread-local"))
        return allocation.isThreadLocal = true;
    if (cursor.take("maybe-live-out"))
        return allocation.isLiveOut = true;
    return cursor.take("preallocated-temp");
}

} // namespace

bool ReportLines::next()
{
    if (m_next >= m_text.size())
        return false;
    m_begin = m_next;
    ++m_number;
    const std::size_t end = m_text.find('\n', m_begin);
    if (end == std::string_view::npos) {
        m_next = m_text.size();
        m_isDamaged = true;
        m_warnings.add("cut-report",
                       lineText(m_number) + ", the last one, has no end: the report is cut there. The line \""
                           + beginning(m_text.substr(m_begin)) + "\" is left out. Copy or dump the report again.",
                       m_begin);
        return false;
    }
    m_next = end + 1;
    m_line = m_text.substr(m_begin, end - m_begin);
    if (m_line.ends_with('\r'))
        m_line.remove_suffix(1);
    return true;
}

std::string_view ReportLines::trimmedLine() const
{
    return trimmed(m_line);
}

void ReportLines::putBack()
{
    m_next = m_begin;
    --m_number;
}

void ReportLines::leaveOut(std::string_view why)
{
    m_isDamaged = true;
    m_warnings.add("unread-line",
                   lineText(m_number) + " " + std::string(why) + ", and is left out: \"" + beginning(m_line) + "\".",
                   m_begin);
}

Error unreadable(const std::string& what, const Warnings& warnings)
{
    std::string why = "Dump it again.";
    if (!warnings.empty())
        why = warnings.list().front().describe();
    return {ErrorKind::Malformed, what + " that can be read. " + why, std::nullopt};
}

std::optional<AllocationLine> readAllocationLine(std::string_view line)
{
    TextCursor cursor(line);
    AllocationLine result;
    const auto index = takeCountAfter(cursor, "allocation ");
    if (!index || !cursor.take(": size "))
        return std::nullopt;
    std::string_view rest = cursor.rest();
    const auto size = takeAmount(rest);
    if (!size || size->bytes < 0)
        return std::nullopt;
    cursor = TextCursor(rest);
    result.allocation.index = *index;
    result.allocation.size = size->bytes;
    result.size = *size;
    while (cursor.take(", ")) {
        const std::string_view attribute = cursor.rest();
        if (takeAttribute(cursor, result.allocation))
            continue;
        const std::string_view skipped = attribute.substr(0, attribute.find_first_of(",:"));
        cursor = TextCursor(attribute.substr(skipped.size()));
        if (result.unknown.empty())
            result.unknown = skipped;
    }
    if (!cursor.take(":") || !cursor.isAtEnd())
        return std::nullopt;
    return result;
}

std::optional<std::string_view> readPath(std::string_view text)
{
    if (text.empty())
        return text;
    if (text.size() < 2 || text.front() != '{' || text.back() != '}' || !isPath(text.substr(1, text.size() - 2)))
        return std::nullopt;
    return text.substr(1, text.size() - 2);
}

std::optional<ValueName> readValueName(std::string_view text)
{
    const std::size_t end = text.ends_with('}') ? std::min(text.rfind('{'), text.size()) : text.size();
    const auto path = readPath(text.substr(end));
    if (end == 0 || !path)
        return std::nullopt;
    return ValueName{text.substr(0, end), *path};
}

std::vector<std::int64_t> pathNumbers(std::string_view path)
{
    std::vector<std::int64_t> numbers;
    for (TextCursor cursor(path); !cursor.isAtEnd(); cursor.take(",")) {
        const auto number = takeCount(cursor);
        if (!number)
            break;
        numbers.push_back(*number);
    }
    return numbers;
}

} // namespace tidemark::xla
