#include "core/oom/notebook_errors.h"

#include "core/oom/dense_text.h"
#include "core/text/text_cursor.h"

namespace tidemark::oom {

bool NotebookErrors::isReportedBefore(std::string_view raw, const LineWriters::Line& line)
{
    constexpr std::uint64_t kLongestTraceback = 5000; // lines
    constexpr std::size_t kMostErrors = 5000; // more than can be held back
    const std::string& text = line.literals.empty() ? line.line.text : line.literals.back();
    const std::string_view member = trimmedLeft(raw);
    if (member.starts_with("\"cell_type\":"))
        m_cellLine = line.number;
    if (member.starts_with("\"evalue\":")) {
        m_error = trimmed(text);
        m_errorLine = line.number;
        m_cellOfError[line.number] = m_cellLine;
        if (m_cellOfError.size() > kMostErrors)
            m_cellOfError.erase(m_cellOfError.begin());
        return false;
    }
    if (m_error.empty() || line.number > m_errorLine + kLongestTraceback || !trimmed(text).ends_with(m_error))
        return false;
    m_error.clear();
    return true;
}

bool NotebookErrors::isPrintedBefore(const Report& report)
{
    const auto error = m_cellOfError.find(report.line);
    const bool isError = error != m_cellOfError.end();
    std::string text = isError || m_cellLine > 0 ? withoutBlanks(report.text) : std::string();
    if (isError && m_printedLine > error->second && text.find(m_printed) != std::string::npos && !m_printed.empty())
        return true;
    m_printed = isError ? std::string() : std::move(text);
    m_printedLine = report.line;
    return false;
}

} // namespace tidemark::oom
