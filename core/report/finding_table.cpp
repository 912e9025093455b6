#include "core/report/finding_table.h"

#include "core/base/text.h"

#include <ostream>
#include <set>

namespace tidemark {
namespace {

std::string binary(std::int64_t bytes)
{
    return bytesText(bytes);
}

std::vector<std::int64_t> numbersOf(const View& view, const Finding& finding)
{
    std::vector<std::int64_t> numbers;
    std::set<std::int64_t> known;
    Facts facts;
    for (const RowId row : finding.rows) {
        view.rows.describe(row, facts);
        if (facts.id && known.insert(*facts.id).second)
            numbers.push_back(*facts.id);
    }
    return numbers;
}

void writeRows(const View& view, const std::vector<Finding>& findings, TableWriter& writer)
{
    for (const Finding& finding : findings)
        writer.row({Cell(finding.id), Cell(finding.savedBytes), orNull(finding.peakBefore), orNull(finding.peakAfter),
                    Cell(finding.isEstimate), Cell(finding.assumption), Cell(finding.source),
                    Cell(numbersOf(view, finding)),
                    Cell(validUtf8(withAmounts(finding.text, finding.amounts, binary)))});
    writer.finish();
}

std::string peaksOf(const Finding& finding)
{
    return finding.peakBefore && finding.peakAfter
        ? "peak " + bytesText(*finding.peakBefore) + " → " + bytesText(*finding.peakAfter)
        : std::string("not in the peak");
}

void writeText(const View& view, const std::vector<Finding>& findings, std::ostream& out)
{
    out << printable(view.programText) << (view.host.empty() ? "" : "  on " + printable(view.host)) << "  "
        << view.memoryText << '\n';
    if (findings.empty())
        out << (view.rows.count == 0 ? "\nNothing is listed here that savings could be computed from.\n"
                                     : "\nNothing found that would save a thousandth of the peak or more.\n");
    for (const Finding& finding : findings)
        out << '\n'
            << bytesText(finding.savedBytes) << "  " << finding.label << "  (" << peaksOf(finding)
            << (finding.isEstimate ? ", estimate" : "") << ")\n"
            << "    " << printable(withAmounts(finding.text, finding.amounts, binary)) << ".\n"
            << "    If: " << finding.assumption << '\n'
            << "    By: " << finding.source << '\n';
    if (!view.untriedAdvice.empty())
        out << '\n' << printable(view.untriedAdvice) << '\n';
}

} // namespace

void writeFindings(const View& view, const std::vector<Finding>& findings, std::ostream& out, TableFormat format)
{
    if (format == TableFormat::Text) {
        writeText(view, findings, out);
        return;
    }
    const auto writer = makeTableWriter(out, format,
                                        {{"finding", false},
                                         {"saved_bytes"},
                                         {"peak_before_bytes"},
                                         {"peak_after_bytes"},
                                         {"is_estimate", false},
                                         {"assumption", false},
                                         {"source", false},
                                         {"buffers", false},
                                         {"text", false}});
    writeRows(view, findings, *writer);
}

} // namespace tidemark
