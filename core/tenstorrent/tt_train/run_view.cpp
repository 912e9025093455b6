#include "core/tenstorrent/tt_train/run_view.h"

#include "core/base/text.h"
#include "core/explain/explain_peak.h"

namespace tidemark::tt {
namespace {

/// The data that the callbacks of a view use.
struct ShownRun {
    std::shared_ptr<const Run> run;
    Levels levels;
    std::vector<HeldComponent> held;
};

std::string labelOf(const Run& run, StepId phase)
{
    if (run.phases.empty())
        return {};
    const std::string& name = run.phases[phase.index()].name;
    return textOr(name, "(no name)");
}

MemoryOutline memoryOutline(std::int64_t memory, const char* name, std::int64_t upstream, std::int64_t peak)
{
    return {memory, std::string(name), name, upstream, peak, peak};
}

} // namespace

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
    view->axis.label = [run](StepId phase) { return labelOf(*run, phase); };
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
    const Levels dram = dramLevels(run);
    const std::optional<std::int64_t> stated = run.peak() ? run.peak() : dram.peak;
    if (stated)
        outline.memories.push_back(memoryOutline(kDram, "DRAM", *stated, dram.peak.value_or(*stated)));
    if (const Levels l1 = l1Levels(run); l1.peak)
        outline.memories.push_back(memoryOutline(kL1, "L1", *l1.peak, *l1.peak));
    return outline;
}

} // namespace tidemark::tt
