#include "core/tenstorrent/tt_xla/profile_view.h"

#include "core/base/text.h"
#include "core/explain/explain_peak.h"
#include "core/view/finding.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace tidemark::ttxla {
namespace {

/// Returns the ranges that overlap the extent, as steps from its begin.
std::vector<Mark> marksOf(const Profile& profile, Extent extent)
{
    std::vector<Mark> marks;
    for (const Range& range : profile.ranges) {
        const std::size_t begin = std::max<std::size_t>(range.begin, extent.begin);
        const std::size_t end = std::min<std::size_t>(range.end, extent.end);
        if (begin < end)
            marks.push_back({range.name, StepId::at(begin - extent.begin), StepId::at(end - extent.begin),
                             range.kind == RangeKind::ConstEval ? Hue::Argument : Hue::Temporary});
    }
    return marks;
}

Warnings problemsOf(const ShownMemory& shown)
{
    Warnings problems = shown.profile->warnings;
    for (const OutOfMemory& shortage : shown.profile->shortages)
        if (shortage.isIn(shown.memory, shown.extent))
            problems.addNamed("out-of-memory",
                              "line " + std::to_string(shortage.line) + ": " + shortage.causeText() + ".");
    return problems;
}

/// Returns remarks on how to read the profile. They are not faults of its file.
Warnings remarksOn(const ShownMemory& shown)
{
    Warnings remarks;
    const auto place = static_cast<std::int64_t>(shown.memory);
    const Levels& levels = shown.levels;
    if (isOfRecords(*shown.profile))
        remarks.add(
            "recorded-operations",
            "The peak is that of the recorded operations, each with the state before it. The memory in use before "
            "deallocations is not in these files, but in the log from which they were made.",
            std::nullopt, place);
    if (levels.upstreamPeak && levels.peak && *levels.upstreamPeak < *levels.peak)
        remarks.add("upstream-peak",
                    "The profiler's own page shows a peak of " + bytesText(*levels.upstreamPeak)
                        + " instead: it leaves out the moments before tensors are deallocated.",
                    std::nullopt, place);
    return remarks;
}

/// "An allocation failed in line 189: a DRAM buffer of 12 GiB needs 1 GiB in each of 12 banks, where 839.5 MiB is
/// free."
Explanation explainShortage(const OutOfMemory& shortage)
{
    Explanation explanation;
    std::string& text = explanation.text;
    text = "An allocation failed in line " + std::to_string(shortage.line) + ": a " + plainWords(shortage.buffer)
        + " buffer of " + explanation.addAmount(shortage.bytes);
    text += " needs " + explanation.addAmount(shortage.perBank) + " in each of " + groupedNumber(shortage.banks)
        + " banks";
    const OutOfMemory::Cause cause = shortage.cause();
    if (cause == OutOfMemory::Cause::TooBig && !shortage.free)
        text += ", which have " + explanation.addAmount(*shortage.bankSize);
    else if (shortage.free)
        text += ", where " + explanation.addAmount(*shortage.free) + " is free";
    if (cause == OutOfMemory::Cause::Fragmented)
        text += ", but the memory is fragmented and the largest free block has "
            + explanation.addAmount(*shortage.largest);
    if (cause == OutOfMemory::Cause::Contradicting)
        text += ", and the line says that a free block has " + explanation.addAmount(*shortage.largest);
    if (cause == OutOfMemory::Cause::Unknown && !shortage.free)
        text += "; the line does not say what was free";
    text += '.';
    return explanation;
}

/// "the result of ttnn.reshape, 1x32x4x1048576xbf16"; empty if the file names no operation
std::string resultText(const Rows& rows, RowId row)
{
    Facts facts;
    rows.describe(row, facts);
    if (facts.label().starts_with('('))
        return {};
    return "the result of " + plainWords(facts.label()) + framed(", ", plainWords(facts.shape));
}

/// "82 % is one buffer of 1.75 GiB, the result of ttnn.reshape, 1x32x4x1048576xbf16"
void describeLargest(const Rows& rows, RowId largest, std::int64_t peak, Explanation& explanation)
{
    explanation.text += shareText(std::min(rows.size[largest], peak), peak) + " is one buffer of "
        + explanation.addAmount(rows.size[largest]);
    const std::string result = resultText(rows, largest);
    explanation.text += (result.empty() ? "" : ", ") + result;
    explanation.rows.push_back(largest);
}

/// Says what holds most. A log gives only levels, so the bytes that no operation is known to have made may be any
/// number of buffers.
///
///     91 % is not attributed to any operation; of the rest, 146.3 MiB is the result of ttnn.multiply, 32x4xf32
///     54 % is const-eval, three buffers of 96.05 MiB together; 46 % is not attributed to any operation
void describeHolders(const Rows& table, const OperationRows& rows, const std::vector<LiveRow>& live, std::int64_t peak,
                     Explanation& explanation)
{
    constexpr std::int64_t kMentioned = 5; // one part in so many of the peak
    std::array<std::vector<RowId>, 4> held; // by OperationRows::Kind, the largest first
    std::array<std::int64_t, 4> bytes{};
    for (const LiveRow& each : live)
        if (const OperationRow& row = rows.rows[each.row.index()]; row.size > 0) {
            held[row.kind].push_back(each.row);
            bytes[row.kind] += row.size;
        }
    for (std::vector<RowId>& each : held)
        std::ranges::stable_sort(each, std::greater(), [&](RowId row) { return table.size[row]; });
    const bool areWeightsMore = bytes[OperationRows::Weight] > bytes[OperationRows::Made];
    const OperationRows::Kind known = areWeightsMore ? OperationRows::Weight : OperationRows::Made;
    const std::int64_t unknown = bytes[OperationRows::Other] + bytes[OperationRows::Rounding];
    const std::string unknownText = shareText(std::min(unknown, peak), peak) + " is not attributed to any operation";
    explanation.text += ": ";
    if (unknown >= bytes[known]) {
        explanation.text += unknownText;
        if (held[known].empty())
            return;
        const RowId largest = held[known].front();
        explanation.text += "; of the rest, " + explanation.addAmount(table.size[largest]) + " is "
            + textOr(resultText(table, largest), "one buffer");
        explanation.rows = {largest};
        return;
    }
    if (areWeightsMore && held[known].size() > 1) {
        explanation.text += shareText(std::min(bytes[known], peak), peak) + " is const-eval, "
            + countWord(held[known].size()) + " buffers of " + explanation.addAmount(bytes[known]) + " together";
        explanation.rows = held[known];
    } else {
        describeLargest(table, held[known].front(), peak, explanation);
    }
    if (unknown >= peak / kMentioned)
        explanation.text += "; " + unknownText;
}

/// Explains the first failed allocation in this memory, else the operation of the peak and the largest of the rows that
/// are live after it.
Result<Explanation> explainProfile(const ShownMemory& shown, const Axis& axis, const Rows& rows, StepId peakStep,
                                   const Figures& figures, const Progress& progress)
{
    for (const OutOfMemory& shortage : shown.profile->shortages)
        if (shortage.isIn(shown.memory, shown.extent))
            return explainShortage(shortage);
    if (figures.peakBytes <= 0)
        return Explanation{{"The program uses none of this memory.", {}}, {}};
    Explanation explanation;
    explanation.text = figures.peakDoubt.empty() ? "The peak is " : "The peak is at least ";
    explanation.text += explanation.addAmount(figures.peakBytes);
    if (shown.profile->areAmountsPerBank)
        explanation.text += " per bank";
    if (const std::string label = axis.label(peakStep); !label.empty())
        explanation.text += " in operation " + plainWords(validUtf8(label));
    const std::vector<LiveRow> live = rows.live(peakStep);
    if (progress.cancelled())
        return Progress::cancelledError();
    if (!live.empty() && shown.rows->hasOffsets) {
        explanation.text += ": ";
        describeLargest(
            rows, std::ranges::max_element(live, {}, [&](const LiveRow& each) { return rows.size[each.row]; })->row,
            figures.peakBytes, explanation);
    } else if (!live.empty()) {
        describeHolders(rows, *shown.rows, live, figures.peakBytes, explanation);
    }
    explanation.text += '.';
    return explanation;
}

} // namespace

