#include "core/tenstorrent/train/components.h"

#include "core/tenstorrent/train/phase_names.h"
#include "core/tenstorrent/train/summary_line.h"

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

/// The bytes that the phases so far have left in memory. The members add up to the level.
struct Held {
    std::int64_t model = 0;
    std::int64_t optimizer = 0;
    std::int64_t activations = 0;
    std::int64_t gradients = 0;
    std::int64_t other = 0;

    /// Returns false if a sum overflows.
    bool add(const std::string& phase, std::int64_t change)
    {
        switch (roleOf(phase)) {
        case PhaseRole::Model:
            return grow(model, change);
        case PhaseRole::Optimizer:
            return grow(optimizer, change);
        case PhaseRole::Forward:
            return grow(activations, change);
        case PhaseRole::Backward:
            return grow(gradients, change) && grow(gradients, std::exchange(activations, 0));
        case PhaseRole::Other:
            break;
        }
        const bool isInForward = isInner(phase) && phaseGroup(phase).ends_with("_FWD");
        return grow(isInForward ? activations : other, change);
    }

private:
    static bool grow(std::int64_t& sum, std::int64_t change) { return !__builtin_add_overflow(sum, change, &sum); }
};

/// Calls visit(i, before, after) for each of the first `count` phases, with what is held before and after it. Returns
/// false if a level is unknown, a sum overflows or `visit` returns false.
template <class Visit>
bool forEachHeld(const Run& run, const Levels& levels, std::size_t count, Visit visit)
{
    Held held;
    std::int64_t level = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Held before = held;
        if (levels.knowsLevel[i] == 0 || !held.add(run.phases[i].name, levels.level[i] - level))
            return false;
        level = levels.level[i];
        if (!visit(i, before, held))
            return false;
    }
    return true;
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
    Held held;
    const auto keep = [&](std::size_t, const Held&, const Held& after) {
        held = after;
        return true;
    };
    if (!forEachHeld(run, levels, levels.peakPhase, keep))
        return {};
    const std::int64_t before = levels.peakPhase == 0 ? 0 : levels.level[levels.peakPhase - 1];
    const Components all;
    const std::string& phase = run.phases[levels.peakPhase].name;
    Part inside{"Inside " + phase, Hue::ThreadLocal, *levels.peak - before};
    if (roleOf(phase) == PhaseRole::Backward)
        inside = partOf(all.overhead, inside.bytes);
    std::vector<Part> parts;
    for (const auto& [component, bytes] :
         {std::pair(all.other, held.other), std::pair(all.model, held.model), std::pair(all.optimizer, held.optimizer),
          std::pair(all.activations, held.activations), std::pair(all.gradients, held.gradients)}) {
        if (bytes < 0 && before <= 0)
            return {};
        if (bytes < 0)
            return {{"Before the phase", Hue::Argument, before}, inside};
        if (bytes > 0)
            parts.push_back(partOf(component, bytes));
    }
    if (inside.bytes > 0)
        parts.push_back(inside);
    return parts;
}

std::vector<HeldComponent> heldComponents(const Run& run, const Levels& levels)
{
    const Components all;
    const std::array components{std::pair(all.model, &Held::model), std::pair(all.optimizer, &Held::optimizer),
                                std::pair(all.gradients, &Held::gradients),
                                std::pair(all.activations, &Held::activations), std::pair(all.other, &Held::other)};
    std::vector<HeldComponent> parts;
    for (const auto& [component, bytes] : components)
        parts.push_back({component.name, component.category, {}});
    const auto append = [&](std::size_t, const Held&, const Held& after) {
        for (std::size_t part = 0; part < parts.size(); ++part) {
            const std::int64_t bytes = after.*components[part].second;
            if (bytes < 0)
                return false;
            parts[part].bytes.push_back(bytes);
        }
        return true;
    };
    if (!forEachHeld(run, levels, run.phases.size(), append))
        return {};
    std::erase_if(parts, [](const HeldComponent& part) {
        return std::ranges::all_of(part.bytes, [](std::int64_t bytes) { return bytes == 0; });
    });
    return parts;
}

std::vector<std::int64_t> activationsInside(const Run& run, const Levels& levels)
{
    std::vector<std::int64_t> all;
    const auto append = [&](std::size_t i, const Held& before, const Held& after) {
        // Activations that the pass frees are still live inside it; they cannot exceed the peak inside the phase.
        const std::int64_t most = std::max({std::int64_t{0}, before.activations, after.activations});
        all.push_back(std::min(most, std::max<std::int64_t>(0, levels.inside[i])));
        return levels.knowsInside[i] != 0;
    };
    if (!forEachHeld(run, levels, run.phases.size(), append))
        return {};
    return all;
}

} // namespace tidemark::tt
