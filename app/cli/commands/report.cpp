#include "app/cli/asked_rules.h"
#include "app/cli/commands.h"
#include "app/cli/input_output.h"
#include "app/cli/overview.h"
#include "core/base/text.h"
#include "core/explain/sentence.h"
#include "core/groups/source_frame.h"
#include "core/report/json_writer.h"
#include "core/report/row_table.h"
#include "core/view/fit.h"
#include "core/view/step_of.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <ostream>
#include <span>

namespace tidemark::cli {
namespace {

// A screen has 45 lines.
constexpr std::size_t kMostColumns = 100;
constexpr std::size_t kMostCategories = 7;
constexpr std::size_t kMostSteps = 5;
constexpr std::size_t kSizeColumns = 10; // "1023.9 MiB"

/// Whether it shows what was in use at a failed allocation, not at the peak.
bool hasFailed(const Overview& overview)
{
    return !overview.view->failures.empty();
}

/// Only recordings with steps, and profiles of several steps, have this key.
void writeSteps(JsonWriter& json, const std::vector<StepGrowth>& steps)
{
    if (steps.empty())
        return;
    json.key("steps").beginArray(JsonLayout::Rows);
    for (const StepGrowth& step : steps) {
        json.beginObject();
        writeField(json, "step", validUtf8(step.step));
        writeField(json, "event", step.cell);
        writeField(json, "live_bytes", step.liveBytes);
        writeField(json, "change_bytes", step.changeBytes);
        json.key("grown").beginArray(JsonLayout::Rows);
        for (const StepGrowth::Line& line : step.lines) {
            json.beginObject();
            writeField(json, "source", validUtf8(line.source));
            writeField(json, "change_bytes", line.changeBytes);
            json.endObject();
        }
        json.endArray().endObject();
    }
    json.endArray();
}

/// Writes the facts about the peak and the room for it.
void writePeak(JsonWriter& json, const Overview& overview)
{
    const Summary& summary = overview.summary;
    writeField(json, "sentence", summary.sentence);
    writeField(json, "path", summary.path);
    writeField(json, "host", orNull(summary.host));
    writeField(json, "module", summary.module);
    writeField(json, "program_id", orNull(summary.programId));
    writeField(json, "space", summary.space);
    writeField(json, "space_name", summary.spaceName);
    writeField(json, "step", orNull(summary.step));
    writeField(json, "peak_bytes", summary.peakBytes);
    writeField(json, "failure_step",
               hasFailed(overview) ? Cell(std::int64_t{overview.view->failures.front().value}) : Cell());
    writeField(json, "peak_is_lower_bound", !overview.figures.peakDoubt.empty());
    writeField(json, "fits", orNull(summary.fits));
    writeField(json, "fits_on", orNull(overview.figures.fitsOn));
    writeField(json, "device", orNull(summary.device));
    writeField(json, "capacity_bytes", orNull(summary.capacityBytes));
    writeField(json, "headroom_bytes", orNull(summary.headroomBytes));
    writeField(json, "other_programs", static_cast<std::int64_t>(overview.otherPrograms));
    json.key("figures").beginObject();
    for (const auto& [name, value] : summary.figures)
        writeField(json, name, std::visit([](const auto& known) { return Cell(known); }, value));
    json.endObject();
}

/// Writes the parts of the peak and its largest buffers.
void writeParts(JsonWriter& json, const Summary& summary)
{
    json.key("categories").beginArray(JsonLayout::Rows);
    for (const PeakPart& part : summary.categories) {
        json.beginObject();
        writeField(json, "category", part.category);
        writeField(json, "bytes", part.bytes);
        writeField(json, "uncertain_bytes", part.uncertainBytes);
        json.endObject();
    }
    json.endArray();
    json.key("buffers").beginArray(JsonLayout::Rows);
    for (const EqualBuffers& group : summary.buffers) {
        json.beginObject();
        writeField(json, "count", static_cast<std::int64_t>(group.count));
        writeField(json, "size_bytes", group.sizeBytes);
        writeField(json, "total_bytes", group.totalBytes());
        writeField(json, "shape", orNull(group.shape));
        writeField(json, "op", group.op);
        writeField(json, "category", orNull(group.category));
        writeField(json, "source_file", orNull(group.sourceFile));
        writeField(json, "source_line", group.sourceLine > 0 ? Cell(group.sourceLine) : Cell());
        writeField(json, "certain", certainCell(group.category, group.certain));
        json.endObject();
    }
    json.endArray();
}

void writeJson(std::ostream& out, const Overview& overview)
{
    const Summary& summary = overview.summary;
    JsonWriter json(out, JsonLayout::Spaced);
    json.beginObject();
    writePeak(json, overview);
    writeParts(json, summary);
    json.key("findings").beginArray(JsonLayout::Rows);
    for (const Saving& saving : summary.findings) {
        json.beginObject();
        writeField(json, "finding", saving.finding);
        writeField(json, "saved_bytes", saving.savedBytes);
        writeField(json, "peak_before_bytes", orNull(saving.peakBeforeBytes));
        writeField(json, "peak_after_bytes", orNull(saving.peakAfterBytes));
        writeField(json, "is_estimate", saving.isEstimate);
        writeField(json, "text", saving.text);
        writeField(json, "is_upper_bound", saving.isUpperBound);
        json.endObject();
    }
    json.endArray();
    writeSteps(json, summary.steps);
    json.key("messages").beginArray(JsonLayout::Rows);
    for (const std::string& message : summary.messages)
        json.value(message);
    json.endArray();
    writeField(json, "more_messages", static_cast<std::int64_t>(summary.moreMessages));
    writeWarnings(json, summary.warnings);
    json.key("next").beginArray(JsonLayout::Rows);
    for (const NextStep& step : overview.next)
        json.value(validUtf8(step.command));
    json.endArray().endObject();
    out << '\n';
}

/// Writes the overview section by section. No section takes more lines than its share.
class Screen
{
public:
    Screen(std::ostream& out, const TextLayout& layout, const Overview& overview)
        : m_out(out)
        , m_layout(layout)
        , m_columns(std::min(layout.columns, kMostColumns))
        , m_overview(overview)
        , m_summary(overview.summary)
        , m_view(*overview.view)
    { }

