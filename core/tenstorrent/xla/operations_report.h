#pragma once

#include "core/tenstorrent/xla/profile_figures.h"

namespace tidemark::ttxla {

/// The options for showing a memory over operations.
struct ShownAs {
    Banks banks = Banks::All;
    /// Show the memory as upstream's page does: the state before an operation counts as its own, and operations that
    /// upstream does not list are left out.
    bool isAsUpstream = false;
};

/// The peak of a memory, in bytes of the counted banks. An absent amount is not known.
struct PeakCard {
    Memory memory = Memory::Dram;
    std::optional<std::int64_t> bytes;
    std::size_t operation = 0; // index in the profile of the first operation that reaches the peak
    std::optional<std::int64_t> capacity;
    std::optional<std::int64_t> free; // free bytes in the state that reaches the peak
    std::optional<std::int64_t> largest; // largest free block in the state that reaches the peak
    std::optional<std::int64_t> fragmentation; // permille
    std::int32_t banks = -1; // negative if not known
};

/// The content of DRAM at its peak, in bytes, estimated as upstream does: weights are the bytes in use before the first
/// operation that takes no weight, or all bytes in use while an operation runs that takes one.
struct WeightShare {
    std::int64_t weights = 0;
    std::int64_t activations = 0;
    std::optional<std::int64_t> declared; // parameters and constants, all banks; absent if no dump declares them
};

/// The report on a memory over an extent of operations, in addition to its curves.
struct OperationsReport {
    std::vector<PeakCard> peaks; // of all memories that the profile has states of
    std::optional<WeightShare> weights; // absent if no weight or no DRAM level is known
    std::vector<OperationAmount> suspects; // sorted by increase, the largest first
    std::vector<OperationAmount> highest; // of those that upstream lists, sorted by their level
    std::vector<std::size_t> padded; // indices in the profile, sorted by tile padding of the result
};

constexpr std::size_t kMostListed = 10; // entries in each list, as in upstream's page

/// Cost: several passes over the extent. REQUIRES: `levels` are of the same memory, extent and banks
OperationsReport reportOn(const Profile& profile, Memory memory, Extent extent, const Levels& levels, ShownAs as);

/// The change that an operation makes in a memory, in bytes of the counted banks. An absent amount is not known.
struct MemoryChange {
    Memory memory = Memory::Dram;
    std::optional<std::int64_t> before;
    std::optional<std::int64_t> after;
    std::optional<std::int64_t> change;
};
/// Returns the changes of all memories with a known amount at this operation.
std::vector<MemoryChange> changesOf(const Profile& profile, std::size_t operation, Banks banks);

/// Explains, in sentences for people, how upstream's display differs.
std::string upstreamDifference(const Profile& profile, Extent extent, const Levels& levels);

} // namespace tidemark::ttxla
