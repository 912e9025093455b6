#include "core/tenstorrent/tt_train/run_view.h"

#include "core/view/figures.h"

#include <cmath>
#include <cstdlib>
#include <utility>

namespace tidemark::tt {
namespace {

/// Adds the expected size of a component, from the user or from the number of parameters.
void addExpected(FigureList& list, const char* id, const Component& component, const char* label)
{
    if (!component.expected)
        return;
    Figure& figure = list.bytes(id, std::int64_t{std::llround(*component.expected)}, label);
    if (component.actual)
        figure.remarks = {{"measured %1", component.actual, std::nullopt}};
    showNextToParts(figure, "");
}

void addDram(FigureList& list, const Run& run, const Components& all)
{
    list.bytes("final_bytes", run.finalUsage, "At the end");
    list.bytes("model_bytes", all.model.actual, "Model");
    list.bytes("optimizer_bytes", all.optimizer.actual, "Optimizer");
    list.bytes("activations_bytes", all.activations.actual, "Activations");
    list.bytes("gradients_bytes", all.gradients.actual, "Gradients");
    list.bytes("gradients_overhead_bytes", all.overhead.actual, all.overhead.name);
    addExpected(list, "model_expected_bytes", all.model, "Model expected");
    addExpected(list, "optimizer_expected_bytes", all.optimizer, "Optimizer expected");
    addExpected(list, "gradients_expected_bytes", all.gradients, "Gradients expected");
}

/// The capacity of DRAM: as the user states it, else that of the chosen device, else that of the CI export.
Capacity capacityOfRun(const Run& run, const Device* chosen, const Sizes& given)
{
    Capacity capacity;
    if (given.deviceMemory) {
        capacity.device = "stated by the user";
        capacity.bytes = std::llround(*given.deviceMemory);
        return capacity;
    }
    capacity = capacityOf(Platform::Unknown, {}, chosen, kDram);
    if (!capacity.bytes && run.deviceBytes()) {
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

} // namespace

Figures figuresOf(const Run& run, const Run* counted, const Levels& levels, std::int64_t memory, const Device* chosen,
                  const Sizes& given)
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

} // namespace tidemark::tt
