#include "core/tenstorrent/train/run_report.h"

#include "core/base/text.h"
#include "core/tenstorrent/train/checks.h"
#include "core/tenstorrent/train/phase_names.h"

#include <algorithm>
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
    if (judged.needed && judged.needed != judged.peak)
        out << "  Allocator's Peak:     " << megabytesText(static_cast<double>(*judged.needed)) << '\n';
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

std::optional<std::int64_t> rounded(const std::optional<double>& bytes)
{
    return bytes ? std::optional<std::int64_t>(std::llround(*bytes)) : std::nullopt;
}

class RunJson
{
public:
    explicit RunJson(std::ostream& out)
        : m_json(out, JsonLayout::Indented)
    { }

    void write(const std::vector<JudgedRun>& runs)
    {
        m_json.beginObject().key("runs").beginArray();
        for (const JudgedRun& judged : runs)
            writeRun(judged);
        m_json.endArray().endObject();
    }

private:
    void field(const char* name, const Cell& cell)
    {
        m_json.key(name);
        writeCell(m_json, cell);
    }

    void writeRun(const JudgedRun& judged)
    {
        const Run& run = *judged.run;
        m_json.beginObject();
        field("name", run.title());
        field("rank", orNull(run.rank));
        field("line", static_cast<std::int64_t>(run.line));
        field("generation", orNull(std::string(generationName(run.generation))));
        field("parameters", orNull(run.parameters));
        field("complete", run.isComplete);
        field("peak_bytes", orNull(judged.peak));
        field("needed_bytes", orNull(judged.needed));
        field("final_bytes", orNull(run.finalUsage));
        field("device_bytes",
              judged.isDeviceAssumed ? Cell() : Cell(std::int64_t{std::llround(judged.deviceMemory)}));
        field("headroom_bytes", orNull(judged.headroom));
        field("fits", judged.headroom ? Cell(*judged.headroom >= 0) : Cell());
        m_json.key("phases").beginArray();
        for (const Phase& phase : run.phases)
            writePhase(phase);
        m_json.endArray().key("components").beginArray();
        for (const Component& component : judged.components.list())
            writeComponent(component);
        m_json.endArray();
        writePeak(run);
        m_json.key("checks").beginArray();
        for (const Check& check : checksOf(run))
            writeCheck(check);
        m_json.endArray().key("warnings").beginArray();
        for (const Warning& warning : run.warnings.list()) {
            m_json.beginObject();
            field("code", warning.code);
            field("text", warning.describe());
            m_json.endObject();
        }
        m_json.endArray().endObject();
    }

    void writePhase(const Phase& phase)
    {
        m_json.beginObject();
        field("name", orNull(phase.name));
        field("segment_peak_bytes", orNull(phase.segmentPeak));
        field("allocations_bytes", orNull(phase.allocations));
        field("deallocations_bytes", orNull(phase.deallocations));
        field("segment_change_bytes", orNull(phase.change));
        field("cumulative_peak_bytes", orNull(phase.cumulativePeak));
        field("cumulative_bytes", orNull(phase.cumulative));
        field("l1_peak_bytes", orNull(phase.l1Total));
        field("l1_circular_buffers_bytes", orNull(phase.l1Circular));
        field("l1_buffers_bytes", orNull(phase.l1Buffers));
        field("group", orNull(std::string(phaseGroup(phase.name))));
        field("line", static_cast<std::int64_t>(phase.line));
        m_json.endObject();
    }

    void writeComponent(const Component& component)
    {
        m_json.beginObject();
        field("name", std::string(component.id));
        field("expected_bytes", orNull(rounded(component.expected)));
        field("actual_bytes", orNull(component.actual));
        field("difference_percent", orNull(component.differencePercent()));
        m_json.endObject();
    }

    void writePeak(const Run& run)
    {
        const Levels levels = dramLevels(run);
        const bool isKnown = levels.peak && !run.phases.empty();
        field("peak_phase", isKnown ? orNull(run.phases[levels.peakPhase].name) : Cell());
        m_json.key("peak_parts").beginArray();
        for (const Part& part : peakParts(run, levels)) {
            m_json.beginObject();
            field("name", part.name);
            field("bytes", part.bytes);
            m_json.endObject();
        }
        m_json.endArray();
    }

    void writeCheck(const Check& check)
    {
        m_json.beginObject();
        field("check", check.name);
        field("left", check.left);
        field("left_bytes", orNull(check.leftBytes));
        field("right", check.right);
        field("right_bytes", orNull(check.rightBytes));
        field("verdict", std::string(verdictName(check.verdict)));
        field("text", orNull(check.text));
        m_json.endObject();
    }

    JsonWriter m_json;
};

void writeCsv(std::ostream& out, const std::vector<JudgedRun>& runs)
{
    const auto writer = makeTableWriter(out, TableFormat::Csv,
                                        {{"run", false},
                                         {"rank", false},
                                         {"run_line"},
                                         {"run_peak_bytes"},
                                         {"fits", false},
                                         {"phase", false},
                                         {"segment_peak_bytes"},
                                         {"allocations_bytes"},
                                         {"deallocations_bytes"},
                                         {"segment_change_bytes"},
                                         {"cumulative_peak_bytes"},
                                         {"cumulative_bytes"},
                                         {"l1_peak_bytes"}});
    for (const JudgedRun& judged : runs) {
        const auto row = [&](const Phase& phase) {
            writer->row(
                {Cell(judged.run->title()), orNull(judged.run->rank), Cell(static_cast<std::int64_t>(judged.run->line)),
                 orNull(judged.peak), judged.headroom ? Cell(*judged.headroom >= 0) : Cell(), orNull(phase.name),
                 orNull(phase.segmentPeak), orNull(phase.allocations), orNull(phase.deallocations),
                 orNull(phase.change), orNull(phase.cumulativePeak), orNull(phase.cumulative), orNull(phase.l1Total)});
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
    else {
        RunJson(out).write(judge(list, question));
        out << '\n';
    }
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
