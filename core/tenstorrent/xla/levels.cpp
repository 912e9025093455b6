#include "core/tenstorrent/xla/levels.h"

#include <algorithm>

namespace tidemark::ttxla {
namespace {

void add(Values& curve, const std::optional<std::int64_t>& value, std::int64_t otherwise)
{
    curve.values.push_back(value.value_or(otherwise));
    curve.known.push_back(value ? 1 : 0);
}

std::int64_t lastOf(const Values& curve, std::int64_t otherwise)
{
    return curve.values.empty() ? otherwise : curve.values.back();
}

std::optional<std::int64_t> moreOf(const std::optional<std::int64_t>& a, const std::optional<std::int64_t>& b)
{
    return a && b ? std::max(*a, *b) : a ? a : b;
}

void note(std::optional<std::int64_t>& peak, std::size_t& place, const std::optional<std::int64_t>& value,
          std::size_t at)
{
    if (value && (!peak || *value > *peak)) {
        peak = value;
        place = at;
    }
}

} // namespace

std::optional<std::int64_t> Levels::increase(std::size_t at) const
{
    if (before.known[at] == 0 || level.known[at] == 0)
        return std::nullopt;
    return level.values[at] - before.values[at];
}

std::optional<std::int64_t> amountOf(const BankState& state, std::int64_t perBank, Banks of)
{
    if (of == Banks::All)
        return state.ofAllBanks(perBank);
    return perBank < 0 ? std::nullopt : std::optional(perBank);
}

Levels levelsOf(const Profile& profile, Memory memory, Extent extent, Banks of)
{
    Levels levels;
    for (std::size_t i = extent.begin; i < extent.end; ++i) {
        const BankState stateBefore = profile.before(i, memory);
        const BankState stateAfter = profile.after(i, memory);
        const auto before = amountOf(stateBefore, stateBefore.allocated, of);
        const auto level = amountOf(stateAfter, stateAfter.allocated, of);
        const auto inside = moreOf(before, level);
        const std::size_t at = i - extent.begin;
        if (at == 0)
            levels.base = before;
        add(levels.before, before, lastOf(levels.level, 0));
        add(levels.level, level, before.value_or(lastOf(levels.level, 0)));
        add(levels.inside, inside, levels.level.values.back());
        // Upstream calls the state of a list's element its own, whenever it was taken.
        const auto shown = profile.moment == Moment::Before ? before : level;
        const bool isListed = profile.operations[i].isListed();
        add(levels.upstream, isListed ? shown : std::nullopt, lastOf(levels.upstream, shown.value_or(0)));
        add(levels.fragmentation, stateAfter.fragmentation(), lastOf(levels.fragmentation, 0));
        note(levels.peak, levels.peakAt, inside, at);
        if (isListed)
            note(levels.upstreamPeak, levels.upstreamPeakAt, shown, at);
        for (const BankState& state : {stateBefore, stateAfter}) {
            levels.capacity = moreOf(levels.capacity, amountOf(state, state.total, of));
            levels.banks = std::max(levels.banks, state.banks);
        }
    }
    return levels;
}

} // namespace tidemark::ttxla