    void write()
    {
        const bool areMessagesFirst = haveOthersFailed();
        if (areMessagesFirst) {
            writeMessages();
            m_out << '\n';
        }
        m_out << m_layout.bold(wrapped(printable(m_summary.sentence), m_columns)) << "\n\n";
        writeSubject();
        writeParts();
        writeBuffers();
        writeSteps();
        writeFindings();
        if (!areMessagesFirst && !m_summary.messages.empty()) {
            m_out << '\n';
            writeMessages();
        }
        writeNext();
    }

private:
    /// Writes a line, cut to the maximum number of columns.
    void line(const std::string& text) { m_out << cutEnd(text, m_columns) << '\n'; }

    /// "jit_train_step(137) on trainer-0, HBM (0)", with the peak and the capacity.
    void writeSubject()
    {
        const Figures& figures = m_overview.figures;
        const bool isOneOfMessages = m_view.axis.kind == AxisKind::None && !m_summary.messages.empty();
        const std::string file = isOneOfMessages ? printable(fileNameOf(m_view.path)) + ", " : std::string();
        line(file + subjectOf(m_view) + framed("; not shown: ", m_overview.others));
        std::string peak;
        if (m_view.axis.kind == AxisKind::None) {
            for (const Figure& figure : figures.list)
                if (figure.line > 0 && figure.isBytes() && figure.id != "capacity_bytes"
                    && figure.id != "headroom_bytes")
                    addTo(peak, ", ", inSentence(figure.label) + " " + bytesText(figure.bytes()));
            if (!m_overview.stated.empty())
                addTo(peak, ", ", m_overview.stated);
            if (!peak.empty())
                m_out << wrapped("The message says: " + peak, m_columns) << '\n';
            return;
        }
        if (isOneMoment()) {
            m_out << wrapped("In use: " + bytesText(figures.peakBytes) + ". " + roomText(), m_columns) << '\n';
            return;
        }
        peak = "Peak " + std::string(figures.peakDoubt.empty() ? "" : "at least ") + bytesText(figures.peakBytes)
            + " at " + m_view.axis.cell + " " + groupedNumber(m_view.peakStep.value) + " of "
            + groupedNumber(m_view.axis.count) + ". ";
        m_out << wrapped(peak + roomText(), m_columns) << '\n';
        if (const StepId failed = shownStep(m_view); hasFailed(m_overview))
            line("At the failure, " + m_view.axis.cell + " " + groupedNumber(failed.value) + ": "
                 + bytesText(m_view.levelAt(failed)) + " in use.");
    }

    /// Whether the file only has what was in use when it was written.
    bool isOneMoment() const { return m_view.isHistory && m_view.axis.count <= 1; }

