#pragma once

#include "core/oom/report.h"
#include "core/text/line_writers.h"

#include <map>

namespace tidemark::oom {

/// Knows in a notebook (.ipynb, a member in each line) what it tells again: an error stands there as "evalue" and
/// behind its traceback, and its cell may have printed it before.
class NotebookErrors
{
public:
    /// Whether the line is the end of a traceback, of which "evalue" has told. `raw`: as it is written.
    bool isToldBefore(std::string_view raw, const LineWriters::Line& line);
    /// Whether a report is that of an error which its cell has printed. Each is asked for once, in order.
    bool isPrintedBefore(const Report& report);

private:
    std::string m_error; // of the last "evalue"; empty: none, or it has been told again
    std::uint64_t m_errorLine = 0;
    std::uint64_t m_cellLine = 0; // where the last cell begins
    std::map<std::uint64_t, std::uint64_t> m_cellOfError; // where each begins that has an "evalue", by the line of that
    std::string m_printed; // the last report, without blanks, where it is no error's
    std::uint64_t m_printedLine = 0;
};

} // namespace tidemark::oom
