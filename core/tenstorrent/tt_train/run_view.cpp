#include "core/tenstorrent/tt_train/run_view.h"

#include "core/base/text.h"
#include "core/explain/explain_peak.h"
#include "core/view/figures.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace tidemark::tt {
namespace {

constexpr std::array kTitles = {
    CheckTitle{"segment-change", "The change of a phase is allocated minus freed"},
    CheckTitle{"cumulative-current", "The memory in use continues from phase to phase"},
    CheckTitle{"cumulative-peak", "The cumulative peak is the peak of the phases so far"},
    CheckTitle{"final-peak", "The peak of the run is the peak of its phases"},
    CheckTitle{"final-usage", "The memory in use at the end equals that after the last phase"},
    CheckTitle{"run-complete", "No number of the run is missing"},
};

constexpr std::int64_t kTolerance = 20972; // 0.02 MB, rounded up

/// Adds no check if either side is not known.
void compare(std::vector<Check>& checks, std::string name, std::string left, const Bytes& leftBytes, std::string right,
             const Bytes& rightBytes)
{
    if (!leftBytes || !rightBytes)
        return;
    const std::string fault = left + " is not " + right + ".";
    Check check = equality(std::move(name), std::move(left), *leftBytes, std::move(right), *rightBytes, fault);
    if (check.verdict == Verdict::Fails && std::abs(*leftBytes - *rightBytes) <= kTolerance) {
        check.verdict = Verdict::Ok;
        check.text.clear();
    }
    checks.push_back(std::move(check));
}

constexpr std::int64_t kWorthSaying = 1000; // a finding must save at least 1/1000 of the peak
constexpr const char* kRecomputes = "memory_efficient"; // in a title: tt-train's mode that already recomputes

void addDram(FigureList& list, const Run& run, const Components& all)
{
    list.bytes("final_bytes", run.finalUsage, "At the end");
    for (const Component* each : {&all.model, &all.optimizer, &all.activations, &all.gradients, &all.overhead})
        list.bytes((std::string(each->id) + "_bytes").c_str(), each->actual, each->name);
    for (const Component* each : {&all.model, &all.optimizer, &all.gradients}) {
        if (!each->expected)
            continue;
        Figure& figure
            = list.bytes((std::string(each->id) + "_expected_bytes").c_str(),
                         std::int64_t{std::llround(*each->expected)}, (std::string(each->name) + " expected").c_str());
        if (each->actual)
            figure.remarks = {{"measured %1", each->actual, std::nullopt}};
        showNextToParts(figure, "");
    }
}

/// The capacity of DRAM: as the user states it, else that of the chosen device, else that of the CI export.
Capacity capacityOfRun(const Run& run, const Device* chosen, const GivenSizes& given)
{
    Capacity capacity = capacityOf(Platform::Unknown, {}, chosen, kDram);
    if (const auto stated = given.find(kDeviceMemory); stated != given.end()) {
        capacity = {};
        capacity.device = "stated by the user";
        capacity.bytes = std::llround(stated->second);
    } else if (!capacity.bytes && run.deviceBytes()) {
        capacity.device = "stated by the export";
        capacity.bytes = run.deviceBytes();
    }
    return capacity;
}

/// Returns buffers and circular buffers as two parts if both peak together, else as one part.
std::vector<Part> l1Parts(const Run& run, const Levels& levels)
{
    if (run.phases.empty() || !levels.peak)
        return {};
    const Phase& phase = run.phases[levels.peakPhase];
    constexpr std::int64_t kRounding = 2; // bytes
    if (!phase.l1Circular || !phase.l1Buffers || *phase.l1Circular <= 0 || *phase.l1Buffers <= 0
        || std::abs(*phase.l1Circular + *phase.l1Buffers - *levels.peak) > kRounding)
        return {{"Circular buffers and buffers", Hue::Temporary, *levels.peak}};
    return {{"Circular buffers", Hue::Temporary, *phase.l1Circular},
            {"Buffers", Hue::Constant, *levels.peak - *phase.l1Circular}};
}

/// The data that the callbacks of a view use.
struct ShownRun {
    std::shared_ptr<const Run> run;
    Levels levels;
    std::vector<HeldComponent> held;
};

} // namespace