    std::string roomText() const
    {
        const Figures& figures = m_overview.figures;
        const std::string need = withAmounts(figures.needText());
        if (!figures.capacity.bytes && !figures.fitsOn.empty())
            return "Fits on " + figures.fitsOn + ".";
        if (!figures.capacity.bytes)
            return (figures.failedBytes > 0 ? capitalised(need) + ". " : "")
                + "The memory of the device is not known; name it with -d.";
        const std::string device = figures.capacity.device.empty() ? "the device" : printable(figures.capacity.device);
        std::string room = bytesText(*figures.capacity.bytes) + " of " + device;
        if (!figures.capacity.statedBy.empty())
            room = "limit of " + bytesText(*figures.capacity.bytes) + " (" + printable(figures.capacity.statedBy) + ")";
        if (!figures.headroomBytes && figures.capacity.isChosen && figures.neededBytes > *figures.capacity.bytes)
            return "Compiled for another device: the plan uses " + bytesText(figures.neededBytes) + ", more than the "
                + room + ".";
        if (!figures.headroomBytes)
            return "There is " + room + "; what else is needed is not known.";
        const Fit fit = fitOf(m_view, figures);
        if (fit == Fit::Recorded && figures.failedBytes > 0)
            return "Fits the " + room + " if it is not fragmented: " + need + ", " + bytesText(*figures.headroomBytes)
                + " to spare.";
        if (fit == Fit::Recorded)
            return "The allocator held at most " + bytesText(*figures.capacity.bytes - *figures.headroomBytes)
                + " of the " + room + ".";
        if (fit == Fit::Refused)
            return m_layout.red("Cannot be compiled") + ", although the peak is below the " + room + ".";
        const bool isMore = figures.failedBytes > 0 || bytesText(figures.neededBytes) != bytesText(figures.peakBytes);
        if (fit == Fit::TooBig)
            return m_layout.red("Does not fit") + ": " + (isMore ? need + ", " : "")
                + bytesText(-*figures.headroomBytes) + " over the " + room + ".";
        return "Fits the " + room + (isMore ? ": " + need : "") + ", " + bytesText(*figures.headroomBytes)
            + " to spare.";
    }

    void writeParts()
    {
        const auto& parts = m_summary.categories;
        if (parts.empty())
            return;
        std::int64_t whole = 0;
        for (const PeakPart& part : parts)
            whole += part.bytes;
        m_out << '\n';
        const auto row = [&](const std::string& name, std::int64_t bytes) {
            line("  " + padded(cutEnd(printable(name), 30), 30) + padded(bytesText(bytes), kSizeColumns, true)
                 + padded(percentText(bytes, whole), 9, true));
        };
        // If the list does not fit, one part gives its line to the rest.
        const std::size_t shown = parts.size() > kMostCategories ? kMostCategories - 1 : parts.size();
        std::int64_t rest = whole;
        for (std::size_t i = 0; i < shown; ++i) {
            row(parts[i].label, parts[i].bytes);
            rest -= parts[i].bytes;
        }
        if (shown < parts.size())
            row(std::to_string(parts.size() - shown) + " others", rest);
    }

    void writeBuffers()
    {
        const auto& groups = m_summary.buffers;
        if (groups.empty())
            return;
        std::string where = hasFailed(m_overview) ? " at the failure" : " at the peak";
        if (m_view.axis.kind == AxisKind::None)
            where = " of the message";
        else if (isOneMoment())
            where = " in use";
        m_out << '\n'
              << m_layout.bold("Largest " + m_view.rows.many + where)
              << (m_view.rows.shareAtUnknownTimes ? "; many share memory at different times" : "") << '\n';
        std::vector<std::array<std::string, 4>> cells;
        std::array<std::size_t, 4> widths{};
        for (const EqualBuffers& group : groups) {
            const std::string sourceText = frameText({fileNameOf(group.sourceFile), group.sourceLine});
            cells.push_back({(group.count > 1 ? groupedNumber(static_cast<std::int64_t>(group.count)) + " x " : "")
                                 + bytesText(group.sizeBytes),
                             cutEnd(printable(group.shape), 30), printable(group.op),
                             cutStart(printable(sourceText), 24)});
            for (std::size_t i = 0; i < widths.size(); ++i)
                widths[i] = std::max(widths[i], terminalColumns(cells.back()[i]));
        }
        const std::size_t taken = 2 + widths[0] + 2 + widths[1] + 2 + 2 + widths[3];
        widths[2] = std::min(widths[2], m_columns > taken + 12 ? m_columns - taken : 12);
        for (const auto& row : cells) {
            std::string text = "  " + padded(row[0], widths[0], true) + "  " + padded(row[1], widths[1]) + "  "
                + padded(cutStart(row[2], widths[2]), widths[2]) + "  " + row[3];
            text.erase(text.find_last_not_of(' ') + 1);
            line(text);
        }
    }

