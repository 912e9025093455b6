#include "app/cli/commands.h"
#include "app/cli/session.h"
#include "core/base/text.h"

#include <nlohmann/json.hpp>

#include <iomanip>
#include <ostream>

namespace tidemark::cli {
namespace {

using Json = nlohmann::ordered_json;

/// Columns and their values, in the order of the output.
struct Record {
    std::vector<TableColumn> columns;
    std::vector<Cell> cells;

    void number(const char* name, Cell cell) { add({name, true}, std::move(cell)); }
    void text(const char* name, Cell cell) { add({name, false}, std::move(cell)); }

private:
    void add(TableColumn column, Cell cell)
    {
        columns.push_back(std::move(column));
        cells.push_back(std::move(cell));
    }
};

Record recordOf(const Summary& s)
{
    Record record;
    record.text("module", s.module);
    record.number("program_id", orNull(s.programId));
    record.text("host", orNull(s.host));
    record.number("space", s.space);
    record.text("space_name", s.spaceName ? Cell(*s.spaceName) : Cell());
    record.number("steps", std::int64_t{s.steps});
    record.number("peak_bytes", s.peakBytes);
    record.number("peak_step", std::int64_t{s.peakStep});
    record.number("occupied_peak_bytes", s.occupiedPeakBytes);
    record.number("occupied_peak_step", std::int64_t{s.occupiedPeakStep});
    record.number("total_bytes", s.totals.total);
    record.number("arguments_bytes", s.totals.arguments);
    record.number("outputs_bytes", s.totals.outputs);
    record.number("aliased_bytes", s.totals.aliased);
    record.number("constants_bytes", s.totals.constants);
    record.number("temporaries_bytes", s.totals.temporaries);
    record.number("temporaries_at_peak_bytes", s.temporariesAtPeakBytes);
    record.number("untraced_bytes", s.totals.untraced);
    record.number("thread_local_bytes", s.totals.threadLocal);
    record.number("unpadded_peak_bytes", s.unpaddedPeakBytes);
    record.number("padding_bytes", s.paddingBytes);
    record.number("fragmentation_bytes", s.fragmentationBytes);
    record.number("max_scoped_bytes", orNull(s.maxScopedBytes));
    record.text("max_scoped_instruction", orNull(s.maxScopedInstruction));
    record.text("device", orNull(s.capacity.device));
    record.number("capacity_bytes", orNull(s.capacity.bytes));
    record.number("headroom_bytes", orNull(s.headroomBytes));
    return record;
}

void writeTable(std::ostream& out, TableFormat format, const Summary& summary)
{
    Record record = recordOf(summary);
    if (format == TableFormat::Csv) {
        std::vector<std::string> codes;
        for (const Warning& warning : summary.warnings)
            codes.push_back(warning.code);
        record.text("warnings", std::move(codes));
        writeRecord(out, format, record.columns, record.cells);
        return;
    }
    Json object = Json::object();
    for (std::size_t i = 0; i < record.columns.size(); ++i) {
        const Cell& cell = record.cells[i];
        Json& value = object[record.columns[i].name];
        if (const auto* integer = std::get_if<std::int64_t>(&cell))
            value = *integer;
        else if (const auto* id = std::get_if<std::uint64_t>(&cell))
            value = *id;
        else if (const auto* text = std::get_if<std::string>(&cell))
            value = *text;
        else
            value = nullptr;
    }
    Json warnings = Json::array();
    for (const Warning& warning : summary.warnings)
        warnings.push_back({{"code", warning.code}, {"text", warning.describe()}});
    object["warnings"] = std::move(warnings);
    out << std::setw(2) << object << '\n';
}

class TextSummary
{
public:
    TextSummary(std::ostream& out, const Summary& summary, Platform platform)
        : m_out(out)
        , m_summary(summary)
        , m_platform(platform)
    { }

    void write()
    {
        const Summary& s = m_summary;
        m_out << printable(s.fullName) << (s.host.empty() ? "" : "  on " + printable(s.host)) << "  "
              << spaceText(m_platform, s.space) << "\n\n";
        line("Peak", s.occupiedPeakBytes,
             "step " + std::to_string(s.occupiedPeakStep) + " of " + std::to_string(s.steps));
        line("  Arguments", s.totals.arguments, ofPeak(s.totals.arguments));
        line("  Outputs", s.totals.outputsOnly,
             s.totals.aliased > 0 ? bytesText(s.totals.aliased) + " more share memory with arguments (donated)" : "");
        line("  Constants", s.totals.constantsOnly, "");
        line("  Temporaries", s.temporariesAtPeakBytes, ofPeak(s.temporariesAtPeakBytes));
        line("Unpadded", s.unpaddedPeakBytes,
             "padding " + bytesText(s.paddingBytes) + ofWhole(s.paddingBytes, s.occupiedPeakBytes, "peak"));
        line("Allocated", s.totals.total, "");
        line("Fragmentation", s.fragmentationBytes, ofPart(s.fragmentationBytes, s.totals.total, "allocations"));
        if (s.totals.threadLocal > 0)
            line("Thread-local", s.totals.threadLocal, "inside fusions, in no total");
        if (s.maxScopedBytes)
            line("Scoped VMEM", *s.maxScopedBytes, "at most, in " + s.maxScopedInstruction);
        if (s.peakBytes != s.occupiedPeakBytes)
            line("XProf's peak", s.peakBytes, "step " + std::to_string(s.peakStep));
        writeCapacity();
        for (const Warning& warning : s.warnings)
            m_out << "\nnote: " << printableLines(warning.describe());
        m_out << (s.warnings.empty() ? "" : "\n");
    }

private:
    void line(const char* name, std::int64_t bytes, const std::string& text)
    {
        const std::string size = bytesText(bytes);
        m_out << std::left << std::setw(18) << name << std::string(size.size() < 11 ? 11 - size.size() : 0, ' ') << size
              << (text.empty() ? "" : "   " + printable(text)) << '\n';
    }
    std::string ofWhole(std::int64_t part, std::int64_t whole, const char* what) const
    {
        const std::string percent = percentText(part, whole);
        return percent.empty() ? "" : ", " + percent + " of the " + what;
    }
    std::string ofPeak(std::int64_t part) const { return ofPart(part, m_summary.occupiedPeakBytes, "peak"); }
    std::string ofPart(std::int64_t part, std::int64_t whole, const char* what) const
    {
        const std::string percent = percentText(part, whole);
        return percent.empty() ? "" : percent + " of the " + what;
    }
    void writeCapacity()
    {
        const Capacity& capacity = m_summary.capacity;
        if (!capacity.bytes)
            return;
        line("Capacity", *capacity.bytes, capacity.device + (capacity.isChosen ? ", chosen" : ""));
        const std::int64_t headroom = m_summary.headroomBytes.value_or(0);
        line("Headroom", headroom, headroom < 0 ? "DOES NOT FIT" : ofPart(headroom, *capacity.bytes, "capacity"));
    }

    std::ostream& m_out;
    const Summary& m_summary;
    Platform m_platform;
};

} // namespace

int runSummary(const Options& options)
{
    const auto replayed = selectAndReplay(options);
    if (!replayed)
        return fail(replayed.error());
    const Summary summary = summarize(*replayed->timeline, replayed->entry(), replayed->source(), options.device);
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Text)
            TextSummary(out, summary, replayed->source().platform).write();
        else
            writeTable(out, options.format, summary);
    });
}

} // namespace tidemark::cli
