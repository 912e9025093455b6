#include "core/tenstorrent/xla/profile_view.h"

#include "core/base/text.h"
#include "core/tenstorrent/xla/profile_checks.h"
#include "core/tenstorrent/xla/profile_figures.h"
#include "core/tenstorrent/xla/profile_findings.h"
#include "core/view/explain_peak.h"
#include "core/view/finding.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>

namespace tidemark::ttxla {
namespace {

/// The data that the callbacks of a view use.
struct ShownProfile {
    ProgramExtent program;
    Memory memory = Memory::Dram;
    Levels levels;
    std::shared_ptr<const OperationRows> rows;
};

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

Curve curveOf(CurveRole role, const char* name, const Values& values)
{
    return {role, name, values.values, Hue::Temporary, values.known};
}

/// Replaces the fragmentation by that of the states that upstream shows.
void takeStatesBefore(Levels& levels, const Profile& profile, Memory memory, Extent extent)
{
    if (profile.moment == Moment::After)
        return;
    std::int64_t last = 0;
    for (std::size_t at = 0; at < extent.count(); ++at) {
        const bool isListed = profile.operations[extent.begin + at].isListed();
        const auto stated = isListed ? profile.before(extent.begin + at, memory).fragmentation() : std::nullopt;
        last = stated.value_or(last);
        levels.fragmentation.values[at] = last;
        levels.fragmentation.known[at] = stated ? 1 : 0;
    }
}

Warnings problemsOf(const Profile& profile, Memory memory, Extent extent)
{
    Warnings problems = profile.warnings;
    for (const OutOfMemory& shortage : profile.shortages)
        if ((!shortage.memory || shortage.memory == memory) && shortage.operation >= extent.begin
            && shortage.operation < std::max(extent.end, extent.begin + 1))
            problems.addNamed("out-of-memory",
                              "line " + std::to_string(shortage.line) + ": " + causeText(shortage) + ".");
    return problems;
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

/// What a group of live rows holds, for a sentence about the peak.
struct HeldBytes {
    std::int64_t bytes = 0;
    std::optional<RowId> largest; // of the rows that hold something
    std::size_t count = 0;

    void add(RowId row, std::int64_t size, std::int64_t sizeOfLargest)
    {
        bytes += size;
        ++count;
        if (!largest || size > sizeOfLargest)
            largest = row;
    }
};

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
    std::array<HeldBytes, 4> held; // by OperationRows::Kind
    for (const LiveRow& each : live) {
        const OperationRow& row = rows.rows[each.row.index()];
        HeldBytes& of = held[row.kind];
        if (row.size > 0)
            of.add(each.row, row.size, of.largest ? table.size[*of.largest] : 0);
    }
    const HeldBytes& made = held[OperationRows::Made];
    const HeldBytes& weights = held[OperationRows::Weight];
    const std::int64_t unknown = held[OperationRows::Other].bytes + held[OperationRows::Rounding].bytes;
    const std::string unknownText = shareText(std::min(unknown, peak), peak) + " is not attributed to any operation";
    const bool areWeightsMore = weights.bytes > made.bytes;
    const HeldBytes& known = areWeightsMore ? weights : made;
    explanation.text += ": ";
    if (unknown >= known.bytes) {
        explanation.text += unknownText;
        if (!known.largest)
            return;
        const std::string result = resultText(table, *known.largest);
        explanation.text += "; of the rest, " + explanation.addAmount(table.size[*known.largest]) + " is "
            + textOr(result, "one buffer");
        explanation.rows = {*known.largest};
        return;
    }
    if (areWeightsMore && weights.count > 1) {
        explanation.text += shareText(std::min(weights.bytes, peak), peak) + " is const-eval, "
            + countWord(weights.count) + " buffers of " + explanation.addAmount(weights.bytes) + " together";
        for (const LiveRow& each : live)
            if (rows.rows[each.row.index()].kind == OperationRows::Weight && table.size[each.row] > 0)
                explanation.rows.push_back(each.row);
        std::ranges::stable_sort(explanation.rows, std::greater(), [&](RowId row) { return table.size[row]; });
    } else {
        describeLargest(table, *known.largest, peak, explanation);
    }
    if (unknown >= peak / kMentioned)
        explanation.text += "; " + unknownText;
}

/// Explains the first failed allocation in this memory, else the operation of the peak and the largest of the rows that
/// are live after it.
Result<Explanation> explainProfile(const ShownProfile& shown, const Axis& axis, const Rows& rows, StepId peakStep,
                                   const Figures& figures, const Progress& progress)
{
    const Extent extent = shown.program.extent;
    for (const OutOfMemory& shortage : shown.program.profile->shortages)
        if ((!shortage.memory || shortage.memory == shown.memory) && shortage.operation >= extent.begin
            && shortage.operation < std::max(extent.end, extent.begin + 1))
            return explainShortage(shortage);
    if (figures.peakBytes <= 0)
        return Explanation{{"The program uses none of this memory.", {}}, {}};
    Explanation explanation;
    explanation.text = figures.peakDoubt.empty() ? "The peak is " : "The peak is at least ";
    explanation.text += explanation.addAmount(figures.peakBytes);
    if (shown.program.profile->areAmountsPerBank)
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

std::shared_ptr<const View> makeProfileView(const ProgramExtent& program, Memory memory, const FileEntry& file,
                                            const ProgramEntry& entry)
{
    const std::shared_ptr<const Profile>& profile = program.profile;
    const Extent extent = program.extent;
    auto shown = std::make_shared<ShownProfile>();
    shown->program = program;
    shown->memory = memory;
    shown->levels = levelsOf(*profile, memory, extent);
    shown->rows = std::make_shared<const OperationRows>(rowsOf(*profile, memory, extent, shown->levels));
    const Levels& levels = shown->levels;

    auto view = std::make_shared<View>();
    view->path = file.path;
    view->host = profile->rank;
    view->program = validUtf8(entry.name);
    view->programId = entry.id;
    view->programText = validUtf8(entry.fullName());
    view->memory = static_cast<std::int64_t>(memory);
    view->memoryName = view->memoryText = std::string(kMemoryNames[static_cast<std::size_t>(memory)]);
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
                    curveOf(CurveRole::Upstream, "Before the operation, as on the profiler's page", levels.upstream),
                    curveOf(CurveRole::Ratio, "Fragmentation", levels.fragmentation)};
    view->marks = marksOf(*profile, extent);
    view->peakStep = StepId::at(levels.peakAt);
    view->isPeakLeast = !peakDoubt(*profile, levels).empty();
    view->rows = viewRows(profile, shown->rows);
    view->figures = [shown](const Device* chosen) {
        return figuresOf(*shown->program.profile, shown->memory, shown->program.extent, shown->levels, *shown->rows,
                         chosen);
    };
    view->checks = [shown] {
        return checksOf(*shown->program.profile, shown->memory, shown->program.extent, shown->levels, *shown->rows);
    };
    view->explain = [shown, axis = view->axis, rows = view->rows, peakStep = view->peakStep](const Figures& figures,
                                                                                             const Progress& progress) {
        return explainProfile(*shown, axis, rows, peakStep, figures, progress);
    };
    view->findings = [shown](const Figures&, const Progress&) {
        return Result<std::vector<Finding>>(
            findingsOf(*shown->program.profile, shown->memory, shown->program.extent, shown->levels, *shown->rows));
    };
    view->problems = problemsOf(*profile, memory, extent);
    view->remarks = remarksOn(*profile, memory, levels);
    constexpr std::size_t kPerOperation = 5 * (sizeof(std::int64_t) + 1);
    view->memoryUse = levels.level.values.size() * kPerOperation + shown->rows->rows.size() * sizeof(OperationRow);
    view->owner = shown;
    return view;
}

OperationsView makeOperationsView(const ProgramExtent& program, Memory memory, const View& of, ShownAs as)
{
    const std::shared_ptr<const Profile>& profile = program.profile;
    const Extent extent = program.extent;
    auto levels = std::make_shared<Levels>(levelsOf(*profile, memory, extent, as.banks));
    if (as.isAsUpstream)
        takeStatesBefore(*levels, *profile, memory, extent);
    auto view = std::make_shared<View>();
    view->path = of.path;
    view->host = of.host;
    view->program = of.program;
    view->programId = of.programId;
    view->programText = of.programText;
    view->memory = of.memory;
    view->memoryName = of.memoryName;
    view->memoryText = of.memoryText + (as.banks == Banks::One ? " · one bank" : "");
    view->axis = of.axis;
    view->marks = of.marks;
    if (as.isAsUpstream) {
        view->axis.label = [profile, extent](StepId step) {
            const Operation& operation = profile->operations[extent.begin + step.index()];
            return std::string(profile->labelOf(operation))
                + (operation.isListed() ? "" : ", which upstream leaves out");
        };
        view->curves = {curveOf(CurveRole::Level, "Before the operation, as upstream shows it", levels->upstream)};
    } else {
        view->curves = {curveOf(CurveRole::Level, "After the operation", levels->level),
                        curveOf(CurveRole::Inside, "Peak inside the operation", levels->inside)};
    }
    view->curves.push_back(curveOf(CurveRole::Ratio, "Fragmentation", levels->fragmentation));
    view->peakStep = StepId::at(as.isAsUpstream ? levels->upstreamPeakAt : levels->peakAt);
    view->isPeakLeast = of.isPeakLeast;
    view->rows.one = of.rows.one;
    view->rows.many = of.rows.many;
    view->owner = levels;
    return {view, levels, reportOn(*profile, memory, extent, *levels, as)};
}

ProgramOutline outlineOf(const ProgramExtent& program)
{
    ProgramOutline outline;
    outline.hasPlan = true;
    for (const Memory memory : kAllMemories) {
        const Peaks peaks = peaksOf(*program.profile, memory, program.extent);
        if (!peaks.peak)
            continue;
        const std::string name(kMemoryNames[static_cast<std::size_t>(memory)]);
        outline.memories.push_back({static_cast<std::int64_t>(memory), name, name, peaks.upstreamPeak, peaks.peak,
                                    peaks.peak, !peakDoubt(*program.profile, peaks).empty()});
    }
    return outline;
}

Warnings remarksOn(const Profile& profile, Memory memory, const Levels& levels)
{
    Warnings remarks;
    const auto place = static_cast<std::int64_t>(memory);
    if (isOfRecords(profile))
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

} // namespace tidemark::ttxla
