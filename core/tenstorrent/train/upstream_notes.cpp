#include "core/tenstorrent/train/upstream_notes.h"

#include "core/tenstorrent/train/phase_names.h"

#include <algorithm>
#include <array>

namespace tidemark::tt {
namespace {

constexpr std::array<std::string_view, 4> kItsPhases
    = {"MODEL_CREATION", "OPTIMIZER_CREATION", "FORWARD_PASS", "BACKWARD_PASS"};

std::string lineText(const Run& run)
{
    return "the run at line " + std::to_string(run.line);
}

/// Notes the runs whose header the script's pattern finds without their totals.
void addSwallowed(const std::vector<const Run*>& runs, std::vector<std::string>& notes)
{
    const Run* open = nullptr;
    for (const Run* run : runs) {
        if (run->generation == Generation::Prototype)
            continue;
        if (open && run->isComplete)
            notes.push_back("takes " + lineText(*open) + ", which has no totals, and the text up to the totals of "
                            + lineText(*run) + " as one run");
        if (!run->isComplete && !open)
            open = run;
        else if (run->isComplete)
            open = nullptr;
    }
    if (open)
        notes.push_back("does not see " + lineText(*open) + ", which has no totals");
}

void addOfPhases(const Run& run, std::vector<std::string>& notes)
{
    for (const std::string_view name : kItsPhases) {
        const auto count = std::ranges::count(run.phases, name, &Phase::name);
        const bool hasOthers = std::ranges::any_of(run.phases, [&](const Phase& phase) {
            return phase.name != name && !isInner(phase.name) && phaseGroup(phase.name) == name;
        });
        if (count == 0 && hasOthers)
            notes.push_back("finds no " + std::string(name) + " in " + lineText(run)
                            + ", because its phases have numbers, and counts them as other memory");
        else if (count > 1)
            notes.push_back("takes only the first " + std::string(name) + " of " + lineText(run));
    }
    if (std::ranges::any_of(run.phases, [](const Phase& phase) { return isInner(phase.name); }))
        notes.push_back("counts as activations of " + lineText(run)
                        + " only the memory after the last snapshot inside the pass");
    if (std::ranges::find(run.warnings.list(), "bad-number", &Warning::code) != run.warnings.list().end())
        notes.push_back("reads a damaged number in " + lineText(run)
                        + " as the digits right before \"MB\", or as 0 without digits");
    if (!run.rank.empty())
        notes.push_back("finds no phases in the lines with prefixes of " + lineText(run));
}

/// Returns whether the script uses the number of parameters of another model for a run.
bool mixesModels(const std::vector<const Run*>& runs)
{
    std::optional<std::uint64_t> first;
    for (const Run* run : runs) {
        if (run->parameters && first && *run->parameters != *first)
            return true;
        first = first ? first : run->parameters;
    }
    return false;
}

} // namespace

std::vector<std::string> upstreamNotes(const std::vector<const Run*>& runs, const RunQuestion& question)
{
    std::vector<std::string> notes;
    const bool hasParameters = std::ranges::any_of(runs, [](const Run* run) { return run->parameters.has_value(); });
    if (std::ranges::any_of(runs, [](const Run* run) { return run->exported.has_value(); }))
        return notes; // a CI export already is the script's result
    if (std::ranges::none_of(
            runs, [](const Run* run) { return run->isComplete && run->generation != Generation::Prototype; })) {
        notes.push_back("stops: \"No memory usage summaries found in the log file\"");
    } else if (!question.sizes.model && !hasParameters) {
        notes.push_back("stops: \"Error: Model size not provided and could not be extracted from logs\"");
    } else {
        addSwallowed(runs, notes);
        for (const Run* run : runs)
            addOfPhases(*run, notes);
        for (const Run* run : runs)
            if (run->deviceBytes() && !question.sizes.deviceMemory)
                notes.push_back("assumes a device of 12 GiB for " + lineText(*run)
                                + ", although the log has the allocator's arena");
        for (const Run* run : runs)
            if (run->footprint && run->neededBytes() != run->peak())
                notes.push_back("does not read the allocator's peak of " + lineText(*run));
        if (!question.sizes.model && mixesModels(runs))
            notes.push_back("uses the parameters of the first run for all runs");
    }
    for (std::string& note : notes)
        note = "analyze_memory.py " + note + ".";
    return notes;
}

} // namespace tidemark::tt
