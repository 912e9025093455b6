#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/base/text.h"
#include "core/open/limits_beside.h"
#include "core/report/json_writer.h"

#include <algorithm>
#include <iomanip>
#include <ostream>

namespace tidemark::cli {
namespace {

Cell cellOf(const Figure& figure)
{
    return std::visit([](const auto& value) { return Cell(value); }, figure.value);
}

void writeJson(std::ostream& out, const Figures& figures)
{
    JsonWriter json(out, JsonLayout::Indented);
    json.beginObject();
    for (const Figure& figure : figures.list)
        if (figure.isIn(FigurePlace::Record)) {
            json.key(figure.id);
            writeCell(json, cellOf(figure));
        }
    json.key("warnings").beginArray();
    for (const Warning& warning : figures.warnings) {
        json.beginObject();
        json.key("code").value(warning.code);
        json.key("text").value(warning.describe());
        json.endObject();
    }
    json.endArray().endObject();
    out << '\n';
}

void writeCsv(std::ostream& out, const Figures& figures)
{
    std::vector<TableColumn> columns;
    std::vector<Cell> cells;
    for (const Figure& figure : figures.list) {
        if (!figure.isIn(FigurePlace::Record))
            continue;
        columns.push_back({figure.id, !std::holds_alternative<std::string>(figure.value)});
        cells.push_back(cellOf(figure));
    }
    std::vector<std::string> codes;
    for (const Warning& warning : figures.warnings)
        codes.push_back(warning.code);
    columns.push_back({"warnings", false});
    cells.emplace_back(std::move(codes));
    writeRecord(out, TableFormat::Csv, columns, cells);
}

std::string inUnits(std::int64_t bytes)
{
    return bytesText(bytes);
}

/// A name, a size and what there is to say of it.
void writeLine(std::ostream& out, const std::string& name, std::int64_t bytes, const std::string& remark)
{
    const std::string size = bytesText(bytes);
    out << std::left << std::setw(18) << name << std::string(size.size() < 11 ? 11 - size.size() : 0, ' ') << size
        << (remark.empty() ? "" : "   " + printable(remark)) << '\n';
}

/// The peak and what it is made of; without an axis what is listed.
void writeParts(std::ostream& out, const View& view, const Figures& figures)
{
    const bool hasAxis = view.axis.kind != AxisKind::None;
    if (!hasAxis && !figures.note.empty())
        out << figures.note << "\n\n";
    if (hasAxis)
        writeLine(out, figures.peakDoubt.empty() ? "Peak" : "Peak at least", figures.peakBytes,
                  view.axis.cell + " " + std::to_string(figures.peakStep.value) + " of "
                      + std::to_string(view.axis.count));
    else if (!figures.parts.empty())
        writeLine(out, "Listed", figures.peakBytes, counted(view.rows.count, view.rows.one, view.rows.many));
    const char* const share = hasAxis ? "%1 of the peak" : "%1 of what is listed";
    for (const Part& part : figures.parts)
        writeLine(out, "  " + part.name, part.bytes, Remark{share, part.bytes, figures.peakBytes}.say(inUnits));
}

void writeText(std::ostream& out, const View& view, const Figures& figures)
{
    out << printable(view.programText) << (view.host.empty() ? "" : "  on " + printable(view.host)) << "  "
        << view.memoryText << "\n\n";
    writeParts(out, view, figures);
    std::vector<const Figure*> lines;
    for (const Figure& figure : figures.list)
        if (figure.line > 0)
            lines.push_back(&figure);
    std::ranges::stable_sort(lines, {}, &Figure::line);
    for (const Figure* figure : lines)
        writeLine(out, figure->label, figure->bytes(), figure->remarkText(inUnits));
    if (!figures.fitsOn.empty())
        out << std::left << std::setw(18) << "Fits on" << figures.fitsOn << '\n';
    if (view.axis.kind != AxisKind::None)
        out << "\nOf this program alone: whatever else is resident on the device comes on top.\n";
    for (const Warning& warning : figures.warnings)
        out << "\nnote: " << printableLines(warning.describe());
    out << (figures.warnings.empty() ? "" : "\n");
}

} // namespace

int runSummary(const Options& options)
{
    const auto viewed = selectAndView(options);
    if (!viewed)
        return fail(viewed.error());
    const Figures figures = figuresWithLimit(*viewed->view, options.device, options.kinds, terminalProgress());
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Text)
            writeText(out, *viewed->view, figures);
        else if (options.format == TableFormat::Csv)
            writeCsv(out, figures);
        else
            writeJson(out, figures);
    });
}

} // namespace tidemark::cli
