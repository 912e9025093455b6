#pragma once

#include "core/tenstorrent/xla/profile.h"

namespace tidemark::ttxla {

/// Operations [begin, end) of a profile.
struct Extent {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t count() const { return end - begin; }
};

/// A curve with one value for each operation; where it is not known there stands what was before.
struct Values {
    std::vector<std::int64_t> values;
    std::vector<std::uint8_t> known; // 1: it is
};

/// Whose bytes are counted.
enum class Banks : std::uint8_t { All, One };

/// What a memory comes to over the operations of a profile, in bytes of all banks, or of each.
struct Peaks {
    std::optional<std::int64_t> base; // before the first
    std::optional<std::int64_t> peak; // the most before or after an operation; absent: nothing is known
    std::size_t peakAt = 0; // the first that reaches it, from the extent's begin
    std::size_t unknown = 0; // operations of which it is not known what was in use before or after them
    std::optional<std::int64_t> upstreamPeak;
    std::size_t upstreamPeakAt = 0;
    std::optional<std::int64_t> capacity; // the most that the memory's total was told to be
    std::int32_t banks = -1; // negative: not told
};
/// Cost: one pass, nothing is kept of the operations.
Peaks peaksOf(const Profile& profile, Memory memory, Extent extent, Banks of = Banks::All);

/// A memory over the operations of a profile, in bytes of all banks, or of each.
struct Levels : Peaks {
    Values before; // the operation
    Values level; // after the operation
    Values inside; // the more of before and after it
    Values upstream; // before it, of the operations that upstream lists: as its page shows them
    Values fragmentation; // after it, in permille

    /// What the operation adds to the level; absent where that is not known.
    std::optional<std::int64_t> increase(std::size_t at) const;
};
Levels levelsOf(const Profile& profile, Memory memory, Extent extent, Banks of = Banks::All);

/// What is told of a bank, of those that are counted; absent where it is not known.
inline std::optional<std::int64_t> amountOf(const BankState& state, std::int64_t perBank, Banks of)
{
    if (of == Banks::All)
        return state.ofAllBanks(perBank);
    return perBank < 0 ? std::nullopt : std::optional(perBank);
}

} // namespace tidemark::ttxla
