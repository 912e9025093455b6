#include "core/tenstorrent/tt_train/run.h"

#include "core/base/find.h"
#include "core/base/text.h"
#include "core/text/text_cursor.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

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

void add(Levels& levels, std::int64_t before, Bytes level, Bytes inside)
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

/// Absent if either operand is absent, or if the sum overflows.
Bytes sum(const Bytes& a, const Bytes& b)
{
    std::int64_t result = 0;
    if (!a || !b || __builtin_add_overflow(*a, *b, &result))
        return std::nullopt;
    return result;
}

constexpr std::size_t at(PhaseRole role)
{
    return static_cast<std::size_t>(role);
}

/// Measures the components by the phases of the run. Returns whether a phase of one of them lacks its number.
bool measure(const Run& run, Components& all)
{
    bool isAnyUnknown = false;
    std::array<const Phase*, 4> last{}; // by PhaseRole
    Bytes since = 0; // sum of the changes since the last phase with a role
    bool hasInner = false;
    for (const Phase& phase : run.phases) {
        since = sum(since, phase.change);
        hasInner = hasInner || isInner(phase.name);
        const PhaseRole role = roleOf(phase.name);
        if (role == PhaseRole::Other)
            continue;
        const bool isFirst = !std::exchange(last[at(role)], &phase);
        isAnyUnknown = isAnyUnknown || (role == PhaseRole::Backward ? !phase.segmentPeak : !phase.change);
        if (role == PhaseRole::Backward) {
            if (phase.segmentPeak)
                all.overhead.actual = std::max(all.overhead.actual.value_or(0), *phase.segmentPeak);
        } else if (role == PhaseRole::Forward) {
            const Bytes own = hasInner ? since : phase.change;
            Bytes& most = all.activations.actual;
            if (isFirst || !own)
                most = own;
            else if (most)
                most = std::max(most, own);
        } else {
            Bytes& change = role == PhaseRole::Model ? all.model.actual : all.optimizer.actual;
            change = isFirst ? phase.change : sum(change, phase.change);
        }
        since = 0;
        hasInner = false;
    }
    const Phase* const backward = last[at(PhaseRole::Backward)];
    const Phase* const optimizer = last[at(PhaseRole::Optimizer)];
    if (backward && optimizer && backward->cumulative && optimizer->cumulative)
        all.gradients.actual = *backward->cumulative - *optimizer->cumulative;
    return isAnyUnknown;
}

/// The bytes that the phases so far have left in memory, by PhaseRole: activations of forward passes, gradients of
/// backward passes. They add up to the level.
using Held = std::array<std::int64_t, 5>;

/// Returns what is held after each of the first `count` phases. Absent if a level is unknown or a sum overflows.
std::optional<std::vector<Held>> heldAfter(const Run& run, const Levels& levels, std::size_t count)
{
    std::vector<Held> all;
    Held held{};
    std::int64_t level = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const std::string& phase = run.phases[i].name;
        PhaseRole role = roleOf(phase);
        if (role == PhaseRole::Other && isInner(phase) && phaseGroup(phase).ends_with("_FWD"))
            role = PhaseRole::Forward;
        Bytes grown = sum(held[at(role)], levels.level[i] - level);
        if (role == PhaseRole::Backward)
            grown = sum(grown, std::exchange(held[at(PhaseRole::Forward)], 0));
        if (levels.knowsLevel[i] == 0 || !grown)
            return std::nullopt;
        held[at(role)] = *grown;
        level = levels.level[i];
        all.push_back(held);
    }
    return all;
}

Component componentOf(PhaseRole role)
{
    const Components all;
    return std::array{all.model, all.optimizer, all.activations, all.gradients, all.other}[at(role)];
}

Part partOf(const Component& component, std::int64_t bytes)
{
    return {component.name, Hue::Temporary, bytes, component.category};
}

