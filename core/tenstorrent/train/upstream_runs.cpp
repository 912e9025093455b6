#include "core/tenstorrent/train/upstream_runs.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tidemark::tt {
namespace {

constexpr std::array<std::string_view, 4> kTakenPhases
    = {"MODEL_CREATION", "OPTIMIZER_CREATION", "FORWARD_PASS", "BACKWARD_PASS"};

/// Returns whether the phase has both DRAM lines, judged by its numbers.
bool hasBothLines(const Phase& phase)
{
    return (phase.segmentPeak || phase.allocations || phase.deallocations || phase.change)
        && (phase.cumulativePeak || phase.cumulative);
}

Phase asRead(Phase phase)
{
    for (auto* number : {&phase.segmentPeak, &phase.allocations, &phase.deallocations, &phase.change,
                         &phase.cumulativePeak, &phase.cumulative})
        *number = number->value_or(0);
    return phase;
}

/// The run that the script reads between the header of `first` and the totals of `last`.
Run joined(const std::vector<const Run*>& runs, std::size_t first, std::size_t last)
{
    Run run = *runs[first];
    run.phases.clear();
    run.isComplete = true;
    run.overallPeak = runs[last]->overallPeak;
    run.finalUsage = runs[last]->finalUsage;
    run.footprint.reset();
    if (!run.rank.empty()) // its lines have prefixes, which the script's patterns do not match
        return run;
    for (const std::string_view name : kTakenPhases) {
        bool isFound = false;
        for (std::size_t i = first; i <= last && !isFound; ++i)
            for (const Phase& phase : runs[i]->phases)
                if (!isFound && phase.name == name && hasBothLines(phase)) {
                    run.phases.push_back(asRead(phase));
                    isFound = true;
                }
    }
    return run;
}

} // namespace

UpstreamRuns asUpstream(const std::vector<const Run*>& runs, const RunQuestion& question)
{
    UpstreamRuns result{std::vector<std::optional<Run>>(runs.size()), question};
    std::optional<std::size_t> open;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (runs[i]->generation == Generation::Prototype)
            continue;
        if (runs[i]->exported) {
            result.runs[i] = *runs[i];
            continue;
        }
        open = open.value_or(i);
        if (runs[i]->isComplete)
            result.runs[*open] = joined(runs, *open, i);
        if (runs[i]->isComplete)
            open.reset();
    }
    if (question.sizes.model || std::ranges::all_of(runs, [](const Run* run) { return run->exported.has_value(); }))
        return result;
    const auto counted = std::ranges::find_if(result.runs, [](const auto& run) { return run && run->parameters; });
    if (counted == result.runs.end())
        std::ranges::fill(result.runs, std::nullopt);
    else
        result.question.sizes.model = static_cast<double>(*(*counted)->parameters) * 2;
    return result;
}

} // namespace tidemark::tt
