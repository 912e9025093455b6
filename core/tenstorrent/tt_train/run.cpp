#include "core/tenstorrent/tt_train/run.h"

#include "core/base/text.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <cstdlib>

namespace tidemark::tt {
namespace {

constexpr std::size_t kInnerDigits = 6;

/// Returns the text without the digits at its end and without `before` in front of them. Returns the text unchanged if
/// it does not end so, or if `digits` is not 0 and not the number of digits.
std::string_view withoutNumber(std::string_view text, std::string_view before, std::size_t digits = 0)
{
    std::size_t end = text.size();
    while (end > 0 && isDigit(text[end - 1]))
        --end;
    const std::size_t count = text.size() - end;
    const std::string_view rest = text.substr(0, end);
    if (count == 0 || (digits != 0 && count != digits) || rest.size() <= before.size() || !rest.ends_with(before))
        return text;
    return rest.substr(0, rest.size() - before.size());
}

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

bool isInner(std::string_view name)
{
    return withoutNumber(name, "__", kInnerDigits).size() < name.size();
}

std::string_view phaseGroup(std::string_view name)
{
    if (isInner(name))
        return withoutNumber(name, "__", kInnerDigits);
    const std::string_view micro = withoutNumber(name, "_micro_");
    return micro.size() < name.size() ? micro : withoutNumber(name, "_");
}

PhaseRole roleOf(std::string_view name)
{
    const std::string_view group = phaseGroup(name);
    if (isInner(name))
        return PhaseRole::Other;
    if (group == "MODEL_CREATION")
        return PhaseRole::Model;
    if (group == "OPTIMIZER_CREATION")
        return PhaseRole::Optimizer;
    if (group == "FORWARD_PASS")
        return PhaseRole::Forward;
    return group == "BACKWARD_PASS" ? PhaseRole::Backward : PhaseRole::Other;
}

const char* generationName(Generation generation)
{
    switch (generation) {
    case Generation::Prototype:
        return "prototype";
    case Generation::Named:
        return "named";
    case Generation::Ordered:
        return "ordered";
    case Generation::Unknown:
        break;
    }
    return "";
}

std::string Run::title() const
{
    std::string text = textOr(name, "Unknown");
    if (device)
        text += ", device " + std::to_string(*device);
    return text;
}

std::optional<std::int64_t> Run::peak() const
{
    if (overallPeak)
        return overallPeak;
    for (auto phase = phases.rbegin(); phase != phases.rend(); ++phase)
        if (phase->cumulativePeak)
            return phase->cumulativePeak;
    return std::nullopt;
}

std::optional<std::int64_t> Run::deviceBytes() const
{
    return exported ? exported->deviceMemory : std::nullopt;
}

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

Levels levelsOf(const Run& run, std::int64_t memory)
{
    return memory == kDram ? dramLevels(run) : l1Levels(run);
}

} // namespace tidemark::tt