/// Returns no parts if they do not add up to the peak.
std::vector<Part> exportedParts(const Components& components, const Bytes& peak)
{
    std::vector<Part> parts;
    Bytes all = 0;
    for (const Component& each :
         {components.model, components.optimizer, components.activations, components.overhead, components.other}) {
        all = sum(all, each.actual);
        if (each.actual && *each.actual < 0)
            return {};
        if (each.actual && *each.actual > 0)
            parts.push_back(partOf(each, *each.actual));
    }
    // Each part is rounded to a byte.
    if (!all || !peak || std::abs(*all - *peak) > static_cast<std::int64_t>(parts.size()) || parts.empty())
        return {};
    parts.back().bytes += *peak - *all;
    return parts;
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
    constexpr std::array<std::string_view, 4> kNames
        = {"MODEL_CREATION", "OPTIMIZER_CREATION", "FORWARD_PASS", "BACKWARD_PASS"}; // by PhaseRole
    const auto found = std::ranges::find(kNames, phaseGroup(name));
    return isInner(name) ? PhaseRole::Other : static_cast<PhaseRole>(found - kNames.begin());
}

const char* generationName(Generation generation)
{
    constexpr std::array kNames = {"", "prototype", "named", "ordered"};
    return kNames[static_cast<std::size_t>(generation)];
}

std::string Run::title() const
{
    std::string text = textOr(name, "Unknown");
    if (device)
        text += ", device " + std::to_string(*device);
    return text;
}

Bytes Run::peak() const
{
    if (overallPeak)
        return overallPeak;
    for (auto phase = phases.rbegin(); phase != phases.rend(); ++phase)
        if (phase->cumulativePeak)
            return phase->cumulativePeak;
    return std::nullopt;
}

Bytes Run::deviceBytes() const
{
    return exported ? exported->deviceMemory : std::nullopt;
}

