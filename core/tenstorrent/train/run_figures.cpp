#include "core/tenstorrent/train/run_figures.h"

#include "core/view/figure_list.h"

#include <utility>

namespace tidemark::tt {
namespace {

void addDram(FigureList& list, const Run& run)
{
    const Components all = componentsOf(run, {}, true);
    list.bytes("final_bytes", run.finalUsage, "At the end");
    list.bytes("model_bytes", all.model.actual, "Model");
    list.bytes("optimizer_bytes", all.optimizer.actual, "Optimizer");
    list.bytes("activations_bytes", all.activations.actual, "Activations");
    list.bytes("gradients_bytes", all.gradients.actual, "Gradients");
    list.bytes("gradients_overhead_bytes", all.overhead.actual, "Inside backward");
    if (run.footprint) {
        list.bytes("footprint_peak_bytes", run.footprint->peak, "Allocator's peak");
        list.bytes("footprint_arena_bytes", run.footprint->arena, "Its arena");
        list.bytes("footprint_reserved_bytes", run.footprint->reserved, "Outside of it");
        list.bytes("footprint_largest_block_bytes", run.footprint->largestBlock, "Largest block");
    }
}

} // namespace

Figures figuresOf(const Run& run, const Levels& levels, std::int64_t memory, const Device* chosen)
{
    Figures figures;
    figures.peakStep = StepId::at(levels.peakPhase);
    figures.peakBytes = figures.totalBytes = figures.neededBytes = levels.peak.value_or(0);
    if (memory == kDram) {
        figures.parts = peakParts(run, levels);
        figures.capacity = capacityOf(Platform::Unknown, {}, chosen, kDram);
        if (!figures.capacity.bytes && run.exported && run.exported->deviceMemory)
            figures.capacity = {"as the export says", run.exported->deviceMemory, false, false, false, std::nullopt};
    }
    if (figures.capacity.bytes && levels.peak)
        figures.headroomBytes = *figures.capacity.bytes - *levels.peak;

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
    list.bytes("peak_bytes", memory == kDram ? run.peak() : levels.peak, "As the log says");
    list.add("occupied_peak_bytes", levels.peak);
    if (memory == kDram)
        addDram(list, run);
    list.text("device", figures.capacity.device);
    list.bytes("capacity_bytes", figures.capacity.bytes, "Capacity").remarks
        = {{figures.capacity.device, std::nullopt, std::nullopt}};
    list.bytes("headroom_bytes", figures.headroomBytes, "Headroom").remarks = figures.headroomRemarks();
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
            "it tells what a model needs that does not fit, and its loss means nothing after the first iteration.");
    return notes;
}

} // namespace tidemark::tt
