#include "core/tenstorrent/train/levels.h"

#include <algorithm>
#include <cstdlib>

namespace tidemark::tt {
namespace {

void add(Levels& levels, std::int64_t before, std::optional<std::int64_t> level, std::optional<std::int64_t> inside)
{
    if (inside && (!levels.peak || *inside > *levels.peak)) {
        levels.peak = inside;
        levels.peakPhase = levels.level.size();
    }
    levels.level.push_back(level.value_or(before));
    levels.knowsLevel.push_back(level.has_value());
    levels.inside.push_back(inside.value_or(std::max(before, levels.level.back())));
    levels.knowsInside.push_back(inside.has_value());
}

} // namespace

Levels dramLevels(const Run& run)
{
    Levels levels;
    if (run.phases.empty())
        add(levels, 0, run.finalUsage, run.overallPeak);
    std::optional<std::int64_t> before = 0;
    for (const Phase& phase : run.phases) {
        std::optional<std::int64_t> inside;
        if (before && phase.segmentPeak)
            inside = *before + *phase.segmentPeak; // cannot overflow: both are below 2^61
        // The cumulative peak is the same number, but rounded only once.
        constexpr std::int64_t kRounding = 2; // bytes
        if (inside && phase.cumulativePeak && std::abs(*inside - *phase.cumulativePeak) <= kRounding)
            inside = phase.cumulativePeak;
        // Because of rounding, the level may be slightly above the peak inside the phase.
        if (inside && phase.cumulative)
            inside = std::max(*inside, *phase.cumulative);
        add(levels, levels.level.empty() ? 0 : levels.level.back(), phase.cumulative, inside);
        before = phase.cumulative;
    }
    return levels;
}

Levels l1Levels(const Run& run)
{
    Levels levels;
    if (run.phases.empty())
        add(levels, 0, std::nullopt, run.l1Peak);
    for (const Phase& phase : run.phases)
        add(levels, 0, std::nullopt, phase.l1Total);
    return levels;
}

} // namespace tidemark::tt