Levels dramLevels(const Run& run)
{
    Levels levels;
    if (run.phases.empty())
        add(levels, 0, run.finalUsage, run.overallPeak);
    Bytes before = 0;
    for (const Phase& phase : run.phases) {
        Bytes inside;
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
        add(levels, 0, {}, run.l1Peak);
    for (const Phase& phase : run.phases)
        add(levels, 0, {}, phase.l1Total);
    return levels;
}

Levels levelsOf(const Run& run, std::int64_t memory)
{
    return memory == kDram ? dramLevels(run) : l1Levels(run);
}

std::optional<double> Component::differencePercent() const
{
    if (!expected || !actual)
        return std::nullopt;
    const double written = writtenMegabytes(*actual) * kMegabyte; // as printed: in a small model, a byte shows
    return *expected == 0 ? 0 : (written - *expected) / *expected * 100;
}

double Component::shown(bool usesActual) const
{
    return actual && expected && !usesActual ? *expected : static_cast<double>(actual.value_or(0));
}

Components componentsOf(const Run& run, const GivenSizes& sizes, bool usesActual)
{
    if (run.exported)
        return run.exported->components;
    const auto given = [&](const char* name) {
        const double* const size = findValue(sizes, name);
        return size ? std::optional(*size) : std::nullopt;
    };
    Components all;
    all.model.expected = given("model_size");
    if (!all.model.expected && run.parameters)
        all.model.expected = static_cast<double>(*run.parameters) * 2;
    all.optimizer.expected = given("optimizer_size");
    if (!all.optimizer.expected && all.model.expected)
        all.optimizer.expected = *all.model.expected * 2;
    all.gradients.expected = given("gradients_size");
    if (!all.gradients.expected)
        all.gradients.expected = all.model.expected;

    const bool isAnyUnknown = measure(run, all);
    const Bytes peak = run.peak();
    if (!peak || isAnyUnknown)
        return all;
    const double rest = static_cast<double>(*peak) - all.model.shown(usesActual) - all.optimizer.shown(usesActual)
        - all.activations.shown(true) - all.overhead.shown(true);
    constexpr double kMost = 9e18;
    all.other.actual = std::llround(std::clamp(rest, 0.0, kMost));
    return all;
}

std::vector<Part> peakParts(const Run& run, const Levels& levels)
{
    if (run.exported)
        return exportedParts(componentsOf(run, {}, true), levels.peak);
    if (!levels.peak || run.phases.empty())
        return {};
    const auto held = heldAfter(run, levels, levels.peakPhase);
    if (!held)
        return {};
    const std::int64_t before = levels.peakPhase == 0 ? 0 : levels.level[levels.peakPhase - 1];
    const std::string& phase = run.phases[levels.peakPhase].name;
    Part inside{"Inside " + phase, Hue::ThreadLocal, *levels.peak - before};
    if (roleOf(phase) == PhaseRole::Backward)
        inside = partOf(Components().overhead, inside.bytes);
    std::vector<Part> parts;
    for (const PhaseRole role :
         {PhaseRole::Other, PhaseRole::Model, PhaseRole::Optimizer, PhaseRole::Forward, PhaseRole::Backward}) {
        const std::int64_t bytes = held->empty() ? 0 : held->back()[at(role)];
        if (bytes < 0 && before <= 0)
            return {};
        if (bytes < 0)
            return {{"Before the phase", Hue::Argument, before}, inside};
        if (bytes > 0)
            parts.push_back(partOf(componentOf(role), bytes));
    }
    if (inside.bytes > 0)
        parts.push_back(inside);
    return parts;
}

std::vector<HeldComponent> heldComponents(const Run& run, const Levels& levels)
{
    const auto held = heldAfter(run, levels, run.phases.size());
    if (!held)
        return {};
    std::vector<HeldComponent> parts;
    for (const PhaseRole role :
         {PhaseRole::Model, PhaseRole::Optimizer, PhaseRole::Backward, PhaseRole::Forward, PhaseRole::Other}) {
        const Component component = componentOf(role);
        HeldComponent part{component.name, component.category, {}};
        for (const Held& after : *held) {
            if (after[at(role)] < 0)
                return {};
            part.bytes.push_back(after[at(role)]);
        }
        if (std::ranges::any_of(part.bytes, [](std::int64_t bytes) { return bytes != 0; }))
            parts.push_back(std::move(part));
    }
    return parts;
}

std::vector<std::int64_t> activationsInside(const Run& run, const Levels& levels)
{
    const auto held = heldAfter(run, levels, run.phases.size());
    if (!held || std::ranges::find(levels.knowsInside, 0) != levels.knowsInside.end())
        return {};
    std::vector<std::int64_t> all;
    std::int64_t before = 0;
    for (std::size_t i = 0; i < held->size(); ++i) {
        // Activations that the pass frees are still live inside it; they cannot exceed the peak inside the phase.
        const std::int64_t after = (*held)[i][at(PhaseRole::Forward)];
        all.push_back(
            std::min(std::max({std::int64_t{0}, before, after}), std::max<std::int64_t>(0, levels.inside[i])));
        before = after;
    }
    return all;
}

double writtenMegabytes(std::int64_t bytes)
{
    constexpr double kRounding = 8; // bytes; some amounts are sums of printed numbers
    const double written = std::round(static_cast<double>(bytes) / kMegabyte * 100) / 100;
    const bool isWritten = std::abs(written * kMegabyte - static_cast<double>(bytes)) <= kRounding;
    return isWritten ? written : static_cast<double>(bytes) / kMegabyte;
}

const Run* firstCounted(const std::vector<const Run*>& runs)
{
    for (const Run* run : runs)
        if (run->parameters)
            return run;
    return nullptr;
}

std::vector<const Run*> listOf(const Runs& runs)
{
    std::vector<const Run*> list;
    for (const Run& run : runs.list)
        list.push_back(&run);
    return list;
}

JudgedRun judge(const Run& run, const Run* counted, const RunQuestion& question)
{
    GivenSizes sizes = question.sizes;
    JudgedRun judged;
    judged.run = &run;
    judged.isCountOfAnother = !sizes.contains("model_size") && !run.parameters && counted;
    if (judged.isCountOfAnother)
        sizes["model_size"] = static_cast<double>(*counted->parameters) * 2;
    judged.components = componentsOf(run, sizes, question.usesActual);
    judged.peak = run.peak();
    if (const double* const given = findValue(sizes, kDeviceMemory))
        judged.deviceMemory = *given;
    else if (const auto stated = run.deviceBytes())
        judged.deviceMemory = static_cast<double>(*stated);
    else
        judged.isDeviceAssumed = true;
    if (judged.peak && !judged.isDeviceAssumed)
        judged.headroom = std::llround(judged.deviceMemory) - *judged.peak;
    for (std::size_t i = 0; judged.peak && i < kBarLayers.size(); ++i)
        judged.layers[i] = (judged.components.*kBarLayers[i].component).shown(question.usesActual);
    judged.name = run.title() + framed(", rank ", run.rank);
    return judged;
}

std::vector<JudgedRun> judge(const std::vector<const Run*>& runs, const RunQuestion& question)
{
    const Run* const counted = firstCounted(runs);
    std::vector<JudgedRun> judged;
    for (const Run* run : runs)
        judged.push_back(judge(*run, counted, question));
    return judged;
}

} // namespace tidemark::tt