    /// The last steps: what is in use at their end, the change against the step before, and what grew most.
    void writeSteps()
    {
        const auto& steps = m_summary.steps;
        if (steps.empty())
            return;
        const std::size_t shown = std::min(steps.size(), kMostSteps);
        const std::size_t left = steps.size() - shown;
        m_out << '\n'
              << m_layout.bold(isOneMoment() ? "In use in each profile, and what grew"
                                             : "In use at the end of each step, and what grew")
              << (left > 0 ? "; " + counted(left, isOneMoment() ? "earlier profile" : "earlier step") + " not shown"
                           : "")
              << '\n';
        for (const StepGrowth& step : std::span(steps).last(shown)) {
            std::string grown;
            for (const StepGrowth::Line& line : step.lines)
                addTo(grown, ", ", printable(fileNameOf(line.source)) + " +" + bytesText(line.changeBytes));
            const std::string change = (step.changeBytes >= 0 ? "+" : "-") + bytesText(std::abs(step.changeBytes));
            line("  " + padded(cutStart(printable(step.step), 24), 24)
                 + padded(bytesText(step.liveBytes), kSizeColumns, true) + padded(change, kSizeColumns + 2, true)
                 + framed("  ", grown));
        }
    }

    void writeFindings()
    {
        if (m_summary.findings.empty())
            return;
        m_out << '\n' << m_layout.bold("What saves most") << '\n';
        for (const Saving& saving : m_summary.findings) {
            std::string text = "  " + padded(bytesText(saving.savedBytes), kSizeColumns, true) + "  " + saving.label;
            if (saving.peakAfterBytes)
                // All changes together contain estimates, which may save more.
                text += std::string(" (peak then ")
                    + (saving.isUpperBound && saving.finding != "all" ? "at least " : "")
                    + bytesText(*saving.peakAfterBytes) + (saving.isEstimate ? ", an estimate)" : ")");
            line(text);
        }
    }

    /// Whether there are messages while nothing is wrong with the shown program: then the failure is the answer.
    bool haveOthersFailed() const
    {
        const Fit fit = fitOf(m_view, m_overview.figures);
        return !m_summary.messages.empty() && m_view.axis.kind != AxisKind::None && !hasFailed(m_overview)
            && fit != Fit::TooBig && fit != Fit::Refused && !m_overview.figures.exceeded;
    }

    void writeMessages()
    {
        m_out << m_layout.bold("Messages") << '\n';
        for (const std::string& message : m_summary.messages)
            m_out << "  " << wrapped(printable(message), m_columns - 2, "    ") << '\n';
        if (m_summary.moreMessages > 0)
            line("  and " + counted(m_summary.moreMessages, "more message"));
    }

    void writeNext()
    {
        if (m_overview.next.empty())
            return;
        m_out << '\n' << m_layout.bold("Next") << '\n';
        for (const NextStep& step : m_overview.next) {
            // A command is never cut, because the user copies it.
            const std::string purpose = "  # " + step.purpose;
            const bool hasRoom = 2 + terminalColumns(step.command) + purpose.size() <= m_columns;
            m_out << "  " << step.command << (hasRoom ? purpose : "") << '\n';
        }
    }

    std::ostream& m_out;
    const TextLayout& m_layout;
    std::size_t m_columns;
    const Overview& m_overview;
    const Summary& m_summary;
    const View& m_view;
};

} // namespace

int runReport(const Options& options)
{
    const auto documents = open(options);
    if (!documents)
        return fail(documents.error());
    const auto shown = viewedByRules(options, viewFirst(*documents, options.choice, printWarnings, terminalProgress()));
    if (!shown)
        return fail(shown.error());
    const auto overview = overviewOf(options, *shown);
    if (!overview)
        return fail(overview.error());
    printWarnings(shown->view->problems);
    const TextLayout layout = textLayout(options);
    return output(options, [&](std::ostream& out) {
        if (options.format == TableFormat::Text)
            Screen(out, layout, *overview).write();
        else
            writeJson(out, *overview);
    });
}

} // namespace tidemark::cli
