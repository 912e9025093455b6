#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "core/base/text.h"
#include "core/explain/sentence.h"
#include "core/link/opened_together.h"
#include "core/report/json_writer.h"
#include "core/report/table.h"

#include <algorithm>
#include <ostream>
#include <span>

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
        if (figure.isIn(FigurePlace::Record))
            writeField(json, figure.id, cellOf(figure));
    writeWarnings(json, figures.warnings);
    json.endObject();
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

/// Writes the explanation, then a line for each figure with its name, size and remark.
class SummaryText
{
public:
    SummaryText(std::ostream& out, const View& view, const Figures& figures, const std::string& sentence,
                const TextLayout& layout)
        : m_out(out)
        , m_view(view)
        , m_figures(figures)
        , m_sentence(sentence)
        , m_layout(layout)
    {
        for (const Figure& figure : figures.list)
            if (figure.line > 0)
                m_lines.push_back(&figure);
        std::ranges::stable_sort(m_lines, {}, &Figure::line);
        for (const Figure* figure : m_lines)
            m_width = std::max(m_width, terminalColumns(figure->label) + 2);
        for (const Part& part : figures.parts)
            m_width = std::max(m_width, std::min(kWidest, terminalColumns(part.name) + 4));
    }

    void write() const
    {
        m_out << m_layout.bold(wrapped(printable(m_sentence), m_layout.columns)) << "\n\n"
              << printable(m_view.programText) << framed("  on ", printable(m_view.host)) << "  " << m_view.memoryText
              << "\n\n";
        writeParts();
        for (const Figure* figure : m_lines)
            writeLine(figure->label, figure->bytes(), figure->remarkText(inUnits));
        if (!m_figures.fitsOn.empty())
            m_out << padded("Fits on", m_width) << m_figures.fitsOn << '\n';
        if (m_view.axis.kind != AxisKind::None && !m_view.isHistory)
            m_out << "\nThese figures are of this program alone. Other programs on the device need memory as well.\n";
    }

private:
    void writeLine(const std::string& name, std::int64_t bytes, const std::string& remark) const
    {
        constexpr std::size_t kSize = 10; // "−14.65 GiB"
        m_out << padded(name, m_width) << padded(bytesText(bytes), kSize, true) << framed("   ", printable(remark))
              << '\n';
    }

    /// The rows of a view without an axis.
    void writeListed() const
    {
        writeLine("Listed", m_figures.bytes("listed_bytes").value_or(m_figures.peakBytes),
                  counted(m_view.rows.count, m_view.rows.one, m_view.rows.many));
    }

    /// The peak and its parts; for a view without an axis, the listed rows.
    void writeParts() const
    {
        const bool hasAxis = m_view.axis.kind != AxisKind::None;
        const bool isOfNeed = !hasAxis && m_figures.neededBytes > 0;
        const bool isOneMoment = m_view.isHistory && m_view.axis.count == 1;
        if (isOneMoment)
            writeLine("In use", m_figures.peakBytes, {});
        else if (hasAxis)
            writeLine(m_figures.peakDoubt.empty() ? "Peak" : "Peak at least", m_figures.peakBytes,
                      m_view.axis.cell + " " + groupedNumber(m_figures.peakStep.value) + " of "
                          + groupedNumber(m_view.axis.count));
        else if (m_view.rows.count > 0 && !isOfNeed)
            writeListed();
        else if (!m_figures.parts.empty() && !isOfNeed)
            writeLine("Together", m_figures.peakBytes, {});
        const char* share = "%1 of the listed memory";
        if (hasAxis)
            share = "%1 of the peak";
        else if (isOfNeed)
            share = "%1 of the need";
        for (const Part& part : std::span(m_figures.parts).first(isOneMoment ? 0 : m_figures.parts.size()))
            writeLine("  " + part.name, part.bytes, Remark{share, part.bytes, m_figures.peakBytes}.fullText(inUnits));
        if (m_view.rows.count > 0 && isOfNeed)
            writeListed();
    }

    std::ostream& m_out;
    const View& m_view;
    const Figures& m_figures;
    const std::string& m_sentence;
    const TextLayout& m_layout;
    std::vector<const Figure*> m_lines;
    std::size_t m_width = 18;
    static constexpr std::size_t kWidest = 48; // for names that users choose
};

/// Prints the warnings, except those that opening the document printed already.
void printNewWarnings(const Document& document, const std::vector<Warning>& warnings)
{
    Warnings fresh;
    for (const Warning& warning : warnings) {
        const auto isSame = [&](const Warning& other) { return other.describe() == warning.describe(); };
        if (std::ranges::none_of(document.catalogue().warnings.list(), isSame))
            fresh.addApart(warning);
    }
    printWarnings(fresh);
}

} // namespace

int runSummary(const Options& options)
{
    const auto viewed = selectAndView(options);
    if (!viewed)
        return fail(viewed.error());
    const Figures figures = withOpenedTogether(*viewed, options.device.get());
    const auto sentence = sentenceOf(*viewed->view, figures, terminalProgress());
    if (!sentence)
        return fail(sentence.error());
    if (options.format == TableFormat::Text) // other formats have them in the output
        printNewWarnings(*viewed->document, figures.warnings);
    const TextLayout layout = textLayout(options);
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Text)
            SummaryText(out, *viewed->view, figures, *sentence, layout).write();
        else if (options.format == TableFormat::Csv)
            writeCsv(out, figures);
        else
            writeJson(out, figures);
    });
}

} // namespace tidemark::cli
