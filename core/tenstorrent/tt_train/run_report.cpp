#include "core/tenstorrent/tt_train/run_report.h"

#include "core/base/find.h"
#include "core/base/text.h"
#include "core/report/json_writer.h"
#include "core/tenstorrent/tt_train/run_view.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

namespace tidemark::tt {
namespace {

std::string decimal(double value, const char* format = "%.2f")
{
    std::array<char, 400> buffer;
    std::snprintf(buffer.data(), buffer.size(), format, value);
    return buffer.data();
}

/// "3,378.78 MB"
std::string megabytesText(double bytes)
{
    std::string text = decimal(bytes / kMegabyte, "%.2f MB");
    const std::size_t first = text[0] == '-' ? 1 : 0;
    for (std::size_t at = text.find('.'); at != std::string::npos && at > first + 3;) {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
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
        out << "  Difference:           " << decimal(*component.differencePercent(), "%+.2f%%\n");
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
            << decimal(writtenMegabytes(*judged.peak) / (judged.deviceMemory / kMegabyte) * 100, "%.2f%%\n");
}

void writeText(std::ostream& out, const std::vector<const Run*>& runs, const RunQuestion& question)
{
    out << "Found " << runs.size() << " memory usage summary/summaries\n";
    if (const Run* counted = firstCounted(runs); counted && !question.sizes.contains("model_size"))
        out << "Model size not provided, calculated from logs: "
            << decimal(static_cast<double>(*counted->parameters) * 2 / kMegabyte) << " MB ("
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

// Lengths in hundredths of an inch: 6 x 8 inches for each run.
constexpr double kWidth = 600;
constexpr double kHeight = 800;
constexpr double kTop = 130;
constexpr double kBottom = 60;
constexpr double kLeft = 90;
constexpr double kRight = 20;

std::string fillOf(const BarLayer& layer)
{
    return "fill=\"" + std::string(layer.colour) + '"';
}

std::string xml(const std::string& text)
{
    static constexpr std::pair<char, const char*> kEscapes[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}};
    std::string escaped;
    for (const char c : printable(text)) {
        const auto* const found = findFirst(kEscapes, c, &std::pair<char, const char*>::first);
        escaped += found ? found->second : std::string(1, c);
    }
    return escaped;
}

class Picture
{
public:
    Picture(std::ostream& out, std::vector<JudgedRun> runs)
        : m_out(out)
        , m_runs(std::move(runs))
    {
        for (const JudgedRun& run : m_runs)
            m_top = std::max({m_top, run.deviceMemory, static_cast<double>(run.peak.value_or(0))});
        m_top *= 1.1;
    }

    void draw(const std::string& title)
    {
        const double width = kWidth * static_cast<double>(std::max<std::size_t>(1, m_runs.size()));
        const std::string size = decimal(width, "width=\"%.0f\" ") + decimal(kHeight, "height=\"%.0f\"");
        m_out << "<svg xmlns=\"http://www.w3.org/2000/svg\" " << size << decimal(width, " viewBox=\"0 0 %.0f ")
              << decimal(kHeight, "%.0f\"") << " font-family=\"DejaVu Sans, sans-serif\" font-size=\"14\">\n"
              << "<rect " << size << " fill=\"#ffffff\"/>\n";
        if (!title.empty())
            text(width / 2, 30, title, "font-size=\"20\" font-weight=\"bold\"");
        drawLegend(width / 2);
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            drawRun(m_runs[i], kWidth * static_cast<double>(i));
        m_out << "</svg>\n";
    }

private:
    double y(double bytes) const { return kHeight - kBottom - bytes / m_top * (kHeight - kTop - kBottom); }

    void text(double x, double at, const std::string& words, const char* style, const char* anchor = "middle")
    {
        m_out << "<text x=\"" << decimal(x) << "\" y=\"" << decimal(at) << "\" text-anchor=\"" << anchor << "\" "
              << style << '>' << xml(words) << "</text>\n";
    }
    void line(double x1, double x2, double at, const char* style)
    {
        m_out << "<line x1=\"" << decimal(x1) << "\" x2=\"" << decimal(x2) << "\" y1=\"" << decimal(at) << "\" y2=\""
              << decimal(at) << "\" " << style << "/>\n";
    }
    void rectangle(double x, double at, double width, double height, const char* style)
    {
        m_out << "<rect x=\"" << decimal(x) << "\" y=\"" << decimal(at) << "\" width=\"" << decimal(width)
              << "\" height=\"" << decimal(height) << "\" " << style << "/>\n";
    }

    /// Draws the legend in three columns, with the layers that occur in some run.
    void drawLegend(double centre)
    {
        constexpr double kColumn = 190;
        int entry = 0;
        const auto next = [&] {
            const double x = centre + (entry % 3 - 1.5) * kColumn;
            const double at = 50 + entry / 3 * 24;
            ++entry;
            return std::pair(x, at);
        };
        for (std::size_t i = 0; i < kBarLayers.size(); ++i) {
            if (std::ranges::none_of(m_runs, [&](const JudgedRun& run) { return run.layers[i] > 0; }))
                continue;
            const auto [x, at] = next();
            rectangle(x, at, 24, 12, fillOf(kBarLayers[i]).c_str());
            text(x + 32, at + 11, kBarLayers[i].label, "", "start");
        }
        const auto [x, at] = next();
        line(x, x + 24, at + 6, "stroke=\"#ff0000\" stroke-width=\"2\" stroke-dasharray=\"8 4\"");
        text(x + 32, at + 11, "Device Memory Limit", "", "start");
    }

    void drawRun(const JudgedRun& run, double left)
    {
        const double begin = left + kLeft;
        const double end = left + kWidth - kRight;
        drawAxis(begin, end);
        const double width = (end - begin) / 2;
        const double x = begin + width / 2;
        double bottom = 0;
        std::vector<std::pair<double, double>> labels; // size and middle of each layer; drawn after all layers
        for (std::size_t i = 0; i < kBarLayers.size(); ++i) {
            const double value = run.layers[i];
            const double top = bottom + value;
            if (value != 0)
                rectangle(x, y(std::max(bottom, top)), width, std::abs(y(bottom) - y(top)),
                          (fillOf(kBarLayers[i]) + " stroke=\"#ffffff\" stroke-width=\"2\"").c_str());
            if (value > 0)
                labels.emplace_back(value, (bottom + top) / 2);
            bottom = top;
        }
        for (const auto& [value, middle] : labels)
            drawLabel(x + width / 2, y(middle), decimal(value / kMegabyte, "%.0f MB"));
        const auto peak = static_cast<double>(run.peak.value_or(0));
        text(x + width / 2, y(peak) - 8, run.peak ? decimal(peak / kMegabyte, "Total: %.0f MB") : "no peak is known",
             "font-size=\"15\" font-weight=\"bold\"");
        line(begin, end, y(run.deviceMemory), "stroke=\"#ff0000\" stroke-width=\"2\" stroke-dasharray=\"8 4\"");
        text((begin + end) / 2, kHeight - kBottom + 28, run.name, "font-size=\"15\" font-weight=\"bold\"");
    }

    void drawAxis(double begin, double end)
    {
        rectangle(begin, kTop, end - begin, kHeight - kTop - kBottom, "fill=\"none\" stroke=\"#000000\"");
        const double step = tickStep();
        for (int i = 0; step * i * kMegabyte <= m_top; ++i) {
            line(begin, end, y(step * i * kMegabyte),
                 "stroke=\"#b0b0b0\" stroke-opacity=\"0.3\" stroke-dasharray=\"4 3\"");
            text(begin - 8, y(step * i * kMegabyte) + 5, decimal(step * i, "%g"), "", "end");
        }
        const std::string place = "transform=\"translate(" + decimal(begin - 68) + ' '
            + decimal(kTop + (kHeight - kTop - kBottom) / 2) + ") rotate(-90)\" font-size=\"16\" font-weight=\"bold\"";
        text(0, 0, "Memory (MB)", place.c_str());
    }

    /// The distance of the ticks in MB: 1, 2 or 5 times a power of ten, with at most eight ticks.
    double tickStep() const
    {
        const double least = m_top / kMegabyte / 8;
        double step = std::pow(10.0, std::floor(std::log10(least)));
        for (const double factor : {1.0, 2.0, 5.0, 10.0})
            if (step * factor >= least)
                return step * factor;
        return step * 10;
    }

    void drawLabel(double x, double at, const std::string& words)
    {
        const double width = 9.5 * static_cast<double>(words.size()) + 10;
        rectangle(x - width / 2, at - 12, width, 24, "rx=\"5\" fill=\"#000000\" fill-opacity=\"0.5\"");
        text(x, at + 5, words, "fill=\"#ffffff\" font-weight=\"bold\"");
    }

    std::ostream& m_out;
    std::vector<JudgedRun> m_runs;
    double m_top = 0; // bytes at the top of the axis
};

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

HistogramSize histogramSize(std::size_t runs, std::size_t most)
{
    const double width = kWidth * static_cast<double>(std::max<std::size_t>(1, runs));
    const double share = std::min(1.0, static_cast<double>(most) / width);
    return {static_cast<std::size_t>(std::llround(width * share)),
            static_cast<std::size_t>(std::llround(kHeight * share))};
}

void writeHistogram(std::ostream& out, const std::vector<const Run*>& runs, const RunQuestion& question,
                    const std::string& title)
{
    Picture(out, judge(runs, question)).draw(title);
}

} // namespace tidemark::tt