Curve curveOf(CurveRole role, const char* name, const Values& values)
{
    return {role, name, values.values, Hue::Temporary, values.known};
}

std::shared_ptr<const View> makeProfileView(const ProgramExtent& program, Memory memory, const FileEntry& file,
                                            const ProgramEntry& entry)
{
    const std::shared_ptr<const Profile>& profile = program.profile;
    const Extent extent = program.extent;
    const auto shown = std::make_shared<const ShownMemory>(profile, memory, extent);
    const Levels& levels = shown->levels;

    auto view = std::make_shared<View>();
    view->path = file.path;
    view->host = profile->rank;
    view->program = validUtf8(entry.name);
    view->programId = entry.id;
    view->programText = validUtf8(entry.fullName());
    view->memory = static_cast<std::int64_t>(memory);
    view->memoryName = view->memoryText = nameOf(memory);
    if (profile->areAmountsPerBank)
        view->memoryText += " · one bank";
    view->axis.kind = AxisKind::Operations;
    view->axis.count = static_cast<std::uint32_t>(levels.level.values.size());
    view->axis.title = "Operations in the order in which they ran";
    view->axis.cell = "operation";
    view->axis.label = [profile, extent](StepId step) {
        return std::string(profile->labelOf(profile->operations[extent.begin + step.index()]));
    };
    view->curves = {curveOf(CurveRole::Level, "After the operation", levels.level),
                    curveOf(CurveRole::Inside, "Peak inside the operation", levels.inside),
                    curveOf(CurveRole::Ratio, "Fragmentation", levels.fragmentation)};
    view->marks = marksOf(*profile, extent);
    view->peakStep = StepId::at(levels.peakAt);
    view->isPeakLeast = !peakDoubt(*profile, levels).empty();
    view->rows = viewRows(profile, shown->rows);
    view->figures = [shown](const Device* chosen) { return figuresOf(*shown, chosen); };
    view->checks = [shown] { return checksOf(*shown); };
    view->explain = [shown, axis = view->axis, rows = view->rows, peakStep = view->peakStep](const Figures& figures,
                                                                                             const Progress& progress) {
        return explainProfile(*shown, axis, rows, peakStep, figures, progress);
    };
    view->findings
        = [shown](const Figures&, const Progress&) { return Result<std::vector<Finding>>(findingsOf(*shown)); };
    view->problems = problemsOf(*shown);
    view->remarks = remarksOn(*shown);
    constexpr std::size_t kPerOperation = 4 * (sizeof(std::int64_t) + 1);
    view->memoryUse = levels.level.values.size() * kPerOperation + shown->rows->rows.size() * sizeof(OperationRow);
    view->owner = shown;
    return view;
}

ProgramOutline outlineOf(const ProgramExtent& program)
{
    ProgramOutline outline;
    outline.hasPlan = true;
    for (const Memory memory : kAllMemories) {
        const Peaks peaks = peaksOf(*program.profile, memory, program.extent);
        if (!peaks.peak)
            continue;
        const std::string name(nameOf(memory));
        outline.memories.push_back({static_cast<std::int64_t>(memory), name, name, peaks.upstreamPeak, peaks.peak,
                                    peaks.peak, !peakDoubt(*program.profile, peaks).empty()});
    }
    return outline;
}

} // namespace tidemark::ttxla