std::vector<Check> checksOf(const Run& run)
{
    std::vector<Check> checks;
    Bytes current = 0;
    Bytes peak = 0;
    for (const Phase& phase : run.phases) {
        const std::string of
            = textOr(phase.name, "phase without a name") + " (line " + std::to_string(phase.line) + "): ";
        Bytes change;
        if (phase.allocations && phase.deallocations)
            change = *phase.allocations - *phase.deallocations;
        compare(checks, "segment-change", of + "the segment change", phase.change, "allocations less deallocations",
                change);
        Bytes after;
        if (current && phase.change)
            after = *current + *phase.change;
        compare(checks, "cumulative-current", of + "the cumulative current", phase.cumulative,
                "the one before and the segment change", after);
        Bytes most;
        if (current && peak && phase.segmentPeak)
            most = std::max(*peak, *current + *phase.segmentPeak);
        compare(checks, "cumulative-peak", of + "the cumulative peak", phase.cumulativePeak,
                "the greater of the one before, and the current before with the segment peak", most);
        current = phase.cumulative;
        peak = phase.cumulativePeak;
    }
    if (!run.phases.empty()) {
        compare(checks, "final-peak", "the overall DRAM peak", run.overallPeak, "the last cumulative peak", peak);
        compare(checks, "final-usage", "the final DRAM usage", run.finalUsage, "the last cumulative current", current);
    }
    for (const Warning& warning : run.warnings.list())
        checks.push_back({"run-complete", {}, std::nullopt, {}, std::nullopt, Verdict::Note, warning.describe()});
    entitle(checks, kTitles);
    return checks;
}

std::vector<Finding> findingsOf(const Run& run, const Levels& levels, std::optional<std::int64_t> capacity)
{
    const std::vector<std::int64_t> activations = activationsInside(run, levels);
    if (activations.empty() || !levels.peak)
        return {};
    std::vector<Finding> findings;
    const auto add = [&](Finding finding, std::int64_t parts) {
        std::int64_t after = levels.inside[0] - activations[0] / parts;
        for (std::size_t i = 0; i < activations.size(); ++i)
            after = std::max(after, levels.inside[i] - activations[i] / parts);
        finding.savedBytes = *levels.peak - after;
        if (finding.savedBytes <= 0 || finding.savedBytes < *levels.peak / kWorthSaying)
            return;
        finding.peakBefore = levels.peak;
        finding.peakAfter = after;
        finding.isEstimate = true;
        finding.source = "tt-train's MEMORY_TRACKING.md, common optimizations";
        finding.amounts = {activations[levels.peakPhase]};
        if (capacity && *levels.peak > *capacity)
            finding.text += after <= *capacity ? "; then the run fits" : "; the run does not fit then either";
        findings.push_back(std::move(finding));
    };
    Finding recompute;
    recompute.id = "rematerialization";
    recompute.label = std::string("Recompute activations (") + kRecomputes + ")";
    recompute.assumption
        = "No activation is kept for the backward pass. The saving is smaller by the values that are kept of blocks, and "
          "by the need of one block while it is recomputed.";
    recompute.isUpperBound = true;
    recompute.text = "%1 of the peak are activations; the saving is at most that";
    if (run.name.find(kRecomputes) == std::string::npos)
        add(recompute, 1);
    Finding smaller;
    smaller.id = "smaller_batch";
    smaller.label = "Halve the batch, or accumulate gradients over two";
    smaller.assumption = "Activations shrink with the batch, and nothing else changes.";
    smaller.text = "%1 of the peak are activations; half of it remains";
    add(smaller, 2);
    return findings;
}

Figures figuresOf(const Run& run, const Run* counted, const Levels& levels, std::int64_t memory, const Device* chosen,
                  const GivenSizes& given)
{
    Figures figures;
    figures.peakStep = StepId::at(levels.peakPhase);
    figures.peakBytes = figures.totalBytes = figures.neededBytes = levels.peak.value_or(0);
    figures.parts = memory == kDram ? peakParts(run, levels) : l1Parts(run, levels);
    if (figures.parts.empty() && figures.peakBytes > 0)
        figures.parts = {{"Unknown kind", Hue::Temporary, figures.peakBytes}};
    if (memory == kL1) {
        figures.note = "of the worst core";
        figures.noteHelp
            = "For L1 the log has the peak of the worst core in each phase, but not the memory in use after it.";
    }
    if (memory == kDram)
        figures.capacity = capacityOfRun(run, chosen, given);
    if (figures.capacity.bytes && levels.peak)
        figures.headroomBytes = *figures.capacity.bytes - figures.neededBytes;

    FigureList list;
    list.text("module", run.title());
    list.text("rank", run.rank);
    list.add("line", static_cast<std::int64_t>(run.line));
    if (run.exported)
        list.text("git_commit", run.exported->commit);
    list.text("generation", generationName(run.generation));
    list.add("complete", std::string(run.isComplete ? "yes" : "no"));
    list.add("space", memory);
    list.text("space_name", memory == kDram ? "DRAM" : "L1");
    if (run.parameters)
        list.add("parameters", static_cast<std::int64_t>(*run.parameters));
    list.bytes("peak_bytes", memory == kDram ? run.peak() : levels.peak,
               run.exported ? "Peak of the export" : "Peak of the log");
    list.add("occupied_peak_bytes", levels.peak);
    if (memory == kDram)
        addDram(list, run, judge(run, counted, {given, true}).components);
    list.addCapacity(figures);
    figures.list = list.take();
    figures.warnings = run.warnings.list();
    const Warnings notes = notesOf(run);
    for (const Warning& note : notes.list())
        figures.warnings.push_back(note);
    return figures;
}

