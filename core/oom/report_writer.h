#pragma once

#include "core/oom/report.h"
#include "core/report/table.h"

#include <iosfwd>
#include <memory>
#include <string_view>

namespace tidemark::oom {

/// Receives reports and writes them at once.
class ReportWriter
{
public:
    virtual ~ReportWriter() = default;
    /// `path` is the path of the log, or "-" for standard input.
    virtual void write(std::string_view path, Report report) = 0;
    /// Ends the output. REQUIRES: write() is not called afterwards
    virtual void finish() = 0;
};

/// JSON: an array with one object per report. CSV: one row per report, then one row for each of its figures,
/// allocations and checks; the column `row` gives the kind of row. Text: the finding, then the values that it is based
/// on.
std::unique_ptr<ReportWriter> makeReportWriter(std::ostream& out, TableFormat format);

} // namespace tidemark::oom
