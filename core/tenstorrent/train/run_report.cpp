#include "core/tenstorrent/train/run_report.h"

#include "core/base/text.h"
#include "core/report/warnings_json.h"
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
    void writeRun(const JudgedRun& judged)
    {
        const Run& run = *judged.run;
        m_json.beginObject();
        writeField(m_json, "name", run.title());
        writeField(m_json, "rank", orNull(run.rank));
        writeField(m_json, "line", static_cast<std::int64_t>(run.line));
        writeField(m_json, "generation", orNull(std::string(generationName(run.generation))));
        writeField(m_json, "parameters", orNull(run.parameters));
        writeField(m_json, "complete", run.isComplete);
        writeField(m_json, "peak_bytes", orNull(judged.peak));
        writeField(m_json, "needed_bytes", orNull(judged.needed));
        writeField(m_json, "final_bytes", orNull(run.finalUsage));
        writeField(m_json, "device_bytes",
                   judged.isDeviceAssumed ? Cell() : Cell(std::int64_t{std::llround(judged.deviceMemory)}));
        writeField(m_json, "headroom_bytes", orNull(judged.headroom));
        writeField(m_json, "fits", judged.headroom ? Cell(*judged.headroom >= 0) : Cell());
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
        m_json.endArray();
        writeWarnings(m_json, run.warnings.list());
        m_json.endObject();
    }

    void writePhase(const Phase& phase)
    {
        m_json.beginObject();
        writeField(m_json, "name", orNull(phase.name));
        writeField(m_json, "segment_peak_bytes", orNull(phase.segmentPeak));
        writeField(m_json, "allocations_bytes", orNull(phase.allocations));
        writeField(m_json, "deallocations_bytes", orNull(phase.deallocations));
        writeField(m_json, "segment_change_bytes", orNull(phase.change));
        writeField(m_json, "cumulative_peak_bytes", orNull(phase.cumulativePeak));
        writeField(m_json, "cumulative_bytes", orNull(phase.cumulative));
        writeField(m_json, "l1_peak_bytes", orNull(phase.l1Total));
        writeField(m_json, "l1_circular_buffers_bytes", orNull(phase.l1Circular));
        writeField(m_json, "l1_buffers_bytes", orNull(phase.l1Buffers));
        writeField(m_json, "group", orNull(std::string(phaseGroup(phase.name))));
        writeField(m_json, "line", static_cast<std::int64_t>(phase.line));
        m_json.endObject();
    }

    void writeComponent(const Component& component)
    {
        m_json.beginObject();
        writeField(m_json, "name", std::string(component.id));
        writeField(m_json, "expected_bytes", orNull(rounded(component.expected)));
        writeField(m_json, "actual_bytes", orNull(component.actual));
        writeField(m_json, "difference_percent", orNull(component.differencePercent()));
        m_json.endObject();
    }

    void writePeak(const Run& run)
    {
        const Levels levels = dramLevels(run);
        const bool isKnown = levels.peak && !run.phases.empty();
        writeField(m_json, "peak_phase", isKnown ? orNull(run.phases[levels.peakPhase].name) : Cell());
        m_json.key("peak_parts").beginArray();
        for (const Part& part : peakParts(run, levels)) {
            m_json.beginObject();
            writeField(m_json, "name", part.name);
            writeField(m_json, "bytes", part.bytes);
            m_json.endObject();
        }
        m_json.endArray();
    }

    void writeCheck(const Check& check)
    {
        m_json.beginObject();
        writeField(m_json, "check", check.name);
        writeField(m_json, "left", check.left);
        writeField(m_json, "left_bytes", orNull(check.leftBytes));
        writeField(m_json, "right", check.right);
        writeField(m_json, "right_bytes", orNull(check.rightBytes));
        writeField(m_json, "verdict", std::string(verdictName(check.verdict)));
        writeField(m_json, "text", orNull(check.text));
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
