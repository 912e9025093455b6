#pragma once

#include "core/tenstorrent/tt_xla/profile.h"

namespace tidemark::ttxla {

/// A curve with one value for each operation. An unknown value repeats the one before it.
struct Values {
    std::vector<std::int64_t> values;
    std::vector<std::uint8_t> known; // 1 if the value is known
};

/// Whether bytes are those of all banks or of one bank.
enum class Banks : std::uint8_t { All, One };

/// The peak of a memory over an extent of operations, in bytes of all banks or of one bank.
struct Peaks {
    std::optional<std::int64_t> base; // level before the first operation
    std::optional<std::int64_t> peak; // highest level before or after an operation; absent if no level is known
    std::size_t peakAt = 0; // first operation that reaches the peak, counted from the extent's begin
    std::size_t unknown = 0; // operations with neither a known level before nor a known level after
    std::optional<std::int64_t> upstreamPeak; // highest level that the page of upstream's profiler shows
    std::optional<std::int64_t> capacity; // largest total of the memory that a state gives
    std::int32_t banks = -1; // negative if not known
};
/// Cost: one pass over the operations; nothing is stored per operation.
Peaks peaksOf(const Profile& profile, Memory memory, Extent extent, Banks of = Banks::All);

/// The level of a memory over an extent of operations, in bytes of all banks or of one bank.
struct Levels : Peaks {
    Values before; // level before the operation
    Values level; // level after the operation
    Values inside; // the higher of the levels before and after the operation
    Values fragmentation; // fragmentation after the operation, in permille

    /// The bytes that the operation adds to the level. Absent if the level before or after it is not known.
    std::optional<std::int64_t> increase(std::size_t at) const;
};
Levels levelsOf(const Profile& profile, Memory memory, Extent extent, Banks of = Banks::All);

/// Scales an amount of one bank to the counted banks. Absent if it is not known.
inline std::optional<std::int64_t> amountOf(const BankState& state, std::int64_t perBank, Banks of)
{
    if (of == Banks::All)
        return state.ofAllBanks(perBank);
    return perBank < 0 ? std::nullopt : std::optional(perBank);
}

} // namespace tidemark::ttxla
