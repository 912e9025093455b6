#include "core/tenstorrent/tt_train/components.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace tidemark::tt {
namespace {

using Bytes = std::optional<std::int64_t>;

struct NamedSize {
    const char* name; // name of the option, as upstream's script has it
    std::optional<double> Sizes::*size;
};
constexpr std::array kNamedSizes
    = {NamedSize{kDeviceMemory, &Sizes::deviceMemory}, NamedSize{"model_size", &Sizes::model},
       NamedSize{"optimizer_size", &Sizes::optimizer}, NamedSize{"gradients_size", &Sizes::gradients}};

/// Absent if either operand is absent, or if the sum overflows.
Bytes sum(const Bytes& a, const Bytes& b)
{
    std::int64_t result = 0;
    if (!a || !b || __builtin_add_overflow(*a, *b, &result))
        return std::nullopt;
    return result;
}

/// The sum of the changes of all phases with this role. Absent if there is no such phase or a change is unknown.
Bytes changeOf(const Run& run, PhaseRole role)
{
    Bytes all;
    bool isFirst = true;
    for (const Phase& phase : run.phases) {
        if (roleOf(phase.name) != role)
            continue;
        all = isFirst ? phase.change : sum(all, phase.change);
        isFirst = false;
    }
    return all;
}

/// The largest amount that a forward pass leaves in memory.
Bytes activationsOf(const Run& run)
{
    Bytes most;
    Bytes since = 0; // sum of the changes since the last phase with a role
    bool hasInner = false;
    for (const Phase& phase : run.phases) {
        since = sum(since, phase.change);
        hasInner = hasInner || isInner(phase.name);
        const PhaseRole role = roleOf(phase.name);
        if (role == PhaseRole::Other)
            continue;
        if (role == PhaseRole::Forward) {
            const Bytes own = hasInner ? since : phase.change;
            if (!own)
                return std::nullopt;
            most = std::max(most, own);
        }
        since = 0;
        hasInner = false;
    }
    return most;
}

const Phase* lastOf(const Run& run, PhaseRole role)
{
    for (std::size_t i = run.phases.size(); i-- > 0;)
        if (roleOf(run.phases[i].name) == role)
            return &run.phases[i];
    return nullptr;
}

Bytes gradientsOf(const Run& run)
{
    const Phase* backward = lastOf(run, PhaseRole::Backward);
    const Phase* optimizer = lastOf(run, PhaseRole::Optimizer);
    if (!backward || !optimizer || !backward->cumulative || !optimizer->cumulative)
        return std::nullopt;
    return *backward->cumulative - *optimizer->cumulative;
}

Bytes overheadOf(const Run& run)
{
    Bytes most;
    for (const Phase& phase : run.phases)
        if (roleOf(phase.name) == PhaseRole::Backward && phase.segmentPeak)
            most = std::max(most.value_or(0), *phase.segmentPeak);
    return most;
}

/// Returns whether a backward phase lacks its peak, or another phase with a role lacks its change.
bool hasUnknown(const Run& run)
{
    return std::ranges::any_of(run.phases, [](const Phase& phase) {
        const PhaseRole role = roleOf(phase.name);
        return role == PhaseRole::Backward ? !phase.segmentPeak : role != PhaseRole::Other && !phase.change;
    });
}

/// The bytes of "other". A component without a phase counts as 0. Absent if a component with phases is not known.
Bytes otherOf(const Run& run, const Components& all, bool usesActual)
{
    const Bytes peak = run.peak();
    if (!peak || hasUnknown(run))
        return std::nullopt;
    const auto known = [](const Bytes& bytes) { return static_cast<double>(bytes.value_or(0)); };
    const double rest = static_cast<double>(*peak) - all.model.shown(usesActual) - all.optimizer.shown(usesActual)
        - known(all.activations.actual) - known(all.overhead.actual);
    constexpr double kMost = 9e18;
    return std::llround(std::clamp(rest, 0.0, kMost));
}

/// The bytes that the phases so far have left in memory, by PhaseRole: activations of forward passes, gradients of
/// backward passes. They add up to the level.
using Held = std::array<std::int64_t, 5>;

constexpr std::size_t at(PhaseRole role)
{
    return static_cast<std::size_t>(role);
}

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

Sizes sizesOf(const GivenSizes& given)
{
    Sizes sizes;
    for (const NamedSize& each : kNamedSizes)
        if (const auto found = given.find(each.name); found != given.end())
            sizes.*each.size = found->second;
    return sizes;
}

GivenSizes givenSizes(const Sizes& sizes)
{
    GivenSizes given;
    for (const NamedSize& each : kNamedSizes)
        if (const auto& size = sizes.*each.size)
            given[each.name] = *size;
    return given;
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

Components componentsOf(const Run& run, const Sizes& sizes, bool usesActual)
{
    Components all;
    if (run.exported) {
        all.model.actual = run.exported->model;
        all.optimizer.actual = run.exported->optimizer;
        all.activations.actual = run.exported->activations;
        all.overhead.actual = run.exported->overhead;
        all.other.actual = run.exported->other;
        return all;
    }
    all.model.expected = sizes.model;
    if (!sizes.model && run.parameters)
        all.model.expected = static_cast<double>(*run.parameters) * 2;
    all.optimizer.expected = sizes.optimizer;
    if (!sizes.optimizer && all.model.expected)
        all.optimizer.expected = *all.model.expected * 2;
    all.gradients.expected = sizes.gradients ? sizes.gradients : all.model.expected;

    all.model.actual = changeOf(run, PhaseRole::Model);
    all.optimizer.actual = changeOf(run, PhaseRole::Optimizer);
    all.activations.actual = activationsOf(run);
    all.gradients.actual = gradientsOf(run);
    all.overhead.actual = overheadOf(run);
    all.other.actual = otherOf(run, all, usesActual);
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
    Sizes sizes = question.sizes;
    JudgedRun judged;
    judged.run = &run;
    judged.isCountOfAnother = !sizes.model && !run.parameters && counted;
    if (judged.isCountOfAnother)
        sizes.model = static_cast<double>(*counted->parameters) * 2;
    judged.components = componentsOf(run, sizes, question.usesActual);
    if (sizes.deviceMemory)
        judged.deviceMemory = *sizes.deviceMemory;
    else if (const auto stated = run.deviceBytes())
        judged.deviceMemory = static_cast<double>(*stated);
    else
        judged.isDeviceAssumed = true;
    judged.peak = run.peak();
    if (judged.peak && !judged.isDeviceAssumed)
        judged.headroom = std::llround(judged.deviceMemory) - *judged.peak;
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

RunBar barOf(const JudgedRun& run, bool usesActual)
{
    RunBar bar;
    if (!run.peak)
        return bar;
    for (std::size_t i = 0; i < kBarLayers.size(); ++i)
        bar.layers[i] = (run.components.*kBarLayers[i].component).shown(usesActual);
    bar.total = run.peak;
    return bar;
}

} // namespace tidemark::tt
