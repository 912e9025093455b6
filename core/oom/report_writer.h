#pragma once

#include "core/oom/report.h"
#include "core/report/table.h"

#include <iosfwd>
#include <memory>
#include <string_view>

namespace tidemark::oom {

/// Receives reports and writes them as they come.
class ReportWriter
{
public:
    virtual ~ReportWriter() = default;
    /// `path`: of the log, "-" for standard input.
    virtual void write(std::string_view path, const Report& report) = 0;
    /// Ends the output; nothing may follow.
    virtual void finish() = 0;
};

/// JSON: an array with one object per report. CSV: one row per report, then one per figure, allocation and check of it,
/// told apart by the column `row`. Text: the finding, then what it is read from.
std::unique_ptr<ReportWriter> makeReportWriter(std::ostream& out, TableFormat format);

} // namespace tidemark::oom
