#include "core/tenstorrent/tt_train/run_report.h"

#include "core/base/text.h"
#include "core/report/json_writer.h"
#include "core/tenstorrent/tt_train/run_view.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <ostream>

namespace tidemark::tt {
namespace {

/// Formats like Python's "%.2f", with "," between thousands and, if wanted, a sign.
std::string twoDecimals(double value, bool isGrouped = true, bool isSigned = false)
{
    char buffer[400];
    std::snprintf(buffer, sizeof buffer, isSigned ? "%+.2f" : "%.2f", value);
    std::string text = buffer;
    const std::size_t point = text.find('.');
    if (!isGrouped || point == std::string::npos)
        return text;
    const std::size_t first = text[0] == '-' || text[0] == '+' ? 1 : 0;
    for (std::size_t at = point; at > first + 3;) {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
}

std::string megabytesText(double bytes)
{
    return twoDecimals(bytes / kMegabyte) + " MB";
}

void writeBlock(std::ostream& out, const char* title, const Component& component, bool alwaysDiffers)
{
    if (!component.actual)
        return;
    out << "\n--- " << title << " ---\n";
    out << "  Actual (from logs):   " << megabytesText(static_cast<double>(*component.actual)) << '\n';
    if (!component.expected)
        return;
    out << "  Expected (input):     " << megabytesText(*component.expected) << '\n';
    if (alwaysDiffers || *component.expected > 0)
        out << "  Difference:           " << twoDecimals(*component.differencePercent(), false, true) << "%\n";
}

void writeSection(std::ostream& out, const JudgedRun& judged)
{
    const std::string rule(80, '=');
    out << '\n' << rule << "\nSection: " << printable(judged.name) << '\n' << rule << '\n';
    if (judged.run->parameters)
        out << "Number of parameters: " << groupedNumber(static_cast<std::int64_t>(*judged.run->parameters)) << '\n';
    const Components& all = judged.components;
    writeBlock(out, "Model Size", all.model, false);
    writeBlock(out, "Optimizer State", all.optimizer, true);
    if (all.activations.actual)
        out << "\n--- Activations Size ---\n  Activations:          "
            << megabytesText(static_cast<double>(*all.activations.actual)) << '\n';
    writeBlock(out, "Gradients Size", all.gradients, true);
    if (judged.peak)
        out << "\n--- Peak DRAM Usage ---\n  Peak DRAM:            " << megabytesText(static_cast<double>(*judged.peak))
            << "\n  Device Memory:        " << megabytesText(judged.deviceMemory) << "\n  Usage:                "
            << twoDecimals(writtenMegabytes(*judged.peak) / (judged.deviceMemory / kMegabyte) * 100, false) << "%\n";
}

void writeText(std::ostream& out, const std::vector<const Run*>& runs, const RunQuestion& question)
{
    out << "Found " << runs.size() << " memory usage summary/summaries\n";
    if (const Run* counted = firstCounted(runs); counted && !question.sizes.model)
        out << "Model size not provided, calculated from logs: "
            << twoDecimals(static_cast<double>(*counted->parameters) * 2 / kMegabyte, false) << " MB ("
            << groupedNumber(static_cast<std::int64_t>(*counted->parameters)) << " parameters, assuming bf16)\n";
    for (const JudgedRun& judged : judge(runs, question))
        writeSection(out, judged);
    const std::string rule(80, '=');
    out << '\n' << rule << "\nAnalysis complete\n" << rule << "\n\n";
}

struct PhaseField {
    const char* name;
    std::optional<std::int64_t> Phase::*bytes;
};
constexpr std::array kPhaseFields = {PhaseField{"segment_peak_bytes", &Phase::segmentPeak},
                                     PhaseField{"allocations_bytes", &Phase::allocations},
                                     PhaseField{"deallocations_bytes", &Phase::deallocations},
                                     PhaseField{"segment_change_bytes", &Phase::change},
                                     PhaseField{"cumulative_peak_bytes", &Phase::cumulativePeak},
                                     PhaseField{"cumulative_bytes", &Phase::cumulative},
                                     PhaseField{"l1_peak_bytes", &Phase::l1Total}};

Cell fitsCell(const JudgedRun& judged)
{
    return judged.headroom ? Cell(*judged.headroom >= 0) : Cell();
}

void writePhase(JsonWriter& json, const Phase& phase)
{
    json.beginObject();
    writeField(json, "name", orNull(phase.name));
    for (const PhaseField& field : kPhaseFields)
        writeField(json, field.name, orNull(phase.*field.bytes));
    writeField(json, "l1_circular_buffers_bytes", orNull(phase.l1Circular));
    writeField(json, "l1_buffers_bytes", orNull(phase.l1Buffers));
    writeField(json, "group", orNull(std::string(phaseGroup(phase.name))));
    writeField(json, "line", phase.line);
    json.endObject();
}

void writeComponent(JsonWriter& json, const Component& component)
{
    json.beginObject();
    writeField(json, "name", std::string(component.id));
    writeField(json, "expected_bytes",
               component.expected ? Cell(std::int64_t{std::llround(*component.expected)}) : Cell());
    writeField(json, "actual_bytes", orNull(component.actual));
    writeField(json, "difference_percent", orNull(component.differencePercent()));
    json.endObject();
}

void writePeak(JsonWriter& json, const Run& run)
{
    const Levels levels = dramLevels(run);
    const bool isKnown = levels.peak && !run.phases.empty();
    writeField(json, "peak_phase", isKnown ? orNull(run.phases[levels.peakPhase].name) : Cell());
    json.key("peak_parts").beginArray();
    for (const Part& part : peakParts(run, levels))
        json.beginObject().key("name").value(part.name).key("bytes").value(part.bytes).endObject();
    json.endArray();
}

void writeCheck(JsonWriter& json, const Check& check)
{
    json.beginObject();
    writeField(json, "check", check.name);
    writeField(json, "left", check.left);
    writeField(json, "left_bytes", orNull(check.leftBytes));
    writeField(json, "right", check.right);
    writeField(json, "right_bytes", orNull(check.rightBytes));
    writeField(json, "verdict", std::string(verdictName(check.verdict)));
    writeField(json, "text", orNull(check.text));
    json.endObject();
}

void writeRun(JsonWriter& json, const JudgedRun& judged)
{
    const Run& run = *judged.run;
    json.beginObject();
    writeField(json, "name", run.title());
    writeField(json, "rank", orNull(run.rank));
    writeField(json, "line", run.line);
    writeField(json, "generation", orNull(std::string(generationName(run.generation))));
    writeField(json, "parameters", orNull(run.parameters));
    writeField(json, "complete", run.isComplete);
    writeField(json, "peak_bytes", orNull(judged.peak));
    writeField(json, "needed_bytes", orNull(judged.peak));
    writeField(json, "final_bytes", orNull(run.finalUsage));
    const auto device = judged.knownDevice();
    writeField(json, "device_bytes", device ? Cell(std::int64_t{std::llround(*device)}) : Cell());
    writeField(json, "headroom_bytes", orNull(judged.headroom));
    writeField(json, "fits", fitsCell(judged));
    json.key("phases").beginArray();
    for (const Phase& phase : run.phases)
        writePhase(json, phase);
    json.endArray().key("components").beginArray();
    for (const Component& component : judged.components.list())
        writeComponent(json, component);
    json.endArray();
    writePeak(json, run);
    json.key("checks").beginArray();
    for (const Check& check : checksOf(run))
        writeCheck(json, check);
    json.endArray();
    writeWarnings(json, run.warnings.list());
    json.endObject();
}

void writeJson(std::ostream& out, const std::vector<JudgedRun>& runs)
{
    JsonWriter json(out, JsonLayout::Indented);
    json.beginObject().key("runs").beginArray();
    for (const JudgedRun& judged : runs)
        writeRun(json, judged);
    json.endArray().endObject();
    out << '\n';
}

void writeCsv(std::ostream& out, const std::vector<JudgedRun>& runs)
{
    std::vector<TableColumn> columns
        = {{"run", false}, {"rank", false}, {"run_line"}, {"run_peak_bytes"}, {"fits", false}, {"phase", false}};
    for (const PhaseField& field : kPhaseFields)
        columns.push_back({field.name});
    const auto writer = makeTableWriter(out, TableFormat::Csv, std::move(columns));
    for (const JudgedRun& judged : runs) {
        const auto row = [&](const Phase& phase) {
            std::vector<Cell> cells = {judged.run->title(), orNull(judged.run->rank), judged.run->line,
                                       orNull(judged.peak), fitsCell(judged),         orNull(phase.name)};
            for (const PhaseField& field : kPhaseFields)
                cells.push_back(orNull(phase.*field.bytes));
            writer->row(std::move(cells));
        };
        for (const Phase& phase : judged.run->phases)
            row(phase);
        if (judged.run->phases.empty())
            row({});
    }
    writer->finish();
}

} // namespace

void writeReport(std::ostream& out, TableFormat format, const Runs& runs, const RunQuestion& question)
{
    const std::vector<const Run*> list = listOf(runs);
    if (format == TableFormat::Text)
        writeText(out, list, question);
    else if (format == TableFormat::Csv)
        writeCsv(out, judge(list, question));
    else
        writeJson(out, judge(list, question));
}

std::vector<std::string> misfits(const std::vector<JudgedRun>& runs)
{
    std::vector<std::string> lines;
    for (const JudgedRun& judged : runs)
        if (judged.headroom && *judged.headroom < 0)
            lines.push_back(judged.name + " does not fit: it needs "
                            + megabytesText(-static_cast<double>(*judged.headroom)) + " more than the device has.");
    return lines;
}

} // namespace tidemark::tt
