#include "core/tenstorrent/xla/levels.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

void add(Values& curve, const std::optional<std::int64_t>& value, std::int64_t otherwise)
{
    curve.values.push_back(value.value_or(otherwise));
    curve.known.push_back(value.has_value());
}

std::int64_t lastOf(const Values& curve, std::int64_t otherwise)
{
    return curve.values.empty() ? otherwise : curve.values.back();
}

void note(std::optional<std::int64_t>& peak, std::size_t& place, const std::optional<std::int64_t>& value,
          std::size_t at)
{
    if (value && (!peak || *value > *peak)) {
        peak = value;
        place = at;
    }
}

/// The level before and after an operation.
struct Moments {
    const BankState* stateAfter = nullptr;
    std::optional<std::int64_t> before;
    std::optional<std::int64_t> after;
    std::optional<std::int64_t> inside; // the higher of both
    std::optional<std::int64_t> shown; // the level that upstream shows
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
        const BankState& stateAfter = profile.after(extent.begin + at, memory);
        Moments now;
        now.stateAfter = &stateAfter;
        now.before = amountOf(stateBefore, stateBefore.allocated, of);
        now.after = amountOf(stateAfter, stateAfter.allocated, of);
        now.inside = std::max(now.before, now.after);
        // Upstream shows the state of a list element as the operation's own, whether it was taken before or after.
        now.shown = profile.moment == Moment::Before ? now.before : now.after;
        if (at == 0)
            peaks.base = now.before;
        note(peaks.peak, peaks.peakAt, now.inside, at);
        peaks.unknown += !now.inside;
        if (profile.operations[extent.begin + at].isListed())
            note(peaks.upstreamPeak, peaks.upstreamPeakAt, now.shown, at);
        noteTotal(stateBefore);
        noteTotal(stateAfter);
        visit(at, now);
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
    walk(profile, memory, extent, of, peaks, [](std::size_t, const Moments&) {});
    return peaks;
}

Levels levelsOf(const Profile& profile, Memory memory, Extent extent, Banks of)
{
    Levels levels;
    for (Values* const curve :
         {&levels.before, &levels.level, &levels.inside, &levels.upstream, &levels.fragmentation}) {
        curve->values.reserve(extent.count());
        curve->known.reserve(extent.count());
    }
    walk(profile, memory, extent, of, levels, [&](std::size_t at, const Moments& now) {
        add(levels.before, now.before, lastOf(levels.level, 0));
        add(levels.level, now.after, now.before.value_or(lastOf(levels.level, 0)));
        add(levels.inside, now.inside, levels.level.values.back());
        const bool isListed = profile.operations[extent.begin + at].isListed();
        add(levels.upstream, isListed ? now.shown : std::nullopt, lastOf(levels.upstream, now.shown.value_or(0)));
        add(levels.fragmentation, now.stateAfter->fragmentation(), lastOf(levels.fragmentation, 0));
    });
    return levels;
}

} // namespace tidemark::ttxla
