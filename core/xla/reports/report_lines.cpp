#include "core/xla/reports/report_lines.h"

#include "core/base/text.h"
#include "core/text/text_cursor.h"

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

} // namespace tidemark::xla
