#include "core/tenstorrent/tt_xla/levels.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

void add(Values& curve, const std::optional<std::int64_t>& value, std::int64_t otherwise)
{
    curve.values.push_back(value.value_or(otherwise));
    curve.known.push_back(value.has_value());
}

std::int64_t lastOf(const Values& curve)
{
    return curve.values.empty() ? 0 : curve.values.back();
}

/// The level before and after an operation.
struct Moments {
    const BankState* stateAfter = nullptr;
    std::optional<std::int64_t> before;
    std::optional<std::int64_t> after;
    std::optional<std::int64_t> inside; // the higher of both
};

/// Visits every operation with its position in the extent, and computes the peaks.
template <class Visit>
void walk(const Profile& profile, Memory memory, Extent extent, Banks of, Peaks& peaks, const Visit& visit)
{
    const BankState* last = nullptr; // the last state noted
    const auto noteTotal = [&](const BankState& state) {
        if (&state == last)
            return;
        last = &state;
        peaks.capacity = std::max(peaks.capacity, amountOf(state, state.total, of));
        peaks.banks = std::max(peaks.banks, state.banks);
    };
    for (std::size_t at = 0; at < extent.count(); ++at) {
        const BankState& stateBefore = profile.before(extent.begin + at, memory);
        Moments now;
        now.stateAfter = &profile.after(extent.begin + at, memory);
        now.before = amountOf(stateBefore, stateBefore.allocated, of);
        now.after = amountOf(*now.stateAfter, now.stateAfter->allocated, of);
        now.inside = std::max(now.before, now.after);
        if (at == 0)
            peaks.base = now.before;
        if (now.inside > peaks.peak) {
            peaks.peak = now.inside;
            peaks.peakAt = at;
        }
        peaks.unknown += !now.inside;
        // Upstream shows the state of a list element as the operation's own, whether it was taken before or after.
        if (profile.operations[extent.begin + at].isListed())
            peaks.upstreamPeak
                = std::max(peaks.upstreamPeak, profile.moment == Moment::Before ? now.before : now.after);
        noteTotal(stateBefore);
        noteTotal(*now.stateAfter);
        visit(now);
    }
}

} // namespace

std::optional<std::int64_t> Levels::increase(std::size_t at) const
{
    if (before.known[at] == 0 || level.known[at] == 0)
        return std::nullopt;
    return level.values[at] - before.values[at];
}

Peaks peaksOf(const Profile& profile, Memory memory, Extent extent, Banks of)
{
    Peaks peaks;
    walk(profile, memory, extent, of, peaks, [](const Moments&) {});
    return peaks;
}

Levels levelsOf(const Profile& profile, Memory memory, Extent extent, Banks of)
{
    Levels levels;
    for (Values* const curve : {&levels.before, &levels.level, &levels.inside, &levels.fragmentation}) {
        curve->values.reserve(extent.count());
        curve->known.reserve(extent.count());
    }
    walk(profile, memory, extent, of, levels, [&](const Moments& now) {
        add(levels.before, now.before, lastOf(levels.level));
        add(levels.level, now.after, now.before.value_or(lastOf(levels.level)));
        add(levels.inside, now.inside, levels.level.values.back());
        add(levels.fragmentation, now.stateAfter->fragmentation(), lastOf(levels.fragmentation));
    });
    return levels;
}

} // namespace tidemark::ttxla
