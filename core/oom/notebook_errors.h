#pragma once

#include "core/oom/report.h"
#include "core/text/line_writers.h"

#include <map>

namespace tidemark::oom {

/// Recognises repeated errors in a notebook (.ipynb, with one member on each line): it stores an error as "evalue" and
/// again after the traceback, and its cell may have printed the error before.
class NotebookErrors
{
public:
    /// Returns whether the line is the end of a traceback that repeats an "evalue". `raw` is the line as it is written.
    bool isReportedBefore(std::string_view raw, const LineWriters::Line& line);
    /// Returns whether the report is of an error that its cell has printed. REQUIRES: called once for each report, in
    /// order
    bool isPrintedBefore(const Report& report);

private:
    std::string m_error; // text of the last "evalue"; empty if there is none or it was repeated
    std::uint64_t m_errorLine = 0;
    std::uint64_t m_cellLine = 0; // line at which the last cell begins
    std::map<std::uint64_t, std::uint64_t> m_cellOfError; // first line of an error's cell, by the line of its "evalue"
    std::string m_printed; // text of the last report without blanks; empty if it is from an "evalue"
    std::uint64_t m_printedLine = 0;
};

} // namespace tidemark::oom