Warnings notesOf(const Run& run)
{
    Warnings notes;
    if (run.isNoDispatch)
        notes.add(
            "no-dispatch",
            "The run recorded allocations in NO_DISPATCH mode, without allocating memory or executing operations: "
            "it shows the need of a model that does not fit. Its loss is meaningless after the first iteration.");
    return notes;
}

std::shared_ptr<const View> makeRunView(const std::shared_ptr<const Run>& run,
                                        const std::shared_ptr<const Run>& counted, std::int64_t memory,
                                        const FileEntry& file, const ProgramEntry& program)
{
    const bool isDram = memory == kDram;
    auto shown = std::make_shared<ShownRun>();
    shown->run = run;
    shown->levels = levelsOf(*run, memory);

    auto view = std::make_shared<View>();
    view->path = file.path;
    view->host = run->rank;
    view->program = view->programText = validUtf8(program.name);
    view->memory = memory;
    view->memoryName = view->memoryText = isDram ? "DRAM" : "L1";
    view->axis.kind = run->exported ? AxisKind::None : AxisKind::Phases; // exports are shown over time
    view->axis.count = static_cast<std::uint32_t>(shown->levels.level.size());
    view->axis.title = "Phases of the run";
    view->axis.cell = "phase";
    if (run->phases.empty())
        view->axis.remark = "The log has no phases of this run, only its totals.";
    view->axis.label = [run](StepId phase) {
        return run->phases.empty() ? "" : textOr(run->phases[phase.index()].name, "(no name)");
    };
    view->curves = {
        {CurveRole::Level, "After the phase", shown->levels.level, Hue::Temporary, shown->levels.knowsLevel},
        {CurveRole::Inside, "Peak inside the phase", shown->levels.inside, Hue::Temporary, shown->levels.knowsInside}};
    if (isDram) {
        shown->held = heldComponents(*run, shown->levels);
        for (const HeldComponent& each : shown->held)
            view->curves.push_back({CurveRole::Part, each.name, each.bytes, Hue::Temporary, {}, each.category});
    }
    view->peakStep = StepId::at(shown->levels.peakPhase);
    view->rows.one = "allocation"; // the log does not list single allocations
    view->rows.many = "allocations";
    view->figures = [shown, counted, memory](const Device* chosen) {
        return figuresOf(*shown->run, counted.get(), shown->levels, memory, chosen, {});
    };
    view->explain = [axis = view->axis, peakStep = view->peakStep](const Figures& figures, const Progress&) {
        return Result<Explanation>(explainParts(axis, peakStep, figures));
    };
    if (isDram) {
        view->checks = [run] { return checksOf(*run); };
        view->findings = [shown](const Figures& figures, const Progress&) {
            return Result<std::vector<Finding>>(findingsOf(*shown->run, shown->levels, figures.capacity.bytes));
        };
    }
    view->problems = run->warnings;
    view->remarks = notesOf(*run);
    view->memoryUse = shown->levels.level.size() * ((2 + shown->held.size()) * sizeof(std::int64_t) + 2);
    view->owner = shown;
    return view;
}

ProgramOutline outlineOf(const Run& run)
{
    ProgramOutline outline;
    outline.hasPlan = true;
    const auto add = [&](std::int64_t memory, const char* name, Bytes stated, Bytes peak) {
        if (stated)
            outline.memories.push_back({memory, std::string(name), name, stated, peak, peak});
    };
    const Bytes dram = dramLevels(run).peak;
    const Bytes stated = run.peak() ? run.peak() : dram;
    add(kDram, "DRAM", stated, dram ? dram : stated);
    const Bytes l1 = l1Levels(run).peak;
    add(kL1, "L1", l1, l1);
    return outline;
}

} // namespace tidemark::tt
